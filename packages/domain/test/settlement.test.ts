import { expect, test } from 'vitest';
import { amount, DEFAULT_FEE_RATES, decideSettlement, type Resolution } from '../src/index.ts';

const decide = (yes: bigint, no: bigint, resolution: Resolution) =>
  decideSettlement({ yes: amount(yes), no: amount(no) }, resolution, DEFAULT_FEE_RATES);
const yesWins: Resolution = { kind: 'outcome', outcome: 'Yes' };
const noWins: Resolution = { kind: 'outcome', outcome: 'No' };

test('the fees are taken from the losing pool only', () => {
  expect(decide(150n, 60n, yesWins)).toEqual({
    kind: 'paid',
    outcome: 'Yes',
    winningPool: 150n,
    losingPool: 60n,
    burn: 3n,
    developer: 3n,
    distributable: 54n,
  });
  expect(decide(150n, 60n, noWins)).toMatchObject({ winningPool: 60n, losingPool: 150n, burn: 7n });
});

test('one base unit on the winning side is paid, none is a refund that keeps the outcome', () => {
  expect(decide(1n, 60n, yesWins)).toMatchObject({ kind: 'paid' });
  const refunded = { kind: 'refunded', reason: 'nobody_won', outcome: 'Yes' };
  expect(decide(0n, 60n, yesWins)).toEqual(refunded);
  expect(decide(0n, 1n, yesWins)).toEqual(refunded);
});

test('without losers or without bets it is paid without a fee', () => {
  const nothing = { kind: 'paid', burn: 0n, developer: 0n, distributable: 0n };
  expect(decide(60n, 0n, yesWins)).toMatchObject(nothing);
  expect(decide(0n, 0n, yesWins)).toMatchObject(nothing);
  expect(decide(0n, 0n, noWins)).toMatchObject(nothing);
});

test('without an outcome it is a refund for the given reason, whatever the pools', () => {
  for (const reason of ['deadline', 'veto', 'oracle_disabled'] as const) {
    const expected = { kind: 'refunded', reason, outcome: null };
    expect(decide(150n, 60n, { kind: 'none', reason })).toEqual(expected);
    expect(decide(0n, 0n, { kind: 'none', reason })).toEqual(expected);
  }
});
