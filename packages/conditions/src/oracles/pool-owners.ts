// The pool programs and launchpads that we know. What their vaults hold is nobody's holding yet.
import { type Address, address } from '@solana/kit';
import { findVaultAuthority } from './derived-addresses.ts';
import {
  CPMM_PROGRAM,
  LAUNCHLAB_PROGRAM,
  METEORA_DAMM_PROGRAM,
  METEORA_DBC_PROGRAM,
  PUMP_PROGRAM,
  PUMPSWAP_PROGRAM,
  RAYDIUM_AMM_PROGRAM,
  WHIRLPOOL_PROGRAM,
} from './programs.ts';

interface LeftOutProgram {
  readonly name: string;
  readonly program: Address;
  /** The seed of the one address that owns all vaults; left out: each pool owns its own. */
  readonly authoritySeed?: string;
}

export const LEFT_OUT_PROGRAMS: readonly LeftOutProgram[] = [
  { name: 'pump.fun', program: PUMP_PROGRAM },
  { name: 'PumpSwap', program: PUMPSWAP_PROGRAM },
  {
    name: 'Raydium CPMM',
    program: CPMM_PROGRAM,
    authoritySeed: 'vault_and_lp_mint_auth_seed',
  },
  { name: 'Raydium LaunchLab', program: LAUNCHLAB_PROGRAM, authoritySeed: 'vault_auth_seed' },
  {
    name: 'Raydium AMM v4',
    program: RAYDIUM_AMM_PROGRAM,
    authoritySeed: 'amm authority',
  },
  { name: 'Raydium CLMM', program: address('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK') },
  { name: 'Orca Whirlpool', program: WHIRLPOOL_PROGRAM },
  {
    name: 'Meteora DBC',
    program: METEORA_DBC_PROGRAM,
    authoritySeed: 'pool_authority',
  },
  {
    name: 'Meteora DAMM v2',
    program: METEORA_DAMM_PROGRAM,
    authoritySeed: 'pool_authority',
  },
  { name: 'Meteora DLMM', program: address('LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo') },
  // Its pools keep their tokens in the vaults of another program.
  { name: 'Meteora DAMM v1', program: address('24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi') },
];

/** It takes a read to tell a pool from a wallet, so a pool with less is counted like a wallet. */
export const LOOKED_UP_MAX = 400;

/** For the `details` of a market. */
export const LEFT_OUT_WORDS =
  `The vaults of ${LEFT_OUT_PROGRAMS.map(({ name }) => name).join(', ')} are not counted, if ` +
  `they are among the ${LOOKED_UP_MAX} largest owners.`;

export const nameOfPools = (program: string) =>
  LEFT_OUT_PROGRAMS.find((each) => each.program === program)?.name ?? 'unknown';

/** The addresses that own the vaults of all pools of a program, with the program. */
export async function findVaultAuthorities(): Promise<Map<Address, Address>> {
  const found = LEFT_OUT_PROGRAMS.map(async ({ program, authoritySeed: seed }) =>
    seed === undefined ? [] : [[await findVaultAuthority(program, seed), program] as const],
  );
  return new Map((await Promise.all(found)).flat());
}
