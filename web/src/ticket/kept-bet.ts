// A bet in flight, kept in this tab: after a reload it is requested again with the same key, so
// that it is neither lost nor placed twice.
import type { Currency, Outcome } from '@tote/domain';
import type { Decimal } from '@tote/sdk';
import { apiUrl } from '../navigation/env.ts';

export interface KeptBet {
  readonly marketId: string;
  readonly wallet: string;
  readonly outcome: Outcome;
  readonly amount: Decimal;
  readonly currency: Currency;
  readonly minPayoutRatio?: string;
  /** What it was expected to pay when it was placed. */
  readonly payout: Decimal;
  readonly idempotencyKey: string;
  /** Signed by the wallet; without it, the service bets within the allowance. */
  readonly transaction?: string;
}

const nameOf = (marketId: string) => `tote-bet ${apiUrl} ${marketId}`;

export function keepBet(bet: KeptBet): void {
  const fields = Object.entries(bet).filter(([, value]) => value !== undefined);
  sessionStorage.setItem(nameOf(bet.marketId), new URLSearchParams(fields).toString());
}

export function findBet(marketId: string): KeptBet | undefined {
  const text = sessionStorage.getItem(nameOf(marketId));
  return text === null
    ? undefined
    : (Object.fromEntries(new URLSearchParams(text)) as unknown as KeptBet);
}

/** Does nothing if the next bet has taken its place. */
export function forgetBet({ marketId, idempotencyKey }: KeptBet): void {
  if (findBet(marketId)?.idempotencyKey === idempotencyKey) {
    sessionStorage.removeItem(nameOf(marketId));
  }
}
