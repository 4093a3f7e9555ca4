import { expect, test } from 'vitest';
import {
  Currency,
  getPlaceBetsInstruction,
  MarketSource,
  Outcome,
  type ProgramInstruction,
  parsePlaceBetsInstruction,
  takesFactAccount,
} from '../src/index.ts';
import { addressOf as at, signerOf } from './support.ts';

/** In the form of a landed transaction. */
function land({ accounts, data }: ProgramInstruction) {
  return { accounts: accounts.map(({ address }) => address), data };
}

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

// The tests of program/ send every instruction to the program itself.

test('bets include the account of a triggered or latched state fact', () => {
  const { Oracle, TimedFact, StateFact } = MarketSource;
  for (const flags of [1, 2, 3, 35]) expect(takesFactAccount(StateFact, flags)).toBe(true);
  for (const flags of [0, 8, 16]) expect(takesFactAccount(StateFact, flags)).toBe(false);
  for (const source of [Oracle, TimedFact]) expect(takesFactAccount(source, 5)).toBe(false);
});
