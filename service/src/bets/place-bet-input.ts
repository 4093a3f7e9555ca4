import type { Currency } from '@tote/domain';

/** An amount as text, until the decimals of its currency are known. */
export interface AmountText {
  readonly text: string;
  /** A JSON number may have an exponent, a string may not. */
  readonly isJsonNumber: boolean;
}

export interface PlaceBetInput {
  readonly marketId: string;
  readonly outcome: string;
  readonly amount: AmountText;
  readonly currency?: Currency;
}
