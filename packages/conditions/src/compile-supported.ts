// Compiles a condition and handles sources that this service cannot observe.

import { compileCondition } from './compile-condition.ts';
import type { CompiledCondition, Condition } from './condition.ts';
import type { ConditionInput } from './condition-input.ts';
import { asAttested } from './evaluate.ts';
import { kindOf } from './kinds/kind-of.ts';
import type { CountedPad } from './launches/launchpads.ts';
import type { SampledInput } from './present-value.ts';

interface SupportedInput extends SampledInput {
  /** Whether this service gets updates of the price feed when they are due. */
  readonly coversFeed?: (feedId: string) => boolean;
  /** Whether somebody keeps the feed's account up to date; left out: as `coversFeed` says. */
  readonly watchesFeed?: (feedId: string) => boolean;
  /** Whether the chain has the launchpad. */
  readonly hasLaunchpad?: (launchpad: CountedPad) => boolean;
}

const ASKED_FOR_ATTESTATION =
  'The condition asks for an attestation: nothing is measured, and the market’s oracle attests it.';

/**
 * A question about a source that cannot be observed here becomes attested. A structured condition
 * about one is kept, with a warning that all stakes may be refunded.
 */
export async function compileSupported(input: SupportedInput): Promise<CompiledCondition> {
  const compiled = await compileCondition(input);
  const { condition, warnings } = compiled;
  const feed = findMissingFeed(input, condition);
  const other = findMissingToken(input, condition);
  const launches = kindOf(condition).launches?.(condition);
  const missing = feed
    ? [
        `There is no source of ${feed}/USD updates here`,
        'unless somebody brings one, all stakes are refunded',
      ]
    : other
      ? [
          `There is no token ${other} on this chain`,
          'unless it is created, all stakes are refunded',
        ]
      : launches &&
        input.hasLaunchpad?.(launches.launchpad) === false && [
          'The launchpad is not on this chain',
          'its tokens are not counted',
        ];
  if (missing) {
    const [what, follows] = missing;
    if (input.condition === undefined) {
      return attest(input, `${what}, so the market’s oracle attests it.`);
    }
    return { ...compiled, warnings: [...warnings, `${what}: ${follows}.`] };
  }
  if (input.condition !== undefined && asAttested(condition)) {
    return { ...compiled, warnings: [...warnings, ASKED_FOR_ATTESTATION] };
  }
  if (!lacksPool(input, condition)) return compiled;
  const warning = 'No pool of the token was found: unless one appears, all stakes are refunded.';
  return { ...compiled, warnings: [...warnings, warning] };
}

/** For a price at expiry an update of that moment is needed, otherwise the feed's account. */
function findMissingFeed(
  { coversFeed = () => true, watchesFeed = coversFeed }: SupportedInput,
  condition: Condition,
): string | undefined {
  const has = { update: coversFeed, account: watchesFeed };
  const feeds = kindOf(condition).feeds?.(condition) ?? [];
  return feeds.find(({ feedId, from }) => !has[from](feedId))?.feed;
}

function findMissingToken({ otherToken }: ConditionInput, condition: Condition) {
  const [, other] = kindOf(condition).tokens?.(condition) ?? [];
  return other && otherToken && !otherToken.hints.mint ? other.tokenAddress : undefined;
}

/** A mint that does not exist may still be launched, so nothing is known about its pools. */
export function lacksPool(
  { token, otherToken }: Pick<ConditionInput, 'token' | 'otherToken'>,
  condition: Condition,
): boolean {
  const tokens = kindOf(condition).tokens?.(condition) ?? [];
  const launchpads = [token?.launchpad, otherToken?.hints.launchpad];
  return tokens.some(({ pool }, index) => launchpads[index] === null && pool === null);
}

async function attest(input: ConditionInput, warning: string): Promise<CompiledCondition> {
  const compiled = await compileCondition({ ...input, condition: { type: 'attested' } });
  return { ...compiled, warnings: [...compiled.warnings, warning] };
}
