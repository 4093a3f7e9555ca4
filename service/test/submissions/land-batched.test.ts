import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { createKey, type Key } from '@tote/chain/key';
import { writeTransaction } from '@tote/chain/write-transaction';
import { getResolveMarketInstruction, getSettlePositionsInstruction } from '@tote/program-client';
import { beforeAll, expect, test } from 'vitest';
import {
  countFitting,
  type LandingContext,
  TransactionBatcher,
} from '../../src/submissions/land-and-ingest.ts';
import { NO_CRASH_POINTS } from '../support/no-crash-points.ts';

let keeper: Key;
let oracle: Key;
let addresses: Address[];
beforeAll(async () => {
  [keeper, oracle] = [await createKey(), await createKey()];
  addresses = await Promise.all(
    Array.from({ length: 64 }, async () => (await createKey()).address),
  );
});

const resolve = (index: number) => ({
  instruction: getResolveMarketInstruction({
    market: addresses[index] as Address,
    oracle: oracle.signer,
    config: addresses[0] as Address,
    outcome: 1,
    evidenceHash: new Uint8Array(32),
  }),
  keys: [keeper, oracle] as const,
  units: 50_000,
});

const settle = (positions: number, units = 50_000) => ({
  instruction: getSettlePositionsInstruction({
    market: addresses[63] as Address,
    positions: addresses.slice(0, positions).map((bettor) => ({ bettor })),
  }),
  keys: [keeper] as const,
  units,
});

/** A chain that refuses every transaction with the market in it, and counts them. */
function createContext(refused?: Address) {
  const sent: number[] = [];
  const chain = {
    sign: async (...[instructions, keys]: Parameters<Chain['sign']>) => {
      const accounts = instructions.flatMap((one) => one.accounts ?? []);
      const isRefused = accounts.some(({ address }) => address === refused);
      sent.push(instructions.length);
      if (isRefused) throw new Error('refused');
      return writeTransaction(instructions, keys, {
        blockhash: BLOCKHASH,
        lastValidBlockHeight: 1n,
      });
    },
    lander: { land: async () => ({ kind: 'landed', landed: { error: null } }) },
  } as Partial<Record<keyof Chain, unknown>> as Chain;
  const parts = { fees: undefined, crash: NO_CRASH_POINTS };
  const context: LandingContext = { chain, indexer: { ingest: async () => {} }, ...parts };
  return { context, sent };
}

const BLOCKHASH = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';

test('a batch is limited by bytes, log and compute units', () => {
  const many = Array.from({ length: 30 }, (_, index) => resolve(index));
  const fitting = countFitting(many);
  expect(fitting).toBeGreaterThanOrEqual(9);
  expect(fitting).toBeLessThanOrEqual(12);
  expect(countFitting([settle(2), settle(20, 1_380_000)])).toBe(1);
  expect(countFitting([settle(2), settle(3)])).toBe(2);
  // Alone it becomes a transaction of version 1.
  expect(countFitting([settle(61)])).toBe(0);
});

test('a batch has one payer', () => {
  const others = { ...resolve(1), keys: [oracle, oracle] as const };
  expect(countFitting([resolve(0), others, resolve(2)])).toBe(1);
});

test('jobs that run together share a transaction', async () => {
  const batcher = new TransactionBatcher();
  const { context, sent } = createContext();
  const parts = [0, 1, 2, 3].map(resolve);
  await Promise.all(parts.map((part) => batcher.land({ context, ...part })));
  expect(sent).toEqual([4]);
});

test('a refused instruction does not fail the others of its batch', async () => {
  const batcher = new TransactionBatcher();
  const { context, sent } = createContext(addresses[1]);
  const parts = [0, 1, 2].map(resolve);
  const results = await Promise.allSettled(parts.map((part) => batcher.land({ context, ...part })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(sent).toEqual([3, 1, 1, 1]);
});
