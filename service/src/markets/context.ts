import type { MarketId } from '@tote/chain/ids';
import type { AskedAttestation } from '@tote/conditions/condition-input';
import type { PriceUpdates } from '@tote/conditions/oracles/price-updates';
import type { Currency, Outcome, UnixSeconds } from '@tote/domain';
import type { BetContext } from '../bets/bettor-cache.ts';
import type { AmountText } from '../bets/check-bet.ts';
import type { WebReader } from '../keeper/observe/web/web-reader.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { PreparedTransaction } from '../submissions/prepare/draft.ts';

export interface MarketContext extends BetContext {
  readonly priceUpdates: PriceUpdates;
  readonly web: WebReader;
}

export interface CreateMarketInput {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  readonly closesAt?: UnixSeconds;
  readonly currency: Currency;
  readonly condition?: unknown;
  readonly attestation?: AskedAttestation;
  /** At most one per outcome, Yes first. */
  readonly initialStakes?: readonly { readonly outcome: Outcome; readonly amount: AmountText }[];
  /** Set for a round of a series: its nonce makes it unique, and no limit of creators applies. */
  readonly round?: { readonly series: string; readonly nonce: bigint };
  /** Refuses a market that is not what the request says of it, before anything is stored. */
  confirm?(market: MarketView): void;
}

export type PreviewMarketInput = Omit<CreateMarketInput, 'expiresAt'> &
  Partial<Pick<CreateMarketInput, 'expiresAt'>>;

export interface CreatedMarket {
  readonly market: MarketView;
  readonly transactionId: string;
  /** `pending` when it was not confirmed in time; `market` is then the expected one. */
  readonly state: 'pending' | 'confirmed';
  readonly warnings: readonly string[];
}

export interface PreparedMarket extends PreparedTransaction {
  readonly marketId: MarketId;
  readonly warnings: readonly string[];
}
