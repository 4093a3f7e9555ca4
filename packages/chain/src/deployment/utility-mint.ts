import { type Address, createAddressWithSeed, type Instruction } from '@solana/kit';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
} from '@solana-program/token';
import { DECIMALS } from '@tote/domain';
import { findTokenAccount, TOKEN_PROGRAM_ADDRESS, type UtilityToken } from '@tote/program-client';
import type { Chain } from '../chain.ts';
import type { Key } from '../key.ts';

const SEED = 'utility-mint';

/** A classic mint, derived from the admin's address, so that an interrupted run finds it. */
export function findDerivedMint(admin: Address): Promise<Address> {
  return createAddressWithSeed({
    baseAddress: admin,
    programAddress: TOKEN_PROGRAM_ADDRESS,
    seed: SEED,
  });
}

interface UtilityAccounts extends UtilityToken {
  readonly admin: Key;
  readonly payer?: Key;
  readonly owners: readonly Address[];
}

export async function ensureUtility(chain: Chain, accounts: UtilityAccounts): Promise<void> {
  const { instructions } = await buildUtility(chain, accounts);
  if (instructions.length > 0) await chain.send(instructions, [accounts.admin]);
}

export async function buildUtility(
  chain: Pick<Chain, 'rpc'>,
  { admin, payer = admin, owners, ...utility }: UtilityAccounts,
): Promise<{ instructions: Instruction[]; hasMint: boolean; missing: readonly Address[] }> {
  const { utilityMint: mint, tokenProgram } = utility;
  const tokenAccounts = await Promise.all(owners.map((owner) => findTokenAccount(owner, utility)));
  const [hasMint = false, ...hasAccount] = await listExisting(chain, [mint, ...tokenAccounts]);
  const instructions = hasMint ? [] : await createMint(chain, { admin, payer, mint });
  const missing = owners.filter((_, index) => !hasAccount[index]);
  owners.forEach((owner, index) => {
    const ata = tokenAccounts[index] as Address;
    if (hasAccount[index]) return;
    const input = { payer: payer.signer, ata, owner, mint, tokenProgram };
    instructions.push(getCreateAssociatedTokenIdempotentInstruction(input));
  });
  return { instructions, hasMint, missing };
}

async function listExisting(chain: Pick<Chain, 'rpc'>, addresses: readonly Address[]) {
  const { value } = await chain.rpc
    .getMultipleAccounts(addresses, { commitment: 'confirmed', encoding: 'base64' })
    .send();
  return value.map((account) => account !== null);
}

async function createMint(
  chain: Pick<Chain, 'rpc'>,
  { admin, payer, mint }: { admin: Key; payer: Key; mint: Address },
): Promise<Instruction[]> {
  const space = BigInt(getMintSize());
  const amount = await chain.rpc.getMinimumBalanceForRentExemption(space).send();
  return [
    getCreateAccountWithSeedInstruction({
      payer: payer.signer,
      newAccount: mint,
      base: admin.address,
      baseAccount: admin.signer,
      seed: SEED,
      amount,
      space,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    // Without a freeze authority, because it could freeze the vault.
    getInitializeMint2Instruction({
      mint,
      decimals: DECIMALS.UTILITY,
      mintAuthority: admin.address,
      freezeAuthority: null,
    }),
  ];
}
