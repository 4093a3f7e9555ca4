import { randomBytes } from 'node:crypto';
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction,
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
  type BetsOfMarket,
  type GroupBet,
  type PlaceBetsMarket,
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

const anyMarket = fc.record(
  {
    market: address,
    currency: fc.constantFrom(0, 1),
    gate: address,
    factAccount: address,
    bets: anyBets,
  },
  { requiredKeys: ['market', 'currency', 'bets'] },
);

const anyMarkets = fc.uniqueArray(anyMarket, {
  minLength: 1,
  maxLength: 5,
  selector: ({ market }) => market,
});

const anyInput = fc.record(
  {
    programAddress: fc.constant(TOTE_PROGRAM_ADDRESS as Address),
    delegate: address,
    computeUnitPrice: u64,
  },
  { requiredKeys: ['programAddress', 'delegate'] },
);

function compileWithKit(
  { delegate, computeUnitPrice }: PlaceBetsTemplateInput,
  markets: readonly BetsOfMarket[],
  blockhash: string,
  units: number,
) {
  const authority = createNoopSigner(delegate);
  const instructions: Instruction[] = [
    getSetComputeUnitLimitInstruction({ units }),
    ...(computeUnitPrice === undefined
      ? []
      : [getSetComputeUnitPriceInstruction({ microLamports: computeUnitPrice })]),
    ...markets.map(({ market, currency, gate, factAccount, bets }) =>
      getPlaceBetsInstruction({
        ...{ authority, market, currency, factAccount },
        bets: bets.map(({ epoch, betId, ...bet }) => ({ ...bet, delegated: { epoch, betId } })),
        ...(gate && { gate: { operator: authority, config: gate } }),
      }),
    ),
  ];
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n };
  return compileTransaction(
    pipe(
      createTransactionMessage({ version: 'legacy' }),
      (message) => setTransactionMessageFeePayer(delegate, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  ).messageBytes as unknown as Uint8Array;
}

/** Fee payer, lifetime, and the instructions with the roles of their accounts. */
const decompile = (message: Uint8Array) =>
  decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(message));

const sample = async () => {
  const key = await createKey();
  const input = { programAddress: TOTE_PROGRAM_ADDRESS as Address, delegate: key.address };
  const lifetime = { blockhash: anyAddress(), lastValidBlockHeight: 9n };
  return { key, input, lifetime, template: new PlaceBetsTemplate(input) };
};

const aBet = (bettor: Address, betId: number): GroupBet => ({
  ...{ bettor, betId, outcome: 1, amount: 1n, epoch: 1n, slot: 0 },
});

describe('a transaction of place_bets from the template', () => {
  test('has the same content and size as kit’s', () => {
    fc.assert(
      fc.property(
        anyInput,
        anyMarkets,
        address,
        fc.nat(1_400_000),
        (input, markets, hash, units) => {
          const written = new PlaceBetsTemplate(input).writeMessage(markets, hash, units);
          const expected = compileWithKit(input, markets, hash, units);
          expect(decompile(written)).toEqual(decompile(expected));
          expect(written.length).toBe(expected.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is parsed back to the same bets', async () => {
    const { key, lifetime, template } = await sample();
    const [market, gate] = [anyAddress(), anyAddress()];
    const bets = Array.from({ length: 16 }, (_, index) => ({
      bettor: anyAddress(),
      outcome: 1 + (index % 2),
      amount: 5n + BigInt(index),
      epoch: 77n,
      betId: index,
      slot: 300 + index,
    }));
    const signed = template.sign([{ market, currency: 0, gate, bets }], lifetime, key, 30_000);
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
});

describe('the space of a transaction', () => {
  /** As many of these as fit, and whether the next one would have been too large. */
  async function fill(wanted: readonly (PlaceBetsMarket & { bettor: Address })[]) {
    const { key, lifetime, template } = await sample();
    const space = template.emptySpace();
    const count = wanted.findIndex(({ bettor, ...market }) => !space.tryAdd(market, bettor));
    const sizeOf = (some: typeof wanted) => {
      const markets = new Map<Address, PlaceBetsMarket & { bets: GroupBet[] }>();
      some.forEach(({ bettor, ...market }, index) => {
        const known = markets.get(market.market) ?? { ...market, bets: [] };
        known.bets.push(aBet(bettor, index));
        markets.set(market.market, known);
      });
      return template.sign([...markets.values()], lifetime, key, 1).wire.length;
    };
    expect(sizeOf(wanted.slice(0, count))).toBe(space.bytes);
    expect(space.bytes).toBeLessThanOrEqual(1_232);
    expect(sizeOf(wanted.slice(0, count + 1))).toBeGreaterThan(1_232);
    return count;
  }

  test('takes 16 bettors in a gated market', async () => {
    const market = { market: anyAddress(), currency: 0, gate: anyAddress() };
    expect(
      await fill(Array.from({ length: 40 }, () => ({ ...market, bettor: anyAddress() }))),
    ).toBe(16);
  });

  test('takes 38 bets of one bettor in a gated market', async () => {
    const market = { market: anyAddress(), currency: 0, gate: anyAddress() };
    const bettor = anyAddress();
    expect(await fill(Array.from({ length: 60 }, () => ({ ...market, bettor })))).toBe(38);
  });

  test('takes 10 bets of ten bettors in ten markets', async () => {
    const bets = Array.from({ length: 20 }, () => ({
      ...{ market: anyAddress(), currency: 0, bettor: anyAddress() },
    }));
    expect(await fill(bets)).toBe(10);
  });

  test('never differs from the size of what is signed', () => {
    fc.assert(
      fc.property(anyInput, anyMarkets, address, (input, markets, hash) => {
        const template = new PlaceBetsTemplate(input);
        const space = template.emptySpace();
        const fits = markets.every(({ bets, ...market }) =>
          bets.every(({ bettor }) => space.tryAdd(market, bettor)),
        );
        const { length } = template.writeMessage(markets, hash, 1);
        if (fits) expect(space.bytes).toBe(65 + length);
        else expect(65 + length).toBeGreaterThan(1_232);
      }),
      { numRuns: 100 },
    );
  });
});
