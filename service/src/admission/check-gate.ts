// Before we sign a bet in a gated market: is its condition met by now? The program cannot look.

import type { Chain } from '@tote/chain/chain';
import type { Condition } from '@tote/conditions/condition';
import { measureCondition } from '@tote/conditions/evaluate';
import type { ParsedCondition } from '@tote/conditions/read-condition';
import { asSampled } from '@tote/conditions/sampled-condition';
import { DomainError, unixSeconds } from '@tote/domain';
import { FreshSamples } from '../sampling/fresh-samples.ts';
import { findSource, type SampleSource } from '../sampling/sample-source.ts';
import type { MarketView } from '../store/projection/market-view.ts';

/** About a slot: bets that come together share one look. */
const KEPT_MS = 400;

export type GatedMarket = Pick<MarketView, 'parsedCondition' | 'expiresAt'>;

/** Throws once it is met, or while that cannot be told. Undefined: there is nothing to look at. */
export type CheckGate = (market: GatedMarket) => Promise<void> | undefined;

interface Gate {
  readonly condition: Condition;
  readonly source: Promise<SampleSource>;
}

export function createGate(chain: Pick<Chain, 'rpc' | 'clock'>): CheckGate {
  const samples = new FreshSamples(chain, KEPT_MS);
  const gates = new WeakMap<ParsedCondition, Gate | 'open'>();
  return (market) => {
    const { parsedCondition } = market;
    let gate = gates.get(parsedCondition);
    if (!gate) {
      gate = openGate(parsedCondition);
      gates.set(parsedCondition, gate);
    }
    return gate === 'open' ? undefined : check(samples, gate, market);
  };
}

/**
 * What somebody attests has no accounts, what we cannot read we do not decide either, and what
 * counts only at the expiry may change until then.
 */
function openGate(parsed: ParsedCondition): Gate | 'open' {
  const sampled = asSampled(parsed);
  if (sampled?.timing !== 'any_time_before') return 'open';
  const { condition } = sampled;
  return { condition, source: findSource(condition) };
}

async function check(
  samples: FreshSamples,
  { condition, source }: Gate,
  { expiresAt }: GatedMarket,
): Promise<void> {
  const sample = await samples.findOf(await source);
  // What was so before the market began is so now as well.
  const moments = { createdAt: unixSeconds(0), expiresAt, now: sample.observedAt };
  const reading = await measureCondition(condition, sample, moments);
  if (!reading.ok) throw new DomainError('condition_unreadable', { reason: reading.reason });
  if (reading.value.isMet) throw new DomainError('condition_already_met');
}
