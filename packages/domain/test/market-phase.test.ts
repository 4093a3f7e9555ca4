import { expect, test } from 'vitest';
import {
  isAwaitingOutcome,
  isBeforeExpiry,
  isFinal,
  phaseAt,
  phaseEndsAt,
  publicStatus,
  type RecordedEnd,
  requireOpen,
  unixSeconds,
} from '../src/index.ts';
import { refusalOf } from './support/refusals.ts';

const at = (seconds: number) => unixSeconds(seconds);
const times = { closesAt: at(1_000), expiresAt: at(2_000), refundAt: at(3_000) };
const endOf = (resolvedAt: number, vetoEndsAt: number, kind: RecordedEnd['kind'] = 'resolved') => ({
  ...{ kind, resolvedAt: at(resolvedAt), vetoEndsAt: at(vetoEndsAt) },
});

test.each([
  [999, null, 'open', 1_000],
  [1_000, null, 'closed', 2_000],
  [1_999, null, 'closed', 2_000],
  [2_000, null, 'expired', 3_000],
  [2_999, null, 'expired', 3_000],
  [3_000, null, 'refund_due', Infinity],
  [2_059, endOf(2_000, 2_060), 'proposed', 2_060],
  [2_060, endOf(2_000, 2_060), 'resolved', Infinity],
  [2_059, endOf(2_000, 2_060, 'refunded'), 'proposed', 2_060],
  [2_060, endOf(2_000, 2_060, 'refunded'), 'refunded', Infinity],
  // It ended before its cutoff, and our clock is behind the one that it ended by.
  [500, endOf(501, 501), 'resolved', Infinity],
  [3_000, endOf(3_000, 3_000, 'refunded'), 'refunded', Infinity],
] as const)('at %i with %j it is %s', (now, end, state, endsAt) => {
  const market = { ...times, end };
  const phase = phaseAt(market, at(now));
  expect(phase).toEqual(end ? { state, end } : { state });
  expect(phaseEndsAt(market, phase)).toBe(endsAt);
});

test('each phase has the right properties', () => {
  const ends = [endOf(2_000, 2_060), endOf(2_000, 2_000), endOf(3_000, 3_000, 'refunded')];
  const phases = [
    ...[999, 1_000, 2_000, 3_000].map((now) => phaseAt({ ...times, end: null }, at(now))),
    ...ends.map((end) => phaseAt({ ...times, end }, at(2_001))),
  ];
  const rows = phases.map((phase) => [
    phase.state,
    publicStatus(phase),
    ...[isBeforeExpiry(phase), isAwaitingOutcome(phase), isFinal(phase)],
  ]);
  expect(rows).toEqual([
    ['open', 'open', true, false, false],
    ['closed', 'open', true, true, false],
    ['expired', 'open', false, true, false],
    ['refund_due', 'open', false, true, false],
    ['proposed', 'open', false, false, false],
    ['resolved', 'resolved', false, false, true],
    ['refunded', 'resolved', false, false, true],
  ]);
});

test.each([
  [1_000, null, 'market_closed', '1970-01-01T00:16:40Z'],
  [3_000, null, 'market_closed', '1970-01-01T00:16:40Z'],
  [505, endOf(500, 560), 'market_closed', '1970-01-01T00:08:20Z'],
  [2_005, endOf(2_000, 2_060), 'market_closed', '1970-01-01T00:16:40Z'],
  [560, endOf(500, 560), 'market_resolved', undefined],
] as const)('a bet at %i with %j: %s', (now, end, code, closedAt) => {
  const bet = () => requireOpen({ ...times, end }, at(now));
  expect(refusalOf(bet)).toBe(code);
  if (closedAt) expect(bet).toThrow(closedAt);
});

test('a bet in the last second is not refused', () => {
  expect(() => requireOpen({ ...times, end: null }, at(999))).not.toThrow();
});

test('a market whose oracle is disabled is due for its refund at any time', () => {
  const disabled = { ...times, end: null, isOracleDisabled: true };
  for (const now of [0, 999, 1_500, 2_500, 3_000]) {
    const phase = phaseAt(disabled, at(now));
    expect([phase.state, phaseEndsAt(disabled, phase)]).toEqual(['refund_due', Infinity]);
    expect(refusalOf(() => requireOpen(disabled, at(now)))).toBe('oracle_disabled');
  }
  const end = endOf(2_000, 2_060);
  expect(phaseAt({ ...disabled, end }, at(2_059)).state).toBe('proposed');
  expect(refusalOf(() => requireOpen({ ...disabled, end }, at(2_059)))).toBe('oracle_disabled');
  expect(phaseAt({ ...disabled, end }, at(2_060)).state).toBe('resolved');
  expect(refusalOf(() => requireOpen({ ...disabled, end }, at(2_060)))).toBe('market_resolved');
});
