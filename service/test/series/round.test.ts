import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { firstOpen, planNext, roundAt, toMarketInput } from '../../src/series/round.ts';
import {
  createSeriesId,
  nonceOf,
  noncesOf,
  seriesOfNonce,
} from '../../src/store/journal/series.ts';

const at = (text: string) => unixSeconds(Date.parse(`2030-01-01T${text}Z`) / 1_000);
const times = { cadence: '5m', opensBeforeStart: 300, closesAfterStart: 0 } as const;

describe('a round', () => {
  test('closes at its start and is opened before the one before it closes', () => {
    const round = roundAt(times, at('12:05:00'));
    expect(round).toEqual({
      startsAt: at('12:05:00'),
      expiresAt: at('12:10:00'),
      closesAt: at('12:05:00'),
      opensAt: at('11:59:00'),
    });
    expect(round.opensAt).toBeLessThan(roundAt(times, at('12:00:00')).closesAt);
    const minute = { ...times, cadence: '1m', opensBeforeStart: 60 } as const;
    expect(roundAt(minute, at('12:05:00')).opensAt).toBe(at('12:03:30'));
  });

  test('may take bets after its start', () => {
    const late = { ...times, closesAfterStart: 60 };
    expect(roundAt(late, at('12:05:00')).closesAt).toBe(at('12:06:00'));
    expect(firstOpen(late, at('12:05:59'))).toBe(at('12:05:00'));
    expect(firstOpen(late, at('12:06:00'))).toBe(at('12:10:00'));
  });

  test('can be opened until it closes, and is missed from then on', () => {
    const series = { template: times, reached: at('12:00:00') };
    const plan = (now: string) => {
      const { missed, round } = planNext(series, at(now));
      return [missed, round.startsAt];
    };
    expect(plan('12:00:00')).toEqual([0, at('12:05:00')]);
    expect(plan('12:04:59')).toEqual([0, at('12:05:00')]);
    expect(plan('12:05:00')).toEqual([1, at('12:10:00')]);
    expect(plan('13:04:59')).toEqual([12, at('13:05:00')]);
    expect(plan('13:05:00')).toEqual([13, at('13:10:00')]);
  });
});

test('its times are written into the question and the condition', () => {
  const template = {
    ...times,
    ...({ tokenAddress: null, currency: 'SOL', decidedBy: 'samples' } as const),
    ...{ question: 'Up from {start} to {end}, or {start}?', firstStart: at('12:00:00') },
    condition: { type: 'change', list: ['{end}', '{ends}'], from: '{start}', times: 1.5 },
  } as const;
  const id = createSeriesId();
  const round = roundAt(times, at('12:05:00'));
  const input = toMarketInput({ id, template }, round);
  expect(input).toMatchObject({
    question: 'Up from 2030-01-01 12:05 UTC to 2030-01-01 12:10 UTC, or 2030-01-01 12:05 UTC?',
    condition: {
      ...{ type: 'change', list: [round.expiresAt, '{ends}'], from: round.startsAt, times: 1.5 },
    },
    round: { series: id },
  });
  const { from: _, ...rest } = template.condition;
  const withDefault = toMarketInput({ id, template: { ...template, condition: rest } }, round);
  expect(withDefault.condition).toMatchObject({ from: round.startsAt });
});

test('each round of each series has a nonce of its own, which says the series', () => {
  const nonces = new Set<bigint>();
  for (const id of ['series_8000000', 'series_8000001', 'series_fffffff']) {
    const { first, last } = noncesOf(id);
    for (let minutes = 0; minutes < 3; minutes += 1) {
      const nonce = nonceOf(id, unixSeconds(at('12:00:00') + minutes * 60));
      expect(nonce > first && nonce < last).toBe(true);
      expect(seriesOfNonce(nonce)).toBe(id);
      nonces.add(nonce);
    }
    expect([seriesOfNonce(first), seriesOfNonce(last)]).toEqual([id, id]);
  }
  expect(nonces.size).toBe(9);
  // Those of other markets: small ones, and the time in milliseconds with 20 random bits.
  const others = [0n, 1n, -1n, 2n ** 59n - 1n, 2n ** 60n, BigInt(Date.now()) << 20n];
  for (const nonce of others) expect(seriesOfNonce(nonce), String(nonce)).toBeUndefined();
});
