import type { Key } from '../../ledger/key.ts';
import type { Commitment, Landed, Ledger, Written } from '../../ledger/ledger.ts';
import type { Params } from '../params.ts';

export interface Subscription {
  slot?(slot: bigint): void;
  transaction?(landed: Landed, at: Commitment): void;
  accounts?(written: Written, at: Commitment): void;
  /** If set, `accounts` is called only for writes to this account. */
  readonly address?: Key;
  /** Called once, after the client has got the subscription's id. */
  begin?(): void;
}

export interface SubscriptionContext {
  ledger: Ledger;
  send(result: unknown): void;
  end(): void;
}

export type Subscribe = (params: Params, context: SubscriptionContext) => Subscription;
