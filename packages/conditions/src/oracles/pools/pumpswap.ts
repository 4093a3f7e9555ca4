import { decoderOf } from '../layouts/layout.ts';
import { PUMPSWAP_PROGRAM } from '../programs.ts';
import { decodePool, type PoolProgram, priceOfVaults } from './pool.ts';

/** Meteora's pools have the same discriminator: only the owner distinguishes them. */
export const PUMPSWAP_POOL_DISCRIMINATOR = 'f19a6d0411b16dbc';
/** Either of the two may be SOL. */
const MINT_OFFSETS = [43, 75] as const;

export const decodePumpSwapPool = decoderOf(
  {
    ...{ owners: [PUMPSWAP_PROGRAM], discriminator: PUMPSWAP_POOL_DISCRIMINATOR },
    ...{ lengthMin: 211, lengthKnown: 271 },
  },
  (bytes) => ({
    mints: bytes.addresses(...MINT_OFFSETS),
    vaults: bytes.addresses(139, 171),
    /** Virtual quote reserve: part of the price, but not in a vault. May be negative. */
    virtualQuoteReserves: bytes.i128(245),
  }),
);

export const pumpSwap: PoolProgram = {
  name: 'PumpSwap',
  program: PUMPSWAP_PROGRAM,
  search: { discriminator: PUMPSWAP_POOL_DISCRIMINATOR, mintOffsets: MINT_OFFSETS },
  decode: decodePool(decodePumpSwapPool, ({ virtualQuoteReserves, ...pair }, account) => ({
    ...pair,
    price: (sample) => priceOfVaults(account, sample, pair, [0n, -virtualQuoteReserves]),
  })),
};
