import { expect, test } from 'vitest';
import {
  Currency,
  getCreateMarketInstruction,
  getPlaceBetsInstruction,
  getSettlePositionsInstruction,
  MarketSource,
  Outcome,
  type ProgramInstruction,
  parseCreateMarketInstruction,
  parsePlaceBetsInstruction,
  parseSettlePositionsInstruction,
} from '../src/index.ts';
import { addressOf as at, signerOf } from './support.ts';

/** In the form of a landed transaction. */
function land({ accounts, data }: ProgramInstruction) {
  return { accounts: accounts.map(({ address }) => address), data };
}

const times = { nonce: 1n, closesAt: 2n, expiresAt: 3n, refundAt: 4n };
const terms = { burnBps: 5, developerBps: 6, vetoSeconds: 7, minimumStake: 8n };
const text = { question: 'Où?', condition: '{"type":"price"}' };

test('create_market is parsed with its texts and clauses', () => {
  const accounts = { creator: at(3), market: at(4), config: at(5) };
  const clauses = [{ offset: 8, type: 'u64', comparator: 'gte', value: 9n }] as const;
  const instruction = getCreateMarketInstruction({
    ...accounts,
    ...times,
    ...text,
    payer: signerOf(1),
    authority: signerOf(2),
    currency: Currency.Utility,
    isLatched: true,
    terms: { ...terms, oracle: at(10) },
    decider: { source: MarketSource.StateFact, account: at(8), factOwner: at(9), clauses },
  });
  expect(parseCreateMarketInstruction(land(instruction))).toEqual({
    ...times,
    ...terms,
    ...text,
    payer: at(1),
    authority: at(2),
    creator: at(3),
    market: at(4),
    currency: Currency.Utility,
    flags: 2,
    source: MarketSource.StateFact,
    subject: at(8),
    factOwner: at(9),
    clauses,
  });
});

test('create_market of an oracle market is parsed with the expected oracle', () => {
  const instruction = getCreateMarketInstruction({
    ...{ creator: at(3), market: at(4), config: at(5) },
    ...times,
    ...text,
    payer: signerOf(1),
    authority: signerOf(2),
    operator: signerOf(6),
    currency: Currency.Sol,
    isGated: true,
    terms: { ...terms, oracle: at(10) },
    decider: { source: MarketSource.Oracle },
  });
  const parsed = parseCreateMarketInstruction(land(instruction));
  expect(parsed).toMatchObject({ ...terms, ...text, flags: 4, subject: at(10), clauses: [] });
  expect(parsed).not.toHaveProperty('factOwner');
});

const bets = [
  { bettor: at(31), outcome: Outcome.Yes, amount: 1n, slot: 4, delegated: { epoch: 2n, betId: 3 } },
  { bettor: at(32), outcome: Outcome.No, amount: 2n ** 64n - 1n, minRatioBps: 20_000 },
];
const placed = {
  ...{ authority: signerOf(1), market: at(2), config: at(4) },
  ...{ currency: Currency.Utility, bets },
};
const parsed = {
  authority: at(1),
  market: at(2),
  currency: Currency.Utility,
  isStrict: false,
  bets: [
    {
      bettor: at(31),
      outcome: Outcome.Yes,
      amount: 1n,
      slot: 4,
      epoch: 2n,
      betId: 3,
      minRatioBps: 0,
    },
    {
      ...{ bettor: at(32), outcome: Outcome.No, amount: 2n ** 64n - 1n, slot: 0 },
      ...{ epoch: 0n, betId: 0, minRatioBps: 20_000 },
    },
  ],
};

test('place_bets is parsed with its bettors, for any accounts before them', () => {
  const plain = land(getPlaceBetsInstruction(placed));
  const open = { isGated: false, takesFactAccount: false };
  expect(parsePlaceBetsInstruction(plain, open)).toEqual(parsed);

  const operator = signerOf(3);
  const gated = land(getPlaceBetsInstruction({ ...placed, operator, isStrict: true }));
  expect(parsePlaceBetsInstruction(gated, { ...open, isGated: true })).toEqual({
    ...parsed,
    isStrict: true,
  });

  const observed = land(getPlaceBetsInstruction({ ...placed, factAccount: at(5) }));
  expect(parsePlaceBetsInstruction(observed, { ...open, takesFactAccount: true })).toEqual(parsed);
});

test('an invalid bet does not stop the parser', () => {
  const instruction = land(getPlaceBetsInstruction(placed));
  const data = Uint8Array.from(instruction.data);
  data.set([200, 7], 8 + 22);
  const open = { isGated: false, takesFactAccount: false };
  const [bet] = parsePlaceBetsInstruction({ ...instruction, data }, open).bets;
  expect(bet).toMatchObject({ bettor: undefined, outcome: 7 });
  const short = { ...instruction, data: data.slice(0, -1) };
  expect(() => parsePlaceBetsInstruction(short, open)).toThrow('do not hold 2 bets');
});

test('settle_positions is parsed', () => {
  const positions = [
    { bettor: at(31), slot: 0x0102 },
    { bettor: at(32), slot: 0 },
  ];
  const instruction = land(getSettlePositionsInstruction({ market: at(1), positions }));
  expect(parseSettlePositionsInstruction(instruction)).toEqual({ market: at(1), positions });
});
