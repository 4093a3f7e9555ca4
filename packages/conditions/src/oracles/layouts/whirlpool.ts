// Layout of an Orca Whirlpool account.
import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { WHIRLPOOL_PROGRAM } from '../programs.ts';
import { type Reading, readable } from '../reading.ts';
import { openAccount } from './layout.ts';

export const WHIRLPOOL_DISCRIMINATOR = '3f95d10ce1806309';
export const WHIRLPOOL_LENGTH = 653;
/** The program requires the mint with the lower address first. */
export const WHIRLPOOL_MINT_OFFSETS = [101, 181] as const;

export interface Whirlpool {
  readonly tickSpacing: number;
  /** In millionths. */
  readonly feeRate: number;
  readonly liquidity: bigint;
  /** Square root of the price of A in B, in base units, x 2^64. */
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly mintA: Address;
  readonly vaultA: Address;
  readonly mintB: Address;
  readonly vaultB: Address;
}

export function decodeWhirlpool(account: AccountSnapshot): Reading<Whirlpool> {
  const opened = openAccount(account, {
    owners: [WHIRLPOOL_PROGRAM],
    discriminator: WHIRLPOOL_DISCRIMINATOR,
    lengthMin: WHIRLPOOL_LENGTH,
    lengthMax: WHIRLPOOL_LENGTH,
  });
  if (!opened.ok) return opened;
  const bytes = opened.value;
  return readable({
    tickSpacing: bytes.u16(41),
    feeRate: bytes.u16(45),
    liquidity: bytes.u128(49),
    sqrtPrice: bytes.u128(65),
    tick: bytes.i32(81),
    mintA: bytes.address(WHIRLPOOL_MINT_OFFSETS[0]),
    vaultA: bytes.address(133),
    mintB: bytes.address(WHIRLPOOL_MINT_OFFSETS[1]),
    vaultB: bytes.address(213),
  });
}
