import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import {
  amount,
  DomainError,
  type Outcome,
  publicStatus,
  totalVolume,
  unixSeconds,
} from '../src/index.ts';
import { marketInState, terms } from './support/market-in-state.ts';
import {
  advanceMarket,
  closeBetting,
  endVeto,
  isBettingOpen,
  type Market,
  openMarket,
  placeBet,
  refund,
  resolve,
  StepRefused,
  veto,
} from './support/market-state.ts';
import { refusalOf } from './support/refusals.ts';
import { readVectors, type VectorCase } from './support/vectors.ts';

interface StepCase extends VectorCase {
  kind: string;
  state: Market['state'];
  closesAt: string;
  expiresAt: string;
  refundAt: string;
  triggered: boolean;
  vetoSeconds: string;
  pools: { yes: string; no: string };
  outcome: Outcome;
  proposedOutcome: Outcome | null;
  vetoEndsAt: string | null;
  now: string;
  expected?: { state: string; status: string; resolvedAt?: string; vetoEndsAt?: string };
  error?: string;
}

const at = (text: string) => unixSeconds(BigInt(text));
const steps = readVectors<StepCase>('times.json').filter(({ state }) => state !== undefined);

function marketOf(vector: StepCase): Market {
  return marketInState({
    state: vector.state,
    times: {
      closesAt: at(vector.closesAt),
      expiresAt: at(vector.expiresAt),
      refundAt: at(vector.refundAt),
    },
    terms: {
      ...terms,
      vetoSeconds: Number(vector.vetoSeconds),
      isTriggered: vector.triggered,
    },
    pools: { yes: amount(BigInt(vector.pools.yes)), no: amount(BigInt(vector.pools.no)) },
    proposedOutcome: vector.proposedOutcome,
    vetoEndsAt: vector.vetoEndsAt === null ? null : at(vector.vetoEndsAt),
  });
}

function take(vector: StepCase, market: Market): Market {
  const now = at(vector.now);
  switch (vector.kind) {
    case 'bet':
      return placeBet(market, { outcome: vector.outcome, stake: amount(5n) }, now);
    case 'close':
      return closeBetting(market, now);
    case 'resolve':
      return resolve(market, vector.outcome, now);
    case 'veto':
      return veto(market, now);
    case 'endVeto':
      return endVeto(market, now);
    case 'refund':
      return refund(market, now);
    case 'refundDisabled':
      return refund(market, now, true);
    case 'vetoDisabled':
      return veto(market, now, true);
    default:
      throw new Error(`no step ${vector.kind}`);
  }
}

describe('vectors/times.json', () => {
  test.each(steps)('$name', (vector) => {
    const market = marketOf(vector);
    if (vector.expected === undefined) {
      expect(refusalOf(() => take(vector, market))).toBe(vector.error);
      // A refused step changes nothing.
      expect(market).toEqual(marketOf(vector));
      return;
    }
    const after = take(vector, market);
    const { resolvedAt, vetoEndsAt } = after as { resolvedAt?: number; vetoEndsAt?: number };
    expect({
      state: after.state,
      status: publicStatus(after),
      resolvedAt: resolvedAt?.toString(),
      vetoEndsAt: vetoEndsAt?.toString(),
    }).toEqual({ resolvedAt: undefined, vetoEndsAt: undefined, ...vector.expected });
    expect(vector.kind === 'bet' || after.pools === market.pools).toBe(true);
  });
});

describe('amounts.json: the minimum stake of a market', () => {
  interface StakeCase extends VectorCase {
    kind: string;
    stake: string;
    minimumStake: string;
    error?: string;
  }
  const stakes = readVectors<StakeCase>('amounts.json').filter(({ kind }) => kind === 'stake');

  test.each(stakes)('$name', ({ stake, minimumStake, error }) => {
    const ownTerms = { ...terms, minimumStake: amount(BigInt(minimumStake)) };
    const market = openMarket(times, ownTerms, unixSeconds(1_000));
    const bet = { outcome: 'No', stake: amount(BigInt(stake)) } as const;
    const action = () => placeBet(market, bet, unixSeconds(1_500));
    if (error === undefined) expect(action().pools.no).toBe(BigInt(stake));
    else expect(refusalOf(action)).toBe(error);
  });
});

const times = {
  closesAt: unixSeconds(2_000),
  expiresAt: unixSeconds(2_500),
  refundAt: unixSeconds(3_000),
};
const created = unixSeconds(1_000);

test('a market from creation to payout', () => {
  let market: Market = openMarket(times, { ...terms, vetoSeconds: 60 }, created);
  market = placeBet(market, { outcome: 'Yes', stake: amount(150n) }, unixSeconds(1_500));
  market = placeBet(market, { outcome: 'No', stake: amount(60n) }, unixSeconds(1_999));
  expect([
    isBettingOpen(market, unixSeconds(1_999)),
    isBettingOpen(market, unixSeconds(2_000)),
  ]).toEqual([true, false]);
  market = closeBetting(market, unixSeconds(2_000));
  expect([publicStatus(market), isBettingOpen(market, unixSeconds(1_500))]).toEqual([
    'open',
    false,
  ]);
  market = resolve(market, 'Yes', unixSeconds(2_500));
  expect([market.state, publicStatus(market)]).toEqual(['proposed', 'open']);
  market = endVeto(market, unixSeconds(9_000));
  expect(market).toMatchObject({
    state: 'resolved',
    resolvedAt: 2_560,
    settlement: { kind: 'paid', outcome: 'Yes', burn: 3n, developer: 3n, distributable: 54n },
  });
  expect(market).not.toHaveProperty('proposedOutcome');
});

test('a refund and a veto do not keep the outcome', () => {
  const open = openMarket(times, { ...terms, vetoSeconds: 60 }, created);
  const bet = placeBet(open, { outcome: 'Yes', stake: amount(7n) }, created);
  const reason = (market: Market) => 'settlement' in market && market.settlement;
  expect(reason(refund(bet, unixSeconds(3_000)))).toEqual({
    kind: 'refunded',
    reason: 'deadline',
    outcome: null,
  });
  const vetoed = veto(resolve(bet, 'Yes', unixSeconds(2_500)), unixSeconds(2_501));
  expect(reason(vetoed)).toEqual({ kind: 'refunded', reason: 'veto', outcome: null });
});

test('a disabled oracle frees a market at once, until its outcome is final', () => {
  const open = openMarket(times, { ...terms, vetoSeconds: 60 }, created);
  const bet = placeBet(open, { outcome: 'Yes', stake: amount(7n) }, created);
  const settlement = { kind: 'refunded', reason: 'oracle_disabled', outcome: null };
  expect(refund(bet, created, true)).toMatchObject({ resolvedAt: created, settlement });
  const closed = closeBetting(bet, times.closesAt);
  expect(refund(closed, times.closesAt, true)).toMatchObject({ settlement });
  const proposed = resolve(bet, 'Yes', times.expiresAt);
  const lastSecond = unixSeconds(times.expiresAt + 59);
  expect(refusalOf(() => refund(proposed, lastSecond, true))).toBe('outcome_already_recorded');
  expect(veto(proposed, lastSecond, true)).toMatchObject({ settlement });
  const over = unixSeconds(times.expiresAt + 60);
  expect(refusalOf(() => veto(proposed, over, true))).toBe('veto_time_over');
});

test('an inverted market ends early as No, and only if it is triggered', () => {
  const inverted = { ...terms, isInverted: true };
  const early = unixSeconds(times.expiresAt - 1);
  const triggered = openMarket(times, { ...inverted, isTriggered: true }, created);
  expect(resolve(triggered, 'No', early).state).toBe('resolved');
  expect(refusalOf(() => resolve(triggered, 'Yes', early))).toBe('market_not_expired');
  const untriggered = openMarket(times, { ...inverted, isTriggered: false }, created);
  expect(refusalOf(() => resolve(untriggered, 'No', early))).toBe('market_not_expired');
  expect(resolve(untriggered, 'Yes', times.expiresAt).state).toBe('resolved');
});

test('creating checks the times', () => {
  expect(refusalOf(() => openMarket(times, terms, unixSeconds(2_500)))).toBe(
    'expire_at_not_future',
  );
});

test('the refusal of a small stake says the minimum in the currency', () => {
  const market = openMarket(times, { ...terms, minimumStake: amount(100_000n) }, created);
  const action = () => placeBet(market, { outcome: 'Yes', stake: amount(99_999n) }, created);
  expect(action).toThrow('below the minimum of 0.0001 SOL.');
});

test('time closes betting and ends the veto time, and nothing else', () => {
  const open = openMarket(times, { ...terms, vetoSeconds: 60 }, created);
  expect(advanceMarket(open, unixSeconds(1_999))).toBe(open);
  const closed = advanceMarket(open, unixSeconds(2_000));
  expect(closed.state).toBe('closed');
  expect(advanceMarket(closed, unixSeconds(9_000))).toBe(closed);
  const proposed = resolve(closed, 'No', unixSeconds(2_600));
  expect(advanceMarket(proposed, unixSeconds(2_659))).toBe(proposed);
  const resolved = advanceMarket(proposed, unixSeconds(2_660));
  expect(resolved.state).toBe('resolved');
  expect(advanceMarket(resolved, unixSeconds(9_000))).toBe(resolved);
});

/** One attempt of each kind of step. Most are refused and must change nothing. */
const attempts = fc.record({
  kind: fc.constantFrom(
    ...['bet', 'close', 'resolve', 'veto', 'endVeto', 'refund', 'refundDisabled', 'vetoDisabled'],
  ),
  outcome: fc.constantFrom<Outcome>('Yes', 'No'),
  wait: fc.integer({ min: 0, max: 700 }),
});

function attempt(market: Market, kind: string, outcome: Outcome, seconds: number): Market {
  const now = String(seconds);
  try {
    return take({ kind, outcome, now } as StepCase, market);
  } catch (error) {
    if (error instanceof DomainError || error instanceof StepRefused) return market;
    throw error;
  }
}

test('any sequence of steps ends the market at most once, and an ended market never changes', () => {
  const flags = fc.record({
    vetoSeconds: fc.constantFrom(0, 1, 600),
    isTriggered: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(attempts, { maxLength: 30 }), flags, (sequence, given) => {
      let market: Market = openMarket(times, { ...terms, ...given }, created);
      let seconds: number = created;
      for (const { kind, outcome, wait } of sequence) {
        seconds += wait;
        const before = market;
        market = attempt(before, kind, outcome, seconds);
        if (publicStatus(before) === 'resolved') expect(market).toBe(before);
        if (kind !== 'bet') expect(totalVolume(market.pools)).toBe(totalVolume(before.pools));
        if (market.pools !== before.pools) expect(seconds).toBeLessThan(times.closesAt);
      }
    }),
    { numRuns: count(1_000, 50_000) },
  );
});

test('from the refund time on, a market without outcome can always be refunded', () => {
  for (const state of ['open', 'closed'] as const) {
    const pools = { yes: amount(3n), no: amount(4n) };
    const market = marketInState({ state, times, terms, pools });
    for (const seconds of [3_000, 3_001, 4_000_000_000]) {
      expect(refund(market, unixSeconds(seconds)).state).toBe('refunded');
      expect(refusalOf(() => resolve(market, 'Yes', unixSeconds(seconds)))).toBe('refund_due');
    }
  }
});
