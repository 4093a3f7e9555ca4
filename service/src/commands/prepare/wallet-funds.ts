// Reads what a wallet holds itself, outside the program.
import type { Address } from '@solana/kit';
import { findAssociatedTokenPda } from '@solana-program/token';
import { bytesToAddress } from '@tote/chain/address-bytes';
import { TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';
import type { PrepareContext } from '../../submissions/wallet/context.ts';

const TOKEN_ACCOUNT_BYTES = 165;
const AMOUNT_AT = 64;
const STATE_AT = 108;
const INITIALIZED = 1;

export interface WalletFunds {
  readonly SOL: bigint;
  readonly UTILITY: bigint;
  /** The wallet's associated token account, whether it exists or not. */
  readonly tokenAccount: Address;
  readonly hasTokenAccount: boolean;
}

export async function readWalletFunds(
  { chain, config }: PrepareContext,
  wallet: Address,
): Promise<WalletFunds> {
  const mint = config.utilityMint;
  const seeds = { owner: wallet, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const [tokenAccount] = await findAssociatedTokenPda(seeds);
  const { value } = await chain.rpc
    .getMultipleAccounts([wallet, tokenAccount], { commitment: 'confirmed', encoding: 'base64' })
    .send();
  const [own, token] = value;
  const data = token ? Buffer.from(token.data[0], 'base64') : undefined;
  const hasTokenAccount =
    token?.owner === TOKEN_PROGRAM_ADDRESS && data?.length === TOKEN_ACCOUNT_BYTES;
  return {
    SOL: own?.lamports ?? 0n,
    UTILITY: hasTokenAccount && data ? data.readBigUInt64LE(AMOUNT_AT) : 0n,
    tokenAccount,
    hasTokenAccount,
  };
}

/** Whether the program would pay UTILITY of this wallet into the account. */
export async function isTokenAccountOf(
  { chain, config }: Pick<PrepareContext, 'chain' | 'config'>,
  account: Address,
  wallet: Address,
): Promise<boolean> {
  const { value } = await chain.rpc
    .getAccountInfo(account, { commitment: 'confirmed', encoding: 'base64' })
    .send();
  const data = value && new Uint8Array(Buffer.from(value.data[0], 'base64'));
  if (value?.owner !== TOKEN_PROGRAM_ADDRESS || data?.length !== TOKEN_ACCOUNT_BYTES) return false;
  const [mint, owner] = [data.subarray(0, 32), data.subarray(32, 64)].map(bytesToAddress);
  // A frozen account cannot receive. Our mint has no freeze authority, so none should be.
  return mint === config.utilityMint && owner === wallet && data[STATE_AT] === INITIALIZED;
}
