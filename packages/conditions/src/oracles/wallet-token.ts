import type { Address } from '@solana/kit';
import { Bytes } from './layouts/layout.ts';
import { decodeTokenAccount } from './layouts/token-account.ts';
import { isSwitchedOn, SWITCHES } from './layouts/token-extensions.ts';

export interface WalletToken {
  readonly owner: Address;
  readonly amount: bigint;
  readonly isFrozen: boolean;
  readonly isCpiGuarded: boolean;
  /** It takes no transfer without a memo, and the program sends none. */
  readonly requiresMemo: boolean;
}

/** Undefined if it is no account of this mint. */
export function readWalletToken(
  mint: Address,
  account: { address: Address; owner: Address; data: Uint8Array },
): WalletToken | undefined {
  const reading = decodeTokenAccount(account);
  if (!reading.ok || reading.value.mint !== mint) return undefined;
  const bytes = new Bytes(account.data);
  return {
    ...reading.value,
    isCpiGuarded: isSwitchedOn(bytes, SWITCHES.cpiGuard),
    requiresMemo: isSwitchedOn(bytes, SWITCHES.memoRequired),
  };
}

/** Why the program cannot pay the wallet there; undefined if it can. */
export function findObstacle(token: WalletToken | undefined, wallet: Address) {
  if (token?.owner !== wallet) return 'owner';
  if (token.isFrozen) return 'frozen';
  return token.requiresMemo ? 'memo' : undefined;
}
