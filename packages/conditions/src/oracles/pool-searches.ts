// Search filters for the SOL pools of a token, by the bytes of their mints. They cover the programs
// with which anyone can open pools.
import { type Address, getAddressEncoder } from '@solana/kit';
import {
  CPMM_MINT_OFFSETS,
  CPMM_POOL_DISCRIMINATOR,
  CPMM_POOL_LENGTH,
} from './layouts/cpmm-pool.ts';
import { PUMPSWAP_MINT_OFFSETS, PUMPSWAP_POOL_DISCRIMINATOR } from './layouts/pumpswap-pool.ts';
import {
  WHIRLPOOL_DISCRIMINATOR,
  WHIRLPOOL_LENGTH,
  WHIRLPOOL_MINT_OFFSETS,
} from './layouts/whirlpool.ts';
import { CPMM_PROGRAM, PUMPSWAP_PROGRAM, WHIRLPOOL_PROGRAM, WRAPPED_SOL } from './programs.ts';

export interface PoolSearch {
  readonly program: Address;
  readonly discriminator: string;
  /** Undefined if pools have several lengths. */
  readonly length?: number;
  readonly mints: readonly { readonly offset: number; readonly mint: Address }[];
}

export function listPoolSearches(mint: Address): readonly PoolSearch[] {
  if (mint === WRAPPED_SOL) return [];
  const inOrder = isBefore(mint, WRAPPED_SOL)
    ? ([mint, WRAPPED_SOL] as const)
    : ([WRAPPED_SOL, mint] as const);
  const pumpSwap = { program: PUMPSWAP_PROGRAM, discriminator: PUMPSWAP_POOL_DISCRIMINATOR };
  return [
    { ...pumpSwap, mints: at(PUMPSWAP_MINT_OFFSETS, [mint, WRAPPED_SOL]) },
    { ...pumpSwap, mints: at(PUMPSWAP_MINT_OFFSETS, [WRAPPED_SOL, mint]) },
    {
      program: CPMM_PROGRAM,
      discriminator: CPMM_POOL_DISCRIMINATOR,
      length: CPMM_POOL_LENGTH,
      mints: at(CPMM_MINT_OFFSETS, inOrder),
    },
    {
      program: WHIRLPOOL_PROGRAM,
      discriminator: WHIRLPOOL_DISCRIMINATOR,
      length: WHIRLPOOL_LENGTH,
      mints: at(WHIRLPOOL_MINT_OFFSETS, inOrder),
    },
  ];
}

type Pair<T> = readonly [T, T];

function at(offsets: Pair<number>, mints: Pair<Address>): PoolSearch['mints'] {
  return [
    { offset: offsets[0], mint: mints[0] },
    { offset: offsets[1], mint: mints[1] },
  ];
}

/** Compares addresses by their bytes, as the programs do. */
function isBefore(a: Address, b: Address): boolean {
  const encoder = getAddressEncoder();
  return Buffer.compare(Buffer.from(encoder.encode(a)), Buffer.from(encoder.encode(b))) < 0;
}
