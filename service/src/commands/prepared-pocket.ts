// What a wallet holds itself, outside the program.
import type { Address } from '@solana/kit';
import { findAssociatedTokenPda } from '@solana-program/token';
import { TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';
import type { PrepareContext } from './prepared-context.ts';

const TOKEN_ACCOUNT_BYTES = 165;
const AMOUNT_AT = 64;

export interface Pocket {
  readonly SOL: bigint;
  readonly UTILITY: bigint;
  /** The wallet's associated token account, whether it exists or not. */
  readonly tokenAccount: Address;
  readonly hasTokenAccount: boolean;
}

export async function readPocket(
  { chain, config }: PrepareContext,
  wallet: Address,
): Promise<Pocket> {
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
