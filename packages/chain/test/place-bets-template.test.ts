import { randomBytes } from 'node:crypto';
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { encodeBase58 } from '@tote/lib/base58';
import {
  getPlaceBetsInstruction,
  parsePlaceBetsInstruction,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKey } from '../src/key.ts';
import {
  type GroupBet,
  PlaceBetsTemplate,
  type PlaceBetsTemplateInput,
} from '../src/place-bets-template.ts';
import { readWire } from '../src/wire.ts';

const anyAddress = () => encodeBase58(randomBytes(32)) as Address;
const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => encodeBase58(bytes) as Address);

const anyBets = fc.uniqueArray(address, { minLength: 1, maxLength: 14 }).chain((bettors) =>
  fc.array(
    fc.record({
      bettor: fc.constantFrom(...bettors),
      outcome: fc.constantFrom(1, 2),
      amount: u64,
      epoch: u64,
      betId: fc.nat({ max: 2 ** 32 - 1 }),
      slot: fc.nat({ max: 65_535 }),
    }),
    { minLength: 1, maxLength: 14 },
  ),
);

const anyInput = fc.record(
  {
    programAddress: fc.constant(TOTE_PROGRAM_ADDRESS as Address),
    delegate: address,
    market: address,
    currency: fc.constantFrom(0, 1),
    gate: address,
    factAccount: address,
    computeUnitPrice: u64,
  },
  { requiredKeys: ['programAddress', 'delegate', 'market', 'currency'] },
);

function compileWithKit(
  input: PlaceBetsTemplateInput,
  bets: readonly GroupBet[],
  blockhash: string,
  units: number,
) {
  const { delegate, market, currency, gate, factAccount, computeUnitPrice } = input;
  const authority = createNoopSigner(delegate);
  const instruction = getPlaceBetsInstruction({
    authority,
    market,
    currency,
    factAccount,
    bets: bets.map(({ epoch, betId, ...bet }) => ({ ...bet, delegated: { epoch, betId } })),
    ...(gate && { gate: { operator: authority, config: gate } }),
  });
  const instructions = [
    getSetComputeUnitLimitInstruction({ units }),
    ...(computeUnitPrice === undefined
      ? []
      : [getSetComputeUnitPriceInstruction({ microLamports: computeUnitPrice })]),
    instruction,
  ];
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n };
  return compileTransaction(
    pipe(
      createTransactionMessage({ version: 'legacy' }),
      (message) => setTransactionMessageFeePayer(delegate, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  ).messageBytes;
}

describe('a place_bets from the template', () => {
  test('has the same bytes as kit’s', () => {
    fc.assert(
      fc.property(anyInput, anyBets, address, fc.nat(1_400_000), (input, bets, hash, units) => {
        const written = new PlaceBetsTemplate(input).writeMessage(bets, hash, units);
        expect(Buffer.from(written)).toEqual(
          Buffer.from(compileWithKit(input, bets, hash, units) as never),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('is parsed back to the same bets', async () => {
    const key = await createKey();
    const [market, gate] = [anyAddress(), anyAddress()];
    const programAddress = TOTE_PROGRAM_ADDRESS as Address;
    const input = { programAddress, delegate: key.address, market, currency: 0, gate };
    const bets = Array.from({ length: 16 }, (_, index) => ({
      bettor: anyAddress(),
      outcome: 1 + (index % 2),
      amount: 5n + BigInt(index),
      epoch: 77n,
      betId: index,
      slot: 300 + index,
    }));
    const lifetime = { blockhash: anyAddress(), lastValidBlockHeight: 9n };
    const signed = new PlaceBetsTemplate(input).sign(bets, lifetime, key, 30_000);
    const { keys, instructions, signature } = readWire(signed.wire);
    expect(encodeBase58(signature)).toBe(signed.signature);
    const last = instructions.at(-1);
    const parsed = parsePlaceBetsInstruction(
      {
        accounts: Array.from(last?.accounts ?? [], (index) => keys[index] as Address),
        data: last?.data ?? new Uint8Array(),
      },
      { isGated: true, takesFactAccount: false },
    );
    expect(parsed.bets).toEqual(bets);
    expect(parsed).toMatchObject({ authority: key.address, market, isStrict: false });
  });

  test('fits 16 bettors or 38 bets of one in a gated market, and `fits` knows it', async () => {
    const key = await createKey();
    const template = new PlaceBetsTemplate({
      programAddress: TOTE_PROGRAM_ADDRESS as Address,
      delegate: key.address,
      market: anyAddress(),
      currency: 0,
      gate: anyAddress(),
    });
    const lifetime = { blockhash: anyAddress(), lastValidBlockHeight: 9n };
    const bet = (bettor: Address, betId: number) => ({
      ...{ bettor, betId, outcome: 1, amount: 1n, epoch: 1n, slot: 0 },
    });
    const sizeOf = (bets: readonly GroupBet[]) => template.sign(bets, lifetime, key, 1).wire.length;
    const many = Array.from({ length: 17 }, (_, index) => bet(anyAddress(), index));
    expect([template.fits(16, 16), template.fits(17, 17)]).toEqual([true, false]);
    expect(sizeOf(many.slice(0, 16))).toBeLessThanOrEqual(1_232);
    expect(sizeOf(many)).toBeGreaterThan(1_232);
    const bettor = anyAddress();
    const most = Array.from({ length: 60 }, (_, index) => bet(bettor, index));
    const count = most.findIndex((_, index) => !template.fits(1, index + 1));
    expect(count).toBe(38);
    expect(sizeOf(most.slice(0, count))).toBeLessThanOrEqual(1_232);
    expect(sizeOf(most.slice(0, count + 1))).toBeGreaterThan(1_232);
  });
});
