// The platform's token on the embedded chain. On a cluster it exists before we do.
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

/** Follows from the admin's address, so that a start that was cut off finds it again. */
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

/** Makes the mint and the token accounts of `owners`, as far as they are missing. */
export async function ensureUtility(
  chain: Chain,
  { admin, mint, owners }: { admin: Key; mint: Address; owners: readonly Address[] },
): Promise<void> {
  const tokenAccounts = await Promise.all(owners.map((owner) => findTokenAccount(owner, mint)));
  const [mintIsThere, ...areThere] = await findPresence(chain, [mint, ...tokenAccounts]);
  const instructions: Instruction[] = mintIsThere ? [] : await createMint(chain, admin, mint);
  owners.forEach((owner, index) => {
    const ata = tokenAccounts[index] as Address;
    if (areThere[index]) return;
    const input = { payer: admin.signer, ata, owner, mint };
    instructions.push(getCreateAssociatedTokenIdempotentInstruction(input));
  });
  if (instructions.length > 0) await chain.send(instructions, [admin]);
}

async function findPresence(chain: Chain, addresses: readonly Address[]): Promise<boolean[]> {
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
    // Without a freeze authority: one that can freeze could hold the vault.
    getInitializeMint2Instruction({
      mint,
      decimals: DECIMALS.UTILITY,
      mintAuthority: admin.address,
      freezeAuthority: null,
    }),
  ];
}
