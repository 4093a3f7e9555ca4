import type { Address } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';

/** Where signed price updates of past moments come from. */
export interface PriceUpdates {
  /** Whether updates of the feed can be had here. */
  covers(feedId: string): boolean;
  /**
   * Puts the first update at or after the moment into an account of its own, where it stays at
   * least until `keptUntil`, and gives the account. Undefined while there is no such update.
   */
  post(wanted: WantedUpdate): Promise<Address | undefined>;
}

export interface WantedUpdate {
  readonly feedId: string;
  readonly moment: UnixSeconds;
  readonly keptUntil: UnixSeconds;
}

/** Nobody posts updates for us: only what others keep on chain can be used. */
export const NO_PRICE_UPDATES: PriceUpdates = {
  covers: () => false,
  post: async () => undefined,
};
