import { describe, expect, test } from 'vitest';
import { amount, type Outcome, publicStatus, unixSeconds } from '../src/index.ts';
import { marketInState, terms } from './support/market-in-state.ts';
import {
  closeBetting,
  endVeto,
  type Market,
  openMarket,
  placeBet,
  refund,
  resolve,
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
