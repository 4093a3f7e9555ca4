// The interface to a source of signed price updates.
import type { Address } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';

/** A source of signed price updates of past times. */
export interface PriceUpdates {
  /** Whether this source has updates of the feed. */
  covers(feedId: string): boolean;
  /**
   * Posts the first update at or after the given time to a new account and returns the account. It
   * exists at least until `keptUntil`. Undefined while there is no such update.
   */
  post(wanted: WantedUpdate): Promise<Address | undefined>;
}

export interface WantedUpdate {
  readonly feedId: string;
  readonly moment: UnixSeconds;
  readonly keptUntil: UnixSeconds;
}

/** No source: only updates that others have posted on chain can be used. */
export const NO_PRICE_UPDATES: PriceUpdates = {
  covers: () => false,
  post: async () => undefined,
};
