// Why a new market is custom. Delegates cannot bet where one key can decide, or where the question
// does not state what is measured.
import type { Address } from '@solana/kit';
import type { Agreement } from './compare-question.ts';
import type { CompiledCondition } from './condition.ts';
import type { SupplyControl, TokenHints } from './condition-input.ts';
import { kindOf } from './kinds/kind-of.ts';
import { DEFAULT_RULE, isSamePool } from './kinds/shared/pool.ts';

export interface CustomInput {
  readonly compiled: Pick<CompiledCondition, 'condition' | 'decider'>;
  readonly agreement: Agreement;
  readonly hints: TokenHints;
  readonly supply: SupplyControl;
  readonly other?: { readonly hints: TokenHints; readonly supply: SupplyControl };
  readonly knownPrograms: readonly Address[];
}

export const CUSTOM_WARNING =
  'A custom market: its creator chose what decides it, or one key can move it. Read the rule; ' +
  'your wallet must sign each bet.';

/** One sentence per reason; none if delegates may bet in the market. */
export function listCustomReasons(input: CustomInput): string[] {
  const { compiled, agreement } = input;
  const { condition } = compiled;
  return [
    ...(agreement === 'unstated'
      ? ['We could not match the rule to the question: the creator chose what is measured.']
      : []),
    ...(kindOf(condition).customReasons?.(condition, input) ?? []),
    ...listPoolReasons(input),
    ...listProgramReasons(input),
  ];
}

/** A capitalisation follows the supply. Such a market is not custom, but gets a warning. */
export function warnOfSupplyKey({ compiled, supply, other }: CustomInput): string[] {
  const { condition } = compiled;
  const { followsSupply, tokens } = kindOf(condition);
  if (!followsSupply?.(condition)) return [];
  const isCompared = (tokens?.(condition) ?? []).length > 1;
  return [supply, ...(isCompared && other ? [other.supply] : [])].flatMap((each) =>
    each.kind === 'key'
      ? [`${each.address} can ${each.power}: the market capitalisation changes with it.`]
      : [],
  );
}

/**
 * The pool and the window decide what a price is. With a pool of their own, or a single sample,
 * creators could make the price.
 */
function listPoolReasons({ compiled: { condition }, hints, other }: CustomInput): string[] {
  const { tokens, window } = kindOf(condition);
  if (!tokens || !window) return [];
  const { windowSeconds, samplesMin } = window(condition);
  const isTooShort =
    windowSeconds < DEFAULT_RULE.windowSeconds || samplesMin < DEFAULT_RULE.samplesMin;
  const found = [hints, other?.hints ?? {}].map(({ pool, quote }) => ({ pool, ...quote }));
  const isFound = tokens(condition).every((token, index) => isSamePool(token, found[index] ?? {}));
  return [
    ...(isFound ? [] : ['The creator chose the pool: it is not the deepest one that was found.']),
    ...(isTooShort
      ? [
          `The price is taken from fewer than ${DEFAULT_RULE.samplesMin} samples or less than ` +
            `${DEFAULT_RULE.windowSeconds} seconds: whoever moves it for a moment decides.`,
        ]
      : []),
  ];
}

function listProgramReasons({ compiled: { decider }, knownPrograms }: CustomInput): string[] {
  if (!('factOwner' in decider) || knownPrograms.includes(decider.factOwner)) return [];
  return [`Whoever controls the program ${decider.factOwner} decides the market.`];
}
