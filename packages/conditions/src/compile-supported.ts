// Compiles a condition and handles sources that this service cannot observe.
import { compileCondition } from './compile-condition.ts';
import type { CompiledCondition, Condition } from './condition.ts';
import type { ConditionInput } from './condition-kind.ts';
import type { PriceFeedCondition } from './price-feed.ts';

interface SupportedInput extends ConditionInput {
  /** Whether this service gets updates of the price feed when they are due. */
  readonly coversFeed?: (feedId: string) => boolean;
  /** Whether somebody keeps the feed's account up to date; left out: as `coversFeed` says. */
  readonly watchesFeed?: (feedId: string) => boolean;
}

/**
 * A question about a source that cannot be observed here becomes attested. A structured condition
 * about one is kept, with a warning that every stake may be refunded.
 */
export async function compileSupported(input: SupportedInput): Promise<CompiledCondition> {
  const compiled = await compileCondition(input);
  const { condition, warnings } = compiled;
  if (condition.type === 'price_feed' && !hasFeed(input, condition)) {
    const missing = `There is no source of ${condition.feed}/USD updates here`;
    if (input.condition === undefined) return attest(input, `${missing}: the oracle attests.`);
    const warning = `${missing}: unless somebody brings one, every stake goes back.`;
    return { ...compiled, warnings: [...warnings, warning] };
  }
  if (!lacksPool(input.token, condition)) return compiled;
  const warning =
    'No pool of the token with SOL was found: unless one appears, every stake goes back.';
  return { ...compiled, warnings: [...warnings, warning] };
}

/** At expiry an update of that moment is needed; before it, the feed's account. */
function hasFeed(
  { coversFeed = () => true, watchesFeed = coversFeed }: SupportedInput,
  { feedId, timing }: PriceFeedCondition,
): boolean {
  return timing === 'at_expiry' ? coversFeed(feedId) : watchesFeed(feedId);
}

/** A mint that does not exist may still be launched, so nothing is known about its pools. */
export function lacksPool(token: ConditionInput['token'], condition: Condition): boolean {
  if (condition.type !== 'token_price' && condition.type !== 'market_cap') return false;
  return token?.launchpad === null && condition.pool === null;
}

async function attest(input: ConditionInput, warning: string): Promise<CompiledCondition> {
  const compiled = await compileCondition({ ...input, condition: { type: 'attested' } });
  return { ...compiled, warnings: [...compiled.warnings, warning] };
}
