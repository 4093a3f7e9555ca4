import { decoderOf } from '../layouts/layout.ts';
import { PUMPSWAP_PROGRAM } from '../programs.ts';
import { decodePool, type PoolProgram, priceOfReserves, readVaults } from './pool.ts';

/** Meteora's pools have the same discriminator: only the owner distinguishes them. */
export const PUMPSWAP_POOL_DISCRIMINATOR = 'f19a6d0411b16dbc';
/** Either of the two may be SOL. */
const PUMPSWAP_MINT_OFFSETS = [43, 75] as const;

export const decodePumpSwapPool = decoderOf(
  {
    owners: [PUMPSWAP_PROGRAM],
    discriminator: PUMPSWAP_POOL_DISCRIMINATOR,
    lengthMin: 211,
    lengthKnown: 271,
  },
  (bytes) => ({
    index: bytes.u16(9),
    creator: bytes.address(11),
    baseMint: bytes.address(PUMPSWAP_MINT_OFFSETS[0]),
    quoteMint: bytes.address(PUMPSWAP_MINT_OFFSETS[1]),
    lpMint: bytes.address(107),
    baseVault: bytes.address(139),
    quoteVault: bytes.address(171),
    lpSupply: bytes.u64(203),
    /** Virtual quote reserve: part of the price, but not in a vault. May be negative. */
    virtualQuoteReserves: bytes.i128(245),
  }),
);

export const pumpSwap: PoolProgram = {
  name: 'PumpSwap',
  program: PUMPSWAP_PROGRAM,
  search: { discriminator: PUMPSWAP_POOL_DISCRIMINATOR, mintOffsets: PUMPSWAP_MINT_OFFSETS },
  decode: decodePool(
    decodePumpSwapPool,
    ({ baseMint, quoteMint, baseVault, quoteVault, virtualQuoteReserves }, account) => {
      const pair = { mints: [baseMint, quoteMint], vaults: [baseVault, quoteVault] } as const;
      return {
        ...pair,
        price(sample) {
          const held = readVaults(sample, pair);
          if (!held.ok) return held;
          const [base, quote] = held.value;
          return priceOfReserves(account, [base, quote + virtualQuoteReserves]);
        },
      };
    },
  ),
};
