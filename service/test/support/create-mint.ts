// Creates an ordinary SPL token.
import type { Address } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  AuthorityType,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import { createKey, type Key } from '@tote/chain/key';
import { findTokenAccount, TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';

export interface NewMint {
  /** Pays, and receives the whole supply. */
  readonly owner: Key;
  readonly supply: bigint;
  readonly decimals: number;
  /** Keeps the mint authority. */
  readonly isMintable?: boolean;
}

export async function createMint(
  chain: Chain,
  { owner, supply, decimals, isMintable = false }: NewMint,
): Promise<{ mint: Address; tokens: Address }> {
  const key = await createKey();
  const mint = key.address;
  const space = BigInt(getMintSize());
  const lamports = await chain.rpc.getMinimumBalanceForRentExemption(space).send();
  const token = { utilityMint: mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const ata = await findTokenAccount(owner.address, token);
  const account = { payer: owner.signer, newAccount: key.signer, lamports, space };
  const mintAuthority = owner.address;
  const instructions = [
    getCreateAccountInstruction({ ...account, programAddress: TOKEN_PROGRAM_ADDRESS }),
    getInitializeMint2Instruction({ mint, decimals, mintAuthority, freezeAuthority: null }),
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: owner.signer, ata, owner: owner.address, mint },
    }),
    getMintToInstruction({ mint, token: ata, mintAuthority: owner.signer, amount: supply }),
  ];
  const giveUp = getSetAuthorityInstruction({
    ...{ owned: mint, owner: owner.signer, newAuthority: null },
    authorityType: AuthorityType.MintTokens,
  });
  await chain.send(isMintable ? instructions : [...instructions, giveUp], [owner, key]);
  return { mint, tokens: ata };
}
