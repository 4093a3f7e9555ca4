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
import { encodeBase58 } from '@tote/chain/lib/base58';
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
  type PlaceBetsBudget,
  type PlaceBetsMarket,
  PlaceBetsTemplate,
  type PlaceBetsTemplateInput,
} from '../src/place-bets-template.ts';
import { splitTransaction } from '../src/split-transaction.ts';
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
    isGated: fc.boolean(),
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

const anyBudget = fc.record({ units: fc.nat(1_400_000), price: u64 });

function compileWithKit(
  { config, delegate, isPriced }: PlaceBetsTemplateInput,
  markets: readonly BetsOfMarket[],
  blockhash: string,
  { units, price = 0n }: PlaceBetsBudget,
  operator = delegate,
) {
  const instructions: Instruction[] = [
    getSetComputeUnitLimitInstruction({ units }),
    ...(isPriced ? [getSetComputeUnitPriceInstruction({ microLamports: price })] : []),
    ...instructionsOf({ config, delegate }, markets, operator),
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

function instructionsOf(
  { config, delegate }: Pick<PlaceBetsTemplateInput, 'config' | 'delegate'>,
  markets: readonly BetsOfMarket[],
  signer = delegate,
): Instruction[] {
  const authority = createNoopSigner(delegate);
  const operator = signer === delegate ? authority : createNoopSigner(signer);
  return markets.map(({ market, currency, isGated, factAccount, bets }) =>
    getPlaceBetsInstruction({
      ...{ authority, market, config, currency, factAccount },
      bets: bets.map(({ epoch, betId, ...bet }) => ({ ...bet, delegated: { epoch, betId } })),
      ...(isGated && { operator }),
    }),
  );
}

/** Fee payer, lifetime, and the instructions with the roles of their accounts. */
const decompile = (message: Uint8Array) =>
  decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(message));

const sample = async () => {
  const key = await createKey();
  const programAddress = TOTE_PROGRAM_ADDRESS as Address;
  const input = { programAddress, config: anyAddress(), delegate: key.address };
  const lifetime = { blockhash: anyAddress(), lastValidBlockHeight: 9n };
  return { key, input, lifetime, template: new PlaceBetsTemplate(input) };
};

const aBet = (bettor: Address, betId: number): GroupBet => ({
  ...{ bettor, betId, outcome: 1, amount: 1n, epoch: 1n, slot: 0 },
});

/** Whether all of these bets fit into one transaction, and its size. */
function measure(template: PlaceBetsTemplate, markets: readonly BetsOfMarket[]) {
  const space = template.emptySpace();
  const fits = markets.every(({ bets, ...market }) =>
    bets.every(({ bettor }) => space.tryAdd(market, bettor)),
  );
  return { fits, bytes: space.bytes };
}

describe('a transaction of place_bets from the template', () => {
  test.each([
    ['the delegate alone', false],
    ['the delegate, and by another operator if a market is gated', true],
  ])('signed by %s, it has the content and size of kit’s', async (_, mayBeCosigned) => {
    const { key, input, lifetime } = await sample();
    const operator = mayBeCosigned ? await createKey() : key;
    const property = fc.property(
      anyMarkets,
      fc.boolean(),
      anyBudget,
      (markets, isPriced, budget) => {
        const template = new PlaceBetsTemplate({ ...input, isPriced, mayBeCosigned });
        const { fits, bytes } = measure(template, markets);
        const { wire } = template.sign(markets, lifetime, key, budget, operator);
        if (!fits) {
          expect(wire[0]).toBe(0x81);
          return;
        }
        const { message, signatures } = splitTransaction(wire);
        const { blockhash } = lifetime;
        const priced = { ...input, isPriced };
        const expected = compileWithKit(priced, markets, blockhash, budget, operator.address);
        expect(decompile(message)).toEqual(decompile(expected));
        expect([message.length, wire.length]).toEqual([expected.length, bytes]);
        const isCosigned = mayBeCosigned && markets.some(({ isGated }) => isGated);
        const signers = isCosigned ? [key, operator] : [key];
        expect(signatures.map(encodeBase58)).toEqual(
          signers.map((each) => encodeBase58(each.sign(message))),
        );
      },
    );
    fc.assert(property, { numRuns: 100 });
  });

  test('of version 1, it has the size that was measured', async () => {
    const { key, input, lifetime } = await sample();
    const operator = await createKey();
    const property = fc.property(anyMarkets, fc.boolean(), (markets, isPriced) => {
      const large = { ...input, isPriced, isLarge: true, mayBeCosigned: true };
      const template = new PlaceBetsTemplate(large);
      const { fits, bytes } = measure(template, markets);
      const { wire } = template.sign(markets, lifetime, key, { units: 1 }, operator);
      if (fits) expect(wire.length).toBe(bytes);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test('is parsed back to the same bets', async () => {
    const { key, lifetime, template } = await sample();
    const market = anyAddress();
    const bets = Array.from({ length: 16 }, (_, index) => ({
      bettor: anyAddress(),
      outcome: 1 + (index % 2),
      amount: 5n + BigInt(index),
      epoch: 77n,
      betId: index,
      minRatioBps: index * 20_000,
      slot: 300 + index,
    }));
    const signed = template.sign([{ market, currency: 0, isGated: true, bets }], lifetime, key, {
      units: 30_000,
    });
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
  async function fill(
    wanted: readonly (PlaceBetsMarket & { bettor: Address })[],
    { isLarge = false } = {},
  ) {
    const most = isLarge ? 4_096 : 1_232;
    const { key, lifetime, input } = await sample();
    const template = new PlaceBetsTemplate({ ...input, isLarge });
    const space = template.emptySpace();
    const count = wanted.findIndex(({ bettor, ...market }) => !space.tryAdd(market, bettor));
    const wireOf = (some: typeof wanted) => {
      const markets = new Map<Address, PlaceBetsMarket & { bets: GroupBet[] }>();
      some.forEach(({ bettor, ...market }, index) => {
        const known = markets.get(market.market) ?? { ...market, bets: [] };
        known.bets.push(aBet(bettor, index));
        markets.set(market.market, known);
      });
      return template.sign([...markets.values()], lifetime, key, { units: 1 }).wire;
    };
    expect(wireOf(wanted.slice(0, count)).length).toBe(space.bytes);
    expect(space.bytes).toBeLessThanOrEqual(most);
    if (!isLarge) expect(wireOf(wanted.slice(0, count + 1))[0]).toBe(0x81);
    return count;
  }

  test('takes 56 bettors in a market, if it may be large, and three more in another', async () => {
    const bettor = () => anyAddress();
    const [one, other] = [anyAddress(), anyAddress()];
    const full = Array.from({ length: 57 }, () => ({ market: one, currency: 0, bettor: bettor() }));
    expect(await fill(full, { isLarge: true })).toBe(56);
    const both = [...full.slice(0, 56), ...full.map((bet) => ({ ...bet, market: other }))].map(
      (bet) => ({ ...bet, bettor: bettor() }),
    );
    // 64 accounts: the payer, the program, the Config, two markets and 59 bettors.
    expect(await fill(both, { isLarge: true })).toBe(59);
  });

  const bettor = anyAddress();
  const gated = { market: anyAddress(), currency: 0, isGated: true };
  const elsewhere = () => ({ market: anyAddress(), currency: 0 });

  test.each([
    [
      '16 markets, so that their events fit into the log',
      16,
      true,
      () => ({ ...elsewhere(), bettor }),
    ],
    ['16 bettors in a gated market', 16, false, () => ({ ...gated, bettor: anyAddress() })],
    ['38 bets of one bettor in a gated market', 38, false, () => ({ ...gated, bettor })],
    [
      '9 bets of nine bettors in nine markets',
      9,
      false,
      () => ({ ...elsewhere(), bettor: anyAddress() }),
    ],
  ])('takes no more than %s', async (_, most, isLarge, next) => {
    expect(await fill(Array.from({ length: 60 }, next), { isLarge })).toBe(most);
  });
});
