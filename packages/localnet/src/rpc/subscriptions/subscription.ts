// What every kind of subscription supplies, and what it is given.
import type { Key } from '../../ledger/key.ts';
import type { Commitment, Landed, Ledger, Written } from '../../ledger/ledger.ts';
import type { Params } from '../params.ts';

/** One subscription: what it wants to hear of. */
export interface Subscription {
  slot?(slot: bigint): void;
  transaction?(landed: Landed, at: Commitment): void;
  accounts?(written: Written, at: Commitment): void;
  /** Then `accounts` is told only of what wrote this one. */
  readonly address?: Key;
  /** Once, when the client knows its subscription. */
  begin?(): void;
}

/** What a subscription has to work with. */
export interface Outlet {
  ledger: Ledger;
  send(result: unknown): void;
  /** Nothing more will come. */
  end(): void;
}

export type Subscribe = (params: Params, outlet: Outlet) => Subscription;
