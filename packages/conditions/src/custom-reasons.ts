// Why a new market is custom. Delegates cannot bet where one key can decide, or where the question
// does not state what is measured.
import type { Address } from '@solana/kit';
import type { Agreement } from './compare-question.ts';
import type { CompiledCondition } from './condition.ts';
import type { TokenHints } from './condition-kind.ts';
import type { SupplyKey } from './oracles/layouts/supply-key.ts';
import { DEFAULT_RULE } from './pool-measured.ts';

/** What is known about who can change the supply of the mint. */
export type SupplyControl =
  | { readonly kind: 'nobody' }
  | ({ readonly kind: 'key' } & SupplyKey)
  | { readonly kind: 'absent' | 'unread' };

export interface CustomInput {
  readonly compiled: Pick<CompiledCondition, 'condition' | 'decider'>;
  readonly agreement: Agreement;
  /** Hints of the market's token. */
  readonly hints: TokenHints;
  readonly supply: SupplyControl;
  /** Of the token that it is compared with. */
  readonly other?: { readonly hints: TokenHints; readonly supply: SupplyControl };
  /** The programs whose facts the Config knows. */
  readonly knownPrograms: readonly Address[];
}

/** What that means for bettors. */
export const CUSTOM_WARNING =
  'The market is custom: nobody can bet in it for somebody else. A wallet may sign for itself, ' +
  'with POST /v1/markets/prepare or bets/prepare.';

/** One sentence per reason; none if delegates may bet in the market. */
export function listCustomReasons(input: CustomInput): string[] {
  const { compiled, agreement } = input;
  const { condition } = compiled;
  return [
    ...(agreement === 'unstated'
      ? ['The question does not say what is measured: whoever creates the market chose it.']
      : []),
    ...(condition.type === 'account_fact'
      ? [`Whoever controls the account ${condition.account} decides the market.`]
      : []),
    ...listSupplyReasons(input),
    ...listLaunchReasons(input),
    ...listPoolReasons(input),
    ...listProgramReasons(input),
  ];
}

function listSupplyReasons({ compiled: { condition }, supply }: CustomInput): string[] {
  if (condition.type !== 'token_supply') return [];
  switch (supply.kind) {
    case 'nobody':
      return [];
    case 'key':
      return [`${supply.address} can change the supply at will: it can ${supply.power}.`];
    case 'absent':
      return ['The mint does not exist yet: whoever creates it decides its supply.'];
    case 'unread':
      return ['The mint cannot be read, so that nobody can tell who decides its supply.'];
  }
}

/** A capitalisation follows the supply. Such a market is not custom, but gets a warning. */
export function warnOfSupplyKey(input: CustomInput): string[] {
  const { condition } = input.compiled;
  const isRatio = condition.type === 'token_ratio' && condition.metric === 'market_cap';
  if (condition.type !== 'market_cap' && !isRatio) return [];
  return [input.supply, ...(isRatio && input.other ? [input.other.supply] : [])].flatMap(
    (supply) =>
      supply.kind === 'key'
        ? [`${supply.address} can ${supply.power}: the market capitalisation changes with it.`]
        : [],
  );
}

/** A question about a launch means the token's own launch. */
function listLaunchReasons({ compiled: { condition }, hints }: CustomInput): string[] {
  if (condition.type !== 'token_event') return [];
  const { launchpad, quoteMint } = hints;
  const isElsewhere =
    (launchpad != null && launchpad !== condition.launchpad) ||
    (quoteMint !== undefined && quoteMint !== condition.quoteMint);
  return isElsewhere
    ? ['The condition is about another launch than the one that the token has.']
    : [];
}

/**
 * The pool and the window decide what a price is. With a pool of their own, or a single sample,
 * creators could make the price.
 */
function listPoolReasons({ compiled: { condition }, hints, other }: CustomInput): string[] {
  if (!('windowSeconds' in condition)) return [];
  const { pool, windowSeconds, samplesMin } = condition;
  const isTooShort =
    windowSeconds < DEFAULT_RULE.windowSeconds || samplesMin < DEFAULT_RULE.samplesMin;
  const isOtherFound =
    condition.type !== 'token_ratio' || condition.otherPool === (other?.hints.pool ?? null);
  return [
    ...(pool === (hints.pool ?? null) && isOtherFound
      ? []
      : ['The pool was chosen by whoever creates the market: it is not the deepest one found.']),
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
