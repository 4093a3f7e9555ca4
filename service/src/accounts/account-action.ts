import type { Currency, UnixSeconds } from '@tote/domain';
import type { AmountText } from '../bets/place-bet-input.ts';

export type AccountAction =
  | { readonly type: 'open'; readonly slots?: number }
  | { readonly type: 'grow'; readonly slots: number }
  | { readonly type: 'deposit'; readonly currency: Currency; readonly amount: AmountText }
  | {
      readonly type: 'withdraw';
      readonly currency: Currency;
      readonly amount: AmountText;
      /** UTILITY only: a token account of the wallet. Default: its associated one. */
      readonly tokenAccount?: string;
    }
  | {
      readonly type: 'delegate';
      /** Default: this service. Null: nobody. */
      readonly delegate?: string | null;
      readonly expiresAt?: UnixSeconds;
      readonly allowance?: Partial<Record<Currency, AmountText>>;
    }
  | { readonly type: 'autoWithdraw'; readonly enabled: boolean }
  /** Small rests may be left behind: SOL for the buyback, UTILITY to be burned. */
  | { readonly type: 'close'; readonly forfeitSol?: boolean; readonly forfeitUtility?: boolean };
