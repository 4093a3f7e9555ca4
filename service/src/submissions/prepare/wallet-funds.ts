// Reads what a wallet holds itself, outside the program.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { Bytes } from '@tote/conditions/oracles/layouts/layout';
import { decodeTokenAccount } from '@tote/conditions/oracles/layouts/token-account';
import { isSwitchedOn, SWITCHES } from '@tote/conditions/oracles/layouts/token-extensions';
import { findTokenAccount, type UtilityToken } from '@tote/program-client';

/** A token account of UTILITY. */
export interface WalletToken {
  readonly owner: Address;
  readonly amount: bigint;
  readonly isFrozen: boolean;
  /** Programs may not move its tokens with the owner's signature. */
  readonly isCpiGuarded: boolean;
  /** It takes no transfer without a memo, and the program sends none. */
  readonly requiresMemo: boolean;
}

export interface WalletFunds {
  readonly SOL: bigint;
  /** The wallet's associated token account, whether it exists or not. */
  readonly tokenAccount: Address;
  readonly token: WalletToken | undefined;
}

export async function readWalletFunds(
  { chain, config }: { chain: Pick<Chain, 'rpc'>; config: UtilityToken },
  wallet: Address,
): Promise<WalletFunds> {
  const tokenAccount = await findTokenAccount(wallet, config);
  const { value } = await chain.rpc
    .getMultipleAccounts([wallet, tokenAccount], { commitment: 'confirmed', encoding: 'base64' })
    .send();
  const [own, token] = value;
  return {
    SOL: own?.lamports ?? 0n,
    tokenAccount,
    token: token ? readToken(config, tokenAccount, token) : undefined,
  };
}

/** The token account that is named; undefined if it is none, or of another token. */
export async function readTokenAccount(
  { chain, config }: { chain: Pick<Chain, 'rpc'>; config: UtilityToken },
  account: Address,
): Promise<WalletToken | undefined> {
  const { value } = await chain.rpc
    .getAccountInfo(account, { commitment: 'confirmed', encoding: 'base64' })
    .send();
  return value ? readToken(config, account, value) : undefined;
}

function readToken(
  { utilityMint }: UtilityToken,
  address: Address,
  { owner, data: [base64] }: { owner: Address; data: readonly [string, string] },
): WalletToken | undefined {
  const data = new Uint8Array(Buffer.from(base64, 'base64'));
  const reading = decodeTokenAccount({ address, owner, data });
  if (!reading.ok || reading.value.mint !== utilityMint) return undefined;
  const bytes = new Bytes(data);
  return {
    ...reading.value,
    isCpiGuarded: isSwitchedOn(bytes, SWITCHES.cpiGuard),
    requiresMemo: isSwitchedOn(bytes, SWITCHES.memoRequired),
  };
}
