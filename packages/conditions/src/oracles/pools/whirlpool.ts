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
    liquidity: bytes.u128(49),
    /** Square root of the price of A in B, in base units, x 2^64. */
    sqrtPrice: bytes.u128(65),
    mints: bytes.addresses(...MINT_OFFSETS),
    vaults: bytes.addresses(133, 213),
  }),
);

/** The account contains the price. The depth is what the vaults hold. */
export const whirlpool: PoolProgram = {
  name: 'Orca Whirlpool',
  program: WHIRLPOOL_PROGRAM,
  search: {
    ...{ discriminator: DISCRIMINATOR, length: LENGTH },
    ...{ mintOffsets: MINT_OFFSETS, isSorted: true },
  },
  decode: decodePool(decodeWhirlpool, ({ liquidity, sqrtPrice, ...pair }, { address }) => ({
    ...pair,
    price(sample) {
      if (liquidity === 0n || sqrtPrice === 0n) {
        return unreadable('inactive', `the pool ${address} has no liquidity at its price`);
      }
      const depth = readVaults(sample, pair);
      if (!depth.ok) return depth;
      return readable({ ratio: ratioOfRoot(sqrtPrice), depth: depth.value });
    },
  })),
};
