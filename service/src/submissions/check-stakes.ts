// Refuses to sign bets that would make it worthwhile to move the price that decides their market.
// At most the pool of one outcome can be won by moving it, so each pool has a limit.
import { measureCondition } from '@tote/conditions/evaluate';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { findStakesMax } from '@tote/conditions/who-can-move';
import {
  amount,
  DECIMALS,
  DomainError,
  formatMoney,
  OUTCOMES,
  type Pools,
  poolOf,
  unixSeconds,
} from '@tote/domain';
import type { FreshSamples } from '../keeper/observe/fresh-samples.ts';
import type { MarketView } from '../store/projection/market-view.ts';

type LimitedMarket = Pick<
  MarketView,
  'id' | 'parsedCondition' | 'expiresAt' | 'currency' | 'pools' | 'isGated'
>;

/** Throws if the stakes that are added make a pool too large. Undefined: nothing to check. */
export type CheckStakes = (market: LimitedMarket, added: Pools) => Promise<void> | undefined;

/** UTILITY has no price that could be compared with the cost. */
export function limitsStakes({ parsedCondition, currency }: LimitedMarket): boolean {
  if (currency !== 'SOL' || parsedCondition.type === 'unknown') return false;
  return kindOf(parsedCondition).followsPrice === true;
}

export function createStakesCheck(samples: FreshSamples): CheckStakes {
  return (market, added) => (limitsStakes(market) ? check(samples, market, added) : undefined);
}

async function check(samples: FreshSamples, market: LimitedMarket, added: Pools): Promise<void> {
  const { parsedCondition: condition, expiresAt, pools } = market;
  if (condition.type === 'unknown') return;
  const sample = await samples.find(condition);
  const moments = { createdAt: unixSeconds(0), expiresAt, now: sample.observedAt };
  const reading = await measureCondition(condition, sample, moments);
  if (!reading.ok) throw new DomainError('condition_unreadable', { reason: reading.reason });
  const max = await findStakesMax(condition, sample, reading.value);
  if (max === null) return;
  for (const outcome of OUTCOMES) {
    const [staked, more] = [poolOf(pools, outcome), poolOf(added, outcome)];
    if (more === 0n || staked + more <= max) continue;
    const alone = `sign with your wallet alone: POST /v1/markets/${market.id}/bets/prepare`;
    const advice = market.isGated ? ADVICE : `${ADVICE}, or ${alone}`;
    const most = inSol(max > staked ? max - staked : 0n);
    throw new DomainError('stakes_above_cost', { outcome, cost: inSol(max), most, advice });
  }
}

const ADVICE = 'Bet less, or when the price is further from its target';

export const inSol = (lamports: bigint) => formatMoney(amount(lamports), 'SOL', DECIMALS.SOL);
