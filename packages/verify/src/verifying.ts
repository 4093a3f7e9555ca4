import type { Currency } from '@tote/domain';
import type { Checks } from './checks.ts';
import type { ServedReceipt } from './fetch-receipt.ts';
import type { MarketHistory, VerifiedChain } from './read-history.ts';

/** The input of every check. */
export interface Verifying extends ServedReceipt {
  readonly chain: VerifiedChain;
  readonly history: MarketHistory;
  readonly checks: Checks;
  readonly currency: Currency;
  readonly decimals: Readonly<Record<Currency, number>>;
}
