import { decodeWhirlpool, type Whirlpool } from '../layouts/whirlpool.ts';
import { WHIRLPOOL_PROGRAM } from '../programs.ts';
import { type Rational, rational } from '../rational.ts';
import { readable, unreadable } from '../reading.ts';
import { type PoolReader, readVault } from './pool-price.ts';

const Q128 = 1n << 128n;

/** The pool account contains the price. The depth is the balance of the quote vault. */
export const readWhirlpoolPrice: PoolReader = (account, sample, priced) => {
  if (account.owner !== WHIRLPOOL_PROGRAM) return undefined;
  const decoded = decodeWhirlpool(account);
  // Tick arrays and positions have the same owner but other types.
  if (!decoded.ok) return decoded.code === 'wrong_type' ? undefined : decoded;
  const pool = decoded.value;
  const isDirect = pool.mintA === priced.mint && pool.mintB === priced.quoteMint;
  const isInverted = pool.mintB === priced.mint && pool.mintA === priced.quoteMint;
  if (!isDirect && !isInverted) return undefined;
  if (pool.liquidity === 0n || pool.sqrtPrice === 0n) {
    return unreadable('inactive', `the pool ${account.address} has no liquidity at its price`);
  }
  const depth = readVault(sample, isDirect ? pool.vaultB : pool.vaultA, priced.quoteMint);
  if (!depth.ok) return depth;
  const { decimals, quoteDecimals, quoteMint } = priced;
  const price = isDirect
    ? priceOfA(pool, decimals, quoteDecimals)
    : invert(priceOfA(pool, quoteDecimals, decimals));
  return readable({ pool: account.address, quoteMint, price, depth: depth.value });
};

export function priceOfA(
  { sqrtPrice }: Pick<Whirlpool, 'sqrtPrice'>,
  decimalsA: number,
  decimalsB: number,
): Rational {
  const square = sqrtPrice * sqrtPrice;
  return rational(square * 10n ** BigInt(decimalsA), Q128 * 10n ** BigInt(decimalsB));
}

function invert({ numerator, denominator }: Rational): Rational {
  return rational(denominator, numerator);
}
