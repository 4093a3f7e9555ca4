// Compiles a condition and handles sources that this service cannot observe.

import { type CompileInput, compileCondition } from './compile-condition.ts';
import type { CompiledCondition, Condition } from './condition.ts';
import type { ConditionInput } from './condition-kind.ts';
import { getFeed } from './oracles/price-feeds.ts';

interface SupportedInput extends CompileInput {
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
  const [feed] = listMissingFeeds(input, condition);
  if (feed !== undefined) {
    const missing = `There is no source of ${feed}/USD updates here`;
    if (input.condition === undefined) return attest(input, `${missing}: the oracle attests.`);
    const warning = `${missing}: unless somebody brings one, every stake goes back.`;
    return { ...compiled, warnings: [...warnings, warning] };
  }
  const { otherToken } = input;
  if (condition.type === 'token_ratio' && otherToken && !otherToken.hints.mint) {
    const missing = `There is no token ${condition.other} on this chain`;
    if (input.condition === undefined) return attest(input, `${missing}: the oracle attests.`);
    const warning = `${missing}: until it exists, nothing decides the market.`;
    return { ...compiled, warnings: [...warnings, warning] };
  }
  if (!lacksPool(input, condition)) return compiled;
  const warning =
    'No pool of the token with SOL was found: unless one appears, every stake goes back.';
  return { ...compiled, warnings: [...warnings, warning] };
}

/** For a price at expiry an update of that moment is needed, otherwise the feed's account. */
function listMissingFeeds(
  { coversFeed = () => true, watchesFeed = coversFeed }: SupportedInput,
  condition: Condition,
): string[] {
  const isMissing = (has: typeof coversFeed) => (symbol: string) => !has(getFeed(symbol).feedId);
  switch (condition.type) {
    case 'price_feed': {
      const has = condition.timing === 'at_expiry' ? coversFeed : watchesFeed;
      return [condition.feed].filter(isMissing(has));
    }
    case 'price_ratio':
      return [condition.feed, condition.other].filter(isMissing(watchesFeed));
    default:
      return [];
  }
}

/** A mint that does not exist may still be launched, so nothing is known about its pools. */
export function lacksPool(
  { token, otherToken }: Pick<ConditionInput, 'token' | 'otherToken'>,
  condition: Condition,
): boolean {
  if (!('pool' in condition)) return false;
  if (token?.launchpad === null && condition.pool === null) return true;
  if (condition.type !== 'token_ratio') return false;
  return otherToken?.hints.launchpad === null && condition.otherPool === null;
}

async function attest(input: ConditionInput, warning: string): Promise<CompiledCondition> {
  const compiled = await compileCondition({ ...input, condition: { type: 'attested' } });
  return { ...compiled, warnings: [...compiled.warnings, warning] };
}
