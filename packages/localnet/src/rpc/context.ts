import type { NetworkClient } from '../chain-api.ts';
import type { Faucet } from '../faucet.ts';
import type { Key } from '../ledger/key.ts';
import type { Commitment, Landed, Ledger, Written } from '../ledger/ledger.ts';
import type { AirdropLimits } from './airdrop-limits.ts';
import { type Config, commitmentOf, optional, type Params, u64 } from './params.ts';
import { CODES, invalidParams, RpcError } from './rpc-error.ts';
import type { SlotTimes } from './slot-times.ts';

/** Version of the runtime in LiteSVM. */
export const API_VERSION = '4.2.0';

export interface Context {
  ledger: Ledger;
  faucet: Faucet;
  airdropLimits: AirdropLimits;
  slotTimes: SlotTimes;
  isHealthy: boolean;
  /** Counts what is about to be built for a network client; throws if that is too much. */
  charge?: (bytes: number) => void;
}

/** Without a client, the caller is code of this process. */
export type Method = (params: Params, context: Context, client?: NetworkClient) => unknown;

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

export interface At {
  commitment: Commitment;
  slot: bigint;
}

export function readAt({ ledger }: Context, settings: Config): At {
  const commitment = commitmentOf(settings);
  const slot = ledger.slotAt(commitment);
  checkMinContextSlot(settings, slot);
  return { commitment, slot };
}

export function checkMinContextSlot(settings: Config, slot: bigint): void {
  const least = optional(settings.minContextSlot, u64);
  if (least === undefined || slot >= least) return;
  throw new RpcError(CODES.minContextSlotNotReached, 'Minimum context slot has not been reached', {
    contextSlot: slot,
  });
}

export function checkAtLeastConfirmed(commitment: Commitment): void {
  if (commitment !== 'processed') return;
  throw invalidParams('Method does not support commitment below `confirmed`');
}

export const respond = <T>(slot: bigint, value: T) => ({
  context: { apiVersion: API_VERSION, slot },
  value,
});
