// Layout of a PumpSwap pool account.
import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { PUMPSWAP_PROGRAM } from '../programs.ts';
import { type Reading, readable } from '../reading.ts';
import { openAccount } from './layout.ts';

/** Meteora's pools have the same discriminator: only the owner distinguishes them. */
export const PUMPSWAP_POOL_DISCRIMINATOR = 'f19a6d0411b16dbc';
/** Either of the two may be SOL. */
export const PUMPSWAP_MINT_OFFSETS = [43, 75] as const;
const LENGTH_MIN = 211;
const LENGTH_KNOWN = 271;

interface PumpSwapPool {
  readonly index: number;
  readonly creator: Address;
  readonly baseMint: Address;
  readonly quoteMint: Address;
  readonly lpMint: Address;
  readonly baseVault: Address;
  readonly quoteVault: Address;
  readonly lpSupply: bigint;
  /** Virtual quote reserve: part of the price, but not in a vault. May be negative. */
  readonly virtualQuoteReserves: bigint;
}

export function decodePumpSwapPool(account: AccountSnapshot): Reading<PumpSwapPool> {
  const opened = openAccount(account, {
    owners: [PUMPSWAP_PROGRAM],
    discriminator: PUMPSWAP_POOL_DISCRIMINATOR,
    lengthMin: LENGTH_MIN,
  });
  if (!opened.ok) return opened;
  const bytes = opened.value.padded(LENGTH_KNOWN);
  return readable({
    index: bytes.u16(9),
    creator: bytes.address(11),
    baseMint: bytes.address(PUMPSWAP_MINT_OFFSETS[0]),
    quoteMint: bytes.address(PUMPSWAP_MINT_OFFSETS[1]),
    lpMint: bytes.address(107),
    baseVault: bytes.address(139),
    quoteVault: bytes.address(171),
    lpSupply: bytes.u64(203),
    virtualQuoteReserves: bytes.i128(245),
  });
}
