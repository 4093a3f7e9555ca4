import type { Key } from '../../ledger/key.ts';
import type { Commitment, Landed, Ledger, Written } from '../../ledger/ledger.ts';
import type { Params } from '../params.ts';

export interface Subscription {
  slot?(slot: bigint): void;
  transaction?(landed: Landed, at: Commitment): void;
  accounts?(written: Written, at: Commitment): void;
  readonly address?: Key;
  begin?(): void;
}

export interface SubscriptionContext {
  ledger: Ledger;
  send(result: unknown): void;
  end(): void;
}

export type Subscribe = (params: Params, context: SubscriptionContext) => Subscription;
