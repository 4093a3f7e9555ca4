import { type Address, address } from '@solana/kit';
import {
  findLaunchLabPoolAddress,
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
} from './derived-addresses.ts';

/** Owners of the vaults of all pools of a program: Raydium's CPMM, its first AMM, LaunchLab. */
const AUTHORITIES: readonly Address[] = [
  address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'),
  address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'),
  address('WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh'),
];

/** Owners of a token's pool and curve vaults, which are not holders. */
export async function findPoolOwners(mint: Address): Promise<Set<Address>> {
  const derived = await Promise.all([
    findPumpCurveAddress(mint),
    findPumpSwapPoolAddress(mint),
    findLaunchLabPoolAddress(mint),
  ]);
  return new Set([...AUTHORITIES, ...derived]);
}
