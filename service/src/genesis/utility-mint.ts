// Creates the UTILITY mint on the embedded chain. On a cluster it exists already.
import { type Address, createAddressWithSeed, type Instruction } from '@solana/kit';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
} from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import { DECIMALS } from '@tote/domain';
import { TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';

const SEED = 'utility-mint';

/** Derived from the admin's address, so that a start after an interrupted one finds it. */
export function findEmbeddedMint(admin: Address): Promise<Address> {
  return createAddressWithSeed({
    baseAddress: admin,
    programAddress: TOKEN_PROGRAM_ADDRESS,
    seed: SEED,
  });
}

export async function findTokenAccount(owner: Address, mint: Address): Promise<Address> {
  const seeds = { owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  return (await findAssociatedTokenPda(seeds))[0];
}

/** Creates the mint and the token accounts of `owners` where they are missing. */
export async function ensureUtility(
  chain: Chain,
  { admin, mint, owners }: { admin: Key; mint: Address; owners: readonly Address[] },
): Promise<void> {
  const tokenAccounts = await Promise.all(owners.map((owner) => findTokenAccount(owner, mint)));
  const [hasMint, ...hasAccount] = await listExisting(chain, [mint, ...tokenAccounts]);
  const instructions: Instruction[] = hasMint ? [] : await createMint(chain, admin, mint);
  owners.forEach((owner, index) => {
    const ata = tokenAccounts[index] as Address;
    if (hasAccount[index]) return;
    const input = { payer: admin.signer, ata, owner, mint };
    instructions.push(getCreateAssociatedTokenIdempotentInstruction(input));
  });
  if (instructions.length > 0) await chain.send(instructions, [admin]);
}

async function listExisting(chain: Chain, addresses: readonly Address[]): Promise<boolean[]> {
  const { value } = await chain.rpc
    .getMultipleAccounts(addresses, { commitment: 'confirmed', encoding: 'base64' })
    .send();
  return value.map((account) => account !== null);
}

async function createMint(chain: Chain, admin: Key, mint: Address): Promise<Instruction[]> {
  const space = BigInt(getMintSize());
  const amount = await chain.rpc.getMinimumBalanceForRentExemption(space).send();
  return [
    getCreateAccountWithSeedInstruction({
      payer: admin.signer,
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
