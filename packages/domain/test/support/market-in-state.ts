import {
  amount,
  DEFAULT_FEE_RATES,
  type MarketTimes,
  type Outcome,
  type Pools,
  type UnixSeconds,
} from '../../src/index.ts';
import type { Market, MarketTerms } from './market-state.ts';

export const terms: MarketTerms = {
  currency: 'SOL',
  decimals: 9,
  feeRates: DEFAULT_FEE_RATES,
  minimumStake: amount(1n),
  vetoSeconds: 0,
  isTriggered: false,
};

interface Given {
  readonly state: Market['state'];
  readonly times: MarketTimes;
  readonly terms: MarketTerms;
  readonly pools: Pools;
  readonly proposedOutcome?: Outcome | null;
  readonly vetoEndsAt?: UnixSeconds | null;
}

/** A market in the given state, without the steps before it. */
export function marketInState(given: Given): Market {
  const { state, pools, times } = given;
  const core = { pools, times, terms: given.terms };
  switch (state) {
    case 'open':
    case 'closed':
      return { state, ...core };
    case 'proposed': {
      const { proposedOutcome, vetoEndsAt } = given;
      if (!proposedOutcome || !vetoEndsAt) throw new Error('a proposed market needs its proposal');
      return { state, ...core, proposedOutcome, vetoEndsAt };
    }
    case 'resolved': {
      const nothing = { burn: amount(0n), developer: amount(0n), distributable: amount(0n) };
      const pool = { winningPool: pools.yes, losingPool: pools.no };
      const settlement = { kind: 'paid', outcome: 'Yes', ...pool, ...nothing } as const;
      return { state, ...core, resolvedAt: times.expiresAt, settlement };
    }
    case 'refunded': {
      const settlement = { kind: 'refunded', reason: 'deadline', outcome: null } as const;
      return { state, ...core, resolvedAt: times.refundAt, settlement };
    }
  }
}
