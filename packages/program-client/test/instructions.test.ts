import { expect, test } from 'vitest';
import { MarketSource, takesFactAccount } from '../src/index.ts';

// The tests of program/ send every instruction to the program itself.

test('bets include the account of a triggered or latched state fact', () => {
  const { Oracle, TimedFact, StateFact } = MarketSource;
  for (const flags of [1, 2, 3, 35]) expect(takesFactAccount(StateFact, flags)).toBe(true);
  for (const flags of [0, 8, 16]) expect(takesFactAccount(StateFact, flags)).toBe(false);
  for (const source of [Oracle, TimedFact]) expect(takesFactAccount(source, 5)).toBe(false);
});
