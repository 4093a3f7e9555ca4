import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import {
  amount,
  decideSettlement,
  dust,
  forfeited,
  formatMoney,
  type Outcome,
  type Position,
  payout,
  type Settlement,
  stakeOn,
} from '../src/index.ts';
import { feeRatesArbitrary, positions } from './support/arbitraries.ts';
import { payoutCases, poolsOf, positionsOf, settlementOf } from './support/payout-vectors.ts';

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const position = (stakeYes: bigint, stakeNo: bigint): Position => ({
  stakeYes: amount(stakeYes),
  stakeNo: amount(stakeNo),
});

describe('vectors/payouts.json', () => {
  test.each(payoutCases)('$name', (vector) => {
    const { expected } = vector;
    const settlement = settlementOf(vector);
    const all = positionsOf(vector);
    const payouts = all.map((each) => payout(settlement, each));
    expect(payouts.map(String)).toEqual(expected.payouts);
    expect(dust(settlement, all)).toBe(BigInt(expected.dust));
    expect(settlement.kind === 'refunded').toBe(expected.refunded);
    expect(settlement.outcome).toBe(expected.winningOutcome);
    if (settlement.kind === 'refunded') {
      expect(settlement.reason).toBe(expected.refundReason);
    } else {
      expect(settlement.burn).toBe(BigInt(expected.burn));
      expect(settlement.developer).toBe(BigInt(expected.developer));
      expect(settlement.distributable).toBe(BigInt(expected.distributable));
    }
  });

  test.each(payoutCases)('the parts of "$name" sum to its pools', (vector) => {
    const { expected, pools } = vector;
    const all = positionsOf(vector);
    expect(sum(all.map(({ stakeYes }) => stakeYes))).toBe(BigInt(pools.yes));
    expect(sum(all.map(({ stakeNo }) => stakeNo))).toBe(BigInt(pools.no));
    const parts = [...expected.payouts, expected.burn, expected.developer, expected.dust];
    expect(sum(parts.map(BigInt))).toBe(sum(Object.values(poolsOf(vector))));
  });

  test.each(payoutCases)('feesCollected of "$name"', (vector) => {
    const label = (baseUnits: string) =>
      formatMoney(amount(BigInt(baseUnits)), vector.currency, Number(vector.decimals));
    const { burn, developer, feesCollected } = vector.expected;
    expect({ burned: label(burn), developer: label(developer) }).toEqual(feesCollected);
  });
});

/** All invariants about the money of one market, for any positions. */
function checkPromises(settlement: Settlement, all: readonly Position[]): void {
  const pot = sum(all.flatMap(({ stakeYes, stakeNo }) => [stakeYes, stakeNo]));
  const paid = sum(all.map((each) => payout(settlement, each)));
  const left = dust(settlement, all);
  const fees = settlement.kind === 'paid' ? settlement.burn + settlement.developer : 0n;
  expect(paid + fees + left).toBe(pot);
  if (settlement.kind === 'refunded') {
    expect(paid).toBe(pot);
    return;
  }
  const winners = all.filter((each) => stakeOn(each, settlement.outcome) > 0n);
  expect(left === 0n || left < BigInt(winners.length)).toBe(true);
  for (const each of all) {
    expect(payout(settlement, each) >= stakeOn(each, settlement.outcome)).toBe(true);
  }
}

const outcomes = fc.constantFrom<Outcome>('Yes', 'No');
const poolsFrom = (all: readonly Position[]) => ({
  yes: amount(sum(all.map(({ stakeYes }) => stakeYes))),
  no: amount(sum(all.map(({ stakeNo }) => stakeNo))),
});

describe('any market', () => {
  test('pays out exactly its pools: no base unit is created or lost, no winner loses', () => {
    fc.assert(
      fc.property(positions, outcomes, feeRatesArbitrary, (all, outcome, rates) => {
        const resolution = { kind: 'outcome', outcome } as const;
        checkPromises(decideSettlement(poolsFrom(all), resolution, rates), all);
      }),
      { numRuns: count(1_500, 100_000) },
    );
  });

  test('returns every stake if there is no outcome', () => {
    const reasons = fc.constantFrom('deadline' as const, 'veto' as const);
    fc.assert(
      fc.property(positions, reasons, feeRatesArbitrary, (all, reason, rates) => {
        const settlement = decideSettlement(poolsFrom(all), { kind: 'none', reason }, rates);
        checkPromises(settlement, all);
        for (const each of all) {
          expect(payout(settlement, each)).toBe(each.stakeYes + each.stakeNo);
          expect(forfeited(settlement, each)).toBe(0n);
        }
      }),
      { numRuns: count(300, 20_000) },
    );
  });

  test('never pays a split position more than the whole one', () => {
    fc.assert(
      fc.property(positions, fc.bigInt({ min: 0n, max: 2n ** 57n }), (all, cut) => {
        const rates = { burnBps: 500, developerBps: 500 };
        const resolution = { kind: 'outcome', outcome: 'Yes' } as const;
        const settlement = decideSettlement(poolsFrom(all), resolution, rates);
        fc.pre(settlement.kind === 'paid');
        for (const { stakeYes } of all) {
          const first = cut % (stakeYes + 1n);
          const parts = [position(first, 0n), position(stakeYes - first, 0n)];
          const apart = sum(parts.map((each) => payout(settlement, each)));
          expect(apart <= payout(settlement, position(stakeYes, 0n))).toBe(true);
        }
      }),
      { numRuns: count(300, 20_000) },
    );
  });
});

/** floor(stake x D / W) by counting up, without a division. */
function shareByCounting(stake: bigint, distributable: bigint, winningPool: bigint): bigint {
  let share = 0n;
  while ((share + 1n) * winningPool <= stake * distributable) share++;
  return share;
}

describe('every small market', () => {
  const max = count(24, 64);
  const rateTable = [
    { burnBps: 500, developerBps: 500 },
    { burnBps: 0, developerBps: 0 },
    { burnBps: 1_000, developerBps: 1_000 },
    { burnBps: 333, developerBps: 777 },
  ];

  test.each(rateTable)('pays the formula to the base unit with %o', (rates) => {
    for (let winning = 0n; winning <= max; winning++) {
      for (let losing = 0n; losing <= max; losing++) {
        const pools = { yes: amount(winning), no: amount(losing) };
        const resolution = { kind: 'outcome', outcome: 'Yes' } as const;
        const settlement = decideSettlement(pools, resolution, rates);
        if (settlement.kind === 'refunded') continue;
        for (let stake = 1n; stake <= winning; stake++) {
          const share = shareByCounting(stake, settlement.distributable, winning);
          const paid = payout(settlement, position(stake, 0n));
          if (paid !== stake + share) expect.fail(`W ${winning} L ${losing} stake ${stake}`);
        }
      }
    }
  });

  function* partitions(total: bigint, largest = total): Generator<bigint[]> {
    if (total === 0n) yield [];
    for (let part = largest < total ? largest : total; part >= 1n; part--) {
      for (const rest of partitions(total - part, part)) yield [part, ...rest];
    }
  }

  test('keeps the invariants for any division of the winning pool among bettors', () => {
    for (let winning = 0n; winning <= count(9, 18); winning++) {
      for (const stakes of partitions(winning)) {
        for (let losing = 0n; losing <= count(20, 40); losing++) {
          const all = [...stakes.map((stake) => position(stake, 0n)), position(0n, losing)];
          const resolution = { kind: 'outcome', outcome: 'Yes' } as const;
          const rates = { burnBps: 500, developerBps: 500 };
          checkPromises(decideSettlement(poolsFrom(all), resolution, rates), all);
        }
      }
    }
  });
});

test('a losing stake is forfeited and the winning one of the same bettor is paid', () => {
  const pools = { yes: amount(100n), no: amount(100n) };
  const rates = { burnBps: 500, developerBps: 500 };
  const settlement = decideSettlement(pools, { kind: 'outcome', outcome: 'Yes' }, rates);
  expect(payout(settlement, position(40n, 60n))).toBe(76n);
  expect(forfeited(settlement, position(40n, 60n))).toBe(60n);
  expect(payout(settlement, position(0n, 60n))).toBe(0n);
  expect(payout(settlement, position(0n, 0n))).toBe(0n);
});

test('a stake larger than the winning pool is a bug and throws', () => {
  const pools = { yes: amount(10n), no: amount(10n) };
  const rates = { burnBps: 0, developerBps: 0 };
  const settlement = decideSettlement(pools, { kind: 'outcome', outcome: 'Yes' }, rates);
  expect(payout(settlement, position(10n, 0n))).toBe(20n);
  expect(() => payout(settlement, position(11n, 0n))).toThrow(RangeError);
  expect(() => dust(settlement, [position(10n, 0n), position(10n, 0n)])).toThrow(RangeError);
});
