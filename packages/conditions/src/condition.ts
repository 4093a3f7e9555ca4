// What decides a market. The canonical text goes on chain in the creating instruction, and its hash
// into the account. Everything that is shown about the condition is derived from that text.
import type { AccountFactCondition } from './account-fact.ts';
import type { AttestedCondition } from './attested.ts';
import type { ResolutionRule } from './condition-kind.ts';
import type { HolderCountCondition } from './holder-count.ts';
import type { MarketCapCondition } from './market-cap.ts';
import type { PriceFeedCondition } from './price-feed.ts';
import type { PriceRatioCondition } from './price-ratio.ts';
import type { TokenEventCondition } from './token-event.ts';
import type { TokenPriceCondition } from './token-price.ts';
import type { TokenRatioCondition } from './token-ratio.ts';
import type { TokenSupplyCondition } from './token-supply.ts';
import type { WebValueCondition } from './web-value.ts';

/** One type per file. Each names the token that it is about, null for a global market. */
export type Condition =
  | AccountFactCondition
  | AttestedCondition
  | HolderCountCondition
  | MarketCapCondition
  | PriceFeedCondition
  | PriceRatioCondition
  | TokenEventCondition
  | TokenPriceCondition
  | TokenRatioCondition
  | TokenSupplyCondition
  | WebValueCondition;

/** Anyone may create a market on chain, with any text as its condition. */
export interface UnknownCondition {
  readonly type: 'unknown';
  readonly text: string;
}

/** What creating a market needs to know about its condition. */
export interface CompiledCondition extends ResolutionRule {
  readonly condition: Condition;
  /** Canonical JSON: sorted keys, no spaces, with a version. At most 1,024 bytes. */
  readonly canonical: string;
  readonly warnings: readonly string[];
  /** The evidence of `relativeTo`. */
  readonly baseline?: string;
}
