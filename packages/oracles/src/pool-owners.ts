import { type Address, address } from '@solana/kit';
import {
  findLaunchLabPoolAddress,
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
} from './derived-addresses.ts';

/** They own the vaults of all pools of a program: Raydium's CPMM, its first AMM, LaunchLab. */
const AUTHORITIES: readonly Address[] = [
  address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'),
  address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'),
  address('WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh'),
];

/** Who holds the token for a pool or a curve, and so is no holder. */
export async function findPoolOwners(mint: Address): Promise<Set<Address>> {
  const derived = await Promise.all([
    findPumpCurveAddress(mint),
    findPumpSwapPoolAddress(mint),
    findLaunchLabPoolAddress(mint),
  ]);
  return new Set([...AUTHORITIES, ...derived]);
}
