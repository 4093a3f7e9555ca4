import type { Address } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { beforeEach, expect, test } from 'vitest';
import { type FaucetContext, useFaucet } from '../../src/accounts/use-faucet.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { SubmissionRunner } from '../../src/submissions/runner.ts';
import { useWorld } from '../keeper/support.ts';
import { createContext } from '../support/command-context.ts';

const SOL = 1_000_000_000n;

const world = useWorld();
let context: FaucetContext;
let caller: Caller;
beforeEach(async () => {
  const { relayer, oracle } = world.keys;
  const commands = await createContext({ ...world, relayer, oracle }, world.store);
  context = { ...commands, keys: world.keys };
  caller = { wallet: (await createKey()).address, scopes: new Set() };
});

const text = (value: string) => ({ text: value, isJsonNumber: false });
const sol = (value: string) => ({ currency: 'SOL', amount: text(value) }) as const;
const utility = (value: string) => ({ currency: 'UTILITY', amount: text(value) }) as const;
const findBettor = (wallet: Address) => world.chain.accounts.findBettor(wallet);

test('opens the Bettor of a new wallet and credits it, without a delegate', async () => {
  const { balances, transactionId } = await useFaucet(context, caller, sol('1.5'));
  expect(balances).toEqual({ SOL: (3n * SOL) / 2n, UTILITY: 0n });
  expect(await world.chain.fetchLanded(transactionId)).toMatchObject({ error: null });
  const bettor = await findBettor(caller.wallet);
  expect(bettor).toMatchObject({
    available: [(3n * SOL) / 2n, 0n],
    delegate: '11111111111111111111111111111111',
    rentPayer: world.keys.relayer.address,
    slotCount: 64,
  });
});

test('two equal concurrent calls for a new wallet are two credits', async () => {
  await Promise.all([
    useFaucet(context, caller, sol('1')),
    useFaucet(context, caller, sol('1')),
    useFaucet(context, caller, sol('1')),
  ]);
  expect((await findBettor(caller.wallet))?.available[0]).toBe(3n * SOL);
});

test('the same Idempotency-Key credits once, also for ten concurrent calls', async () => {
  const key = { key: 'k', requestHash: 'a' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => useFaucet(context, caller, sol('1'), key)),
  );
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect((await findBettor(caller.wallet))?.available[0]).toBe(SOL);
  const other = useFaucet(context, caller, sol('2'), { key: 'k', requestHash: 'b' });
  await expect(other).rejects.toThrow(expect.objectContaining({ code: 'idempotency_key_reused' }));
  expect((await findBettor(caller.wallet))?.available[0]).toBe(SOL);
});

test('a call that was stored and interrupted continues with its own transaction', async () => {
  const key = { key: 'k', requestHash: 'a' };
  const { lander } = world.chain;
  const chain = { ...world.chain, lander: { land: () => Promise.reject(new Error('killed')) } };
  const killed = { ...context, chain, runner: new SubmissionRunner({ ...context, chain }) };
  const cutOff = useFaucet(killed, caller, sol('1'), key);
  await expect(cutOff).rejects.toThrow(expect.objectContaining({ code: 'chain_unavailable' }));
  const row = await world.store.db.selectFrom('submissions').selectAll().executeTakeFirst();
  expect(row).toMatchObject({ kind: 'faucet', state: 'pending' });
  expect(world.chain.lander).toBe(lander);
  const { transactionId, balances } = await useFaucet(context, caller, sol('1'), key);
  expect(transactionId).toBe(row?.signature);
  expect(balances.SOL).toBe(SOL);
});

test.each([
  ['zero', sol('0'), 'amount_malformed'],
  ['a negative amount', sol('-1'), 'amount_malformed'],
  ['too many decimals', utility('0.0000001'), 'amount_too_precise'],
  ['more than 1,000 SOL', sol('1000.000000001'), 'field_invalid'],
  ['more than 1,000,000 UTILITY', utility('1000000.000001'), 'field_invalid'],
])('refuses %s and opens nothing', async (_name, input, code) => {
  const attempt = useFaucet(context, caller, input);
  await expect(attempt).rejects.toThrow(expect.objectContaining({ code }));
  expect(await findBettor(caller.wallet)).toBeNull();
});

test('credits the maximum', async () => {
  const { balances } = await useFaucet(context, caller, sol('1000'));
  expect(balances.SOL).toBe(1_000n * SOL);
});
