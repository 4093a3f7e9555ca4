import { decoderOf } from '../layouts/layout.ts';
import { WHIRLPOOL_PROGRAM } from '../programs.ts';
import { readable, unreadable } from '../reading.ts';
import { decodePool, type PoolProgram, ratioOfRoot, readVaults } from './pool.ts';

const DISCRIMINATOR = '3f95d10ce1806309';
const LENGTH = 653;
const MINT_OFFSETS = [101, 181] as const;

export const decodeWhirlpool = decoderOf(
  { owners: [WHIRLPOOL_PROGRAM], discriminator: DISCRIMINATOR, length: LENGTH },
  (bytes) => ({
    tickSpacing: bytes.u16(41),
    /** In millionths. */
    feeRate: bytes.u16(45),
    liquidity: bytes.u128(49),
    /** Square root of the price of A in B, in base units, x 2^64. */
    sqrtPrice: bytes.u128(65),
    tick: bytes.i32(81),
    mintA: bytes.address(MINT_OFFSETS[0]),
    vaultA: bytes.address(133),
    mintB: bytes.address(MINT_OFFSETS[1]),
    vaultB: bytes.address(213),
  }),
);

/** The account contains the price. The depth is what the vaults hold. */
export const whirlpool: PoolProgram = {
  name: 'Orca Whirlpool',
  program: WHIRLPOOL_PROGRAM,
  search: {
    discriminator: DISCRIMINATOR,
    length: LENGTH,
    mintOffsets: MINT_OFFSETS,
    isSorted: true,
  },
  decode: decodePool(
    decodeWhirlpool,
    ({ mintA, vaultA, mintB, vaultB, liquidity, sqrtPrice }, account) => {
      const pair = { mints: [mintA, mintB], vaults: [vaultA, vaultB] } as const;
      return {
        ...pair,
        price(sample) {
          if (liquidity === 0n || sqrtPrice === 0n) {
            const pool = `the pool ${account.address}`;
            return unreadable('inactive', `${pool} has no liquidity at its price`);
          }
          const depth = readVaults(sample, pair);
          if (!depth.ok) return depth;
          return readable({ ratio: ratioOfRoot(sqrtPrice), depth: depth.value });
        },
      };
    },
  ),
};
