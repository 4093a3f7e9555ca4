import type { Address } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type { AccountSnapshot } from './account-snapshot.ts';

export interface PriceUpdates {
  covers(feedId: string): boolean;
  /** Whether somebody keeps the feed's account on chain up to date. Left out: as `covers` says. */
  watches?(feedId: string): boolean;
  /** When the newest price of the feed was published that this source has seen. */
  newest?(feedId: string): bigint | undefined;
  /**
   * Posts the first update at or after the given time to an account, if none has it yet, and
   * returns the account. It exists at least until the markets of that time have ended. Undefined
   * while there is no such update. Throws NoPriceUpdate if that is unknown.
   */
  post(wanted: WantedUpdate): Promise<Address | undefined>;
  /** Left out: nothing is left to close. */
  readonly opened?: OpenedUpdates;
}

export interface WantedUpdate {
  readonly feedId: string;
  readonly receiver: Address;
  readonly moment: UnixSeconds;
  readonly keptUntil: UnixSeconds;
  /** Whether the account would decide: what does not is not worth its fee. */
  accepts(account: AccountSnapshot): boolean;
  readonly signal?: AbortSignal;
}

export interface OpenedUpdates {
  list(): Promise<readonly OpenedUpdate[]>;
  /** Gets the rent back. Those that are closed already are left out. */
  close(updates: readonly OpenedUpdate[]): Promise<void>;
}

export interface OpenedUpdate {
  readonly address: Address;
  readonly receiver: Address;
  /** It belongs to the moments after the first and up to the second. */
  readonly previousPublishedAt: bigint;
  readonly publishedAt: bigint;
}

/** Why there is no update to use yet. The text is public. */
export class NoPriceUpdate extends Error {
  override readonly name = 'NoPriceUpdate';
}

/** No source: only updates that others have posted on chain can be used. */
export const NO_PRICE_UPDATES: PriceUpdates = {
  covers: () => false,
  post: async () => undefined,
};
