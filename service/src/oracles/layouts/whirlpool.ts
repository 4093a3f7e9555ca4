import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { WHIRLPOOL_PROGRAM } from '../programs.ts';
import { type Reading, readable } from '../reading.ts';
import { openAccount } from './layout.ts';

const DISCRIMINATOR = '3f95d10ce1806309';
const LENGTH = 653;

export interface Whirlpool {
  readonly tickSpacing: number;
  /** Millionths. */
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
    discriminator: DISCRIMINATOR,
    lengthMin: LENGTH,
    lengthMax: LENGTH,
  });
  if (!opened.ok) return opened;
  const bytes = opened.value;
  return readable({
    tickSpacing: bytes.u16(41),
    feeRate: bytes.u16(45),
    liquidity: bytes.u128(49),
    sqrtPrice: bytes.u128(65),
    tick: bytes.i32(81),
    mintA: bytes.address(101),
    vaultA: bytes.address(133),
    mintB: bytes.address(181),
    vaultB: bytes.address(213),
  });
}
