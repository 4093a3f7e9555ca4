// The interface of a subscription kind: its handlers, and the context that it gets.
import type { Key } from '../../ledger/key.ts';
import type { Commitment, Landed, Ledger, Written } from '../../ledger/ledger.ts';
import type { Params } from '../params.ts';

/** The handlers of one subscription. */
export interface Subscription {
  slot?(slot: bigint): void;
  transaction?(landed: Landed, at: Commitment): void;
  accounts?(written: Written, at: Commitment): void;
  /** If set, `accounts` is called only for writes to this account. */
  readonly address?: Key;
  /** Called once, after the client has got the subscription's id. */
  begin?(): void;
}

/** The ledger, and the functions to notify the client. */
export interface SubscriptionContext {
  ledger: Ledger;
  send(result: unknown): void;
  /** Ends the subscription. */
  end(): void;
}

export type Subscribe = (params: Params, context: SubscriptionContext) => Subscription;
