// Which addresses own the vaults of the programs that we know, and how rules say that these do not
// count as holders.
import type { Address } from '@solana/kit';
import { findVaultAuthority } from './derived-addresses.ts';
import { KNOWN_PROGRAMS } from './pools/all.ts';

/** It takes a read to tell a pool from a wallet, so a pool with less is counted like a wallet. */
export const LOOKED_UP_MAX = 400;

/** For the `details` of a market. */
export const LEFT_OUT_WORDS =
  `The vaults of ${KNOWN_PROGRAMS.map(({ name }) => name).join(', ')} are not counted, if ` +
  `they are among the ${LOOKED_UP_MAX} largest owners.`;

export const nameOfPools = (program: string) =>
  KNOWN_PROGRAMS.find((each) => each.program === program)?.name ?? 'unknown';

/** The addresses that own the vaults of all pools of a program, with the program. */
export async function findVaultAuthorities(): Promise<Map<Address, Address>> {
  const found = KNOWN_PROGRAMS.map(async ({ program, authoritySeed: seed }) =>
    seed === undefined ? [] : [[await findVaultAuthority(program, seed), program] as const],
  );
  return new Map((await Promise.all(found)).flat());
}
