import { WHIRLPOOL_PROGRAM } from '../programs.ts';
import { type DecodedBy, decoderOf } from './layout.ts';

export const WHIRLPOOL_DISCRIMINATOR = '3f95d10ce1806309';
export const WHIRLPOOL_LENGTH = 653;
/** The program requires the mint with the lower address first. */
export const WHIRLPOOL_MINT_OFFSETS = [101, 181] as const;

export type Whirlpool = DecodedBy<typeof decodeWhirlpool>;

export const decodeWhirlpool = decoderOf(
  {
    owners: [WHIRLPOOL_PROGRAM],
    discriminator: WHIRLPOOL_DISCRIMINATOR,
    lengthMin: WHIRLPOOL_LENGTH,
    lengthMax: WHIRLPOOL_LENGTH,
  },
  (bytes) => ({
    tickSpacing: bytes.u16(41),
    /** In millionths. */
    feeRate: bytes.u16(45),
    liquidity: bytes.u128(49),
    /** Square root of the price of A in B, in base units, x 2^64. */
    sqrtPrice: bytes.u128(65),
    tick: bytes.i32(81),
    mintA: bytes.address(WHIRLPOOL_MINT_OFFSETS[0]),
    vaultA: bytes.address(133),
    mintB: bytes.address(WHIRLPOOL_MINT_OFFSETS[1]),
    vaultB: bytes.address(213),
  }),
);
