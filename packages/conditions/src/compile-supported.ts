import { compileCondition } from './compile-condition.ts';
import type { CompiledCondition, Condition } from './condition.ts';
import type { ConditionInput } from './condition-kind.ts';
import type { PriceFeedCondition } from './price-feed.ts';

export interface SupportedInput extends ConditionInput {
  /** Whether updates of the price feed can be had when they are due. */
  readonly coversFeed?: (feedId: string) => boolean;
  /** Whether somebody keeps the feed's account up to date; left out: as `coversFeed` says. */
  readonly watchesFeed?: (feedId: string) => boolean;
}

/**
 * What decides the market, with a word about what nobody here can see: a question about it is
 * attested, and whoever insists is told that every stake may go back.
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

/** At expiry an update of one moment is needed; before it, whatever the feed's account says. */
function hasFeed(
  { coversFeed = () => true, watchesFeed = coversFeed }: SupportedInput,
  { feedId, timing }: PriceFeedCondition,
): boolean {
  return timing === 'at_expiry' ? coversFeed(feedId) : watchesFeed(feedId);
}

/** Of a mint that does not exist nothing is known: it may still be launched. */
export function lacksPool(token: ConditionInput['token'], condition: Condition): boolean {
  if (condition.type !== 'token_price' && condition.type !== 'market_cap') return false;
  return token?.launchpad === null && condition.pool === null;
}

async function attest(input: ConditionInput, warning: string): Promise<CompiledCondition> {
  const compiled = await compileCondition({ ...input, condition: { type: 'attested' } });
  return { ...compiled, warnings: [...compiled.warnings, warning] };
}
