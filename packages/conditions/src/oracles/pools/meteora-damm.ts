import { decoderOf } from '../layouts/layout.ts';
import { METEORA_DAMM_PROGRAM } from '../programs.ts';
import { readable, unreadable } from '../reading.ts';
import { decodePool, type PoolProgram, priceOfReserves, ratioOfRoot } from './pool.ts';

/** PumpSwap's pools have the same discriminator: only the owner distinguishes them. */
const DISCRIMINATOR = 'f19a6d0411b16dbc';
const LENGTH = 1_112;
const MINT_OFFSETS = [168, 200] as const;
/** Fees become part of the reserves, which the account counts. The price has no range. */
const COMPOUNDING = 2;

export const decodeMeteoraDamm = decoderOf(
  { owners: [METEORA_DAMM_PROGRAM], discriminator: DISCRIMINATOR, length: LENGTH },
  (bytes) => {
    /** Square roots of prices of the first mint in the second, in base units, x 2^64. */
    const [least, most, sqrtPrice] = [bytes.u128(424), bytes.u128(440), bytes.u128(456)];
    const liquidity = bytes.u128(360);
    const isCompounding = bytes.u8(484) === COMPOUNDING;
    const counted = [bytes.u64(680), bytes.u64(688)] as const;
    return {
      mints: bytes.addresses(...MINT_OFFSETS),
      vaults: bytes.addresses(232, 264),
      canSwap: bytes.u8(481) === 0,
      isCompounding,
      liquidity,
      sqrtPrice,
      /** What belongs to those who provide liquidity, without fees. */
      reserves: isCompounding ? counted : reservesOf(liquidity, { least, most, sqrtPrice }),
    };
  },
);

interface Range {
  readonly least: bigint;
  readonly most: bigint;
  readonly sqrtPrice: bigint;
}

/** All liquidity has the same range. Outside of it the pool has only one of the mints. */
function reservesOf(liquidity: bigint, { least, most, sqrtPrice }: Range) {
  if (sqrtPrice <= 0n || sqrtPrice < least || sqrtPrice > most) return [0n, 0n] as const;
  return [
    (liquidity * (most - sqrtPrice)) / (sqrtPrice * most),
    (liquidity * (sqrtPrice - least)) >> 128n,
  ] as const;
}

/** The depth is what the pool holds, which in a narrow range is less than what moves its price. */
export const meteoraDamm: PoolProgram = {
  name: 'Meteora DAMM v2',
  program: METEORA_DAMM_PROGRAM,
  authoritySeed: 'pool_authority',
  search: { discriminator: DISCRIMINATOR, length: LENGTH, mintOffsets: MINT_OFFSETS },
  decode: decodePool(
    decodeMeteoraDamm,
    ({ mints, vaults, canSwap, isCompounding, reserves, liquidity, sqrtPrice }, account) => ({
      ...{ mints, vaults, held: reserves },
      price() {
        if (!canSwap) return unreadable('inactive', 'the pool does not trade');
        if (isCompounding) return priceOfReserves(account, reserves);
        if (liquidity > 0n && sqrtPrice > 0n) {
          return readable({ ratio: ratioOfRoot(sqrtPrice), depth: reserves });
        }
        return unreadable('inactive', `the pool ${account.address} is empty`);
      },
    }),
  ),
};
