// The pool programs and launchpads that we know, and what is read from any of them.
import { type Address, address } from '@solana/kit';
import { type AccountSnapshot, findAccount, isMissing, type Sample } from '../account-snapshot.ts';
import { multiply, type Rational, rational, scaled } from '../rational.ts';
import { type Reading, readable, unreadable } from '../reading.ts';
import { launchLab } from './launchlab.ts';
import { meteoraDamm } from './meteora-damm.ts';
import { meteoraDbc } from './meteora-dbc.ts';
import { type KnownProgram, type Pool, type PoolProgram, readVault } from './pool.ts';
import { pumpCurve } from './pump-curve.ts';
import { pumpSwap } from './pumpswap.ts';
import { raydiumAmm } from './raydium-amm.ts';
import { raydiumCpmm } from './raydium-cpmm.ts';
import { whirlpool } from './whirlpool.ts';

/** The texts of markets name them in this order. The pools of some are not read. */
export const KNOWN_PROGRAMS: readonly (KnownProgram | PoolProgram)[] = [
  pumpCurve,
  pumpSwap,
  raydiumCpmm,
  launchLab,
  raydiumAmm,
  { name: 'Raydium CLMM', program: address('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK') },
  whirlpool,
  meteoraDbc,
  meteoraDamm,
  { name: 'Meteora DLMM', program: address('LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo') },
  // Its pools keep their tokens in the vaults of another program.
  { name: 'Meteora DAMM v1', program: address('24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi') },
];

export const POOL_PROGRAMS = KNOWN_PROGRAMS.filter((each) => 'decode' in each);

function readPool(account: AccountSnapshot, sample?: Sample): Reading<Pool> {
  const known = POOL_PROGRAMS.find(({ program }) => program === account.owner);
  if (known) return known.decode(account, sample);
  return unreadable('wrong_type', `${account.address} is not a pool of a known program`);
}

/** The accounts that must be read together with a pool to compute its price. */
export function listVaults(account: AccountSnapshot): readonly Address[] {
  const pool = readPool(account);
  if (!pool.ok) return [];
  const { held, vaults = [], others = [] } = pool.value;
  return held ? others : [...vaults, ...others];
}

/** The one that may hold the mint, if the account does not name all of its mints. */
export function findVault(account: AccountSnapshot, mint: Address): Address | undefined {
  const pool = readPool(account);
  if (!pool.ok) return undefined;
  const { mints, vaults } = pool.value;
  return vaults?.[mints.indexOf(mint)] ?? vaults?.[mints.indexOf(null)];
}

/** What a pool of the mint is quoted in. Undefined if it is not a pool of the mint. */
export function findOtherMint(
  account: AccountSnapshot,
  mint: Address,
  sample?: Sample,
): Address | undefined {
  const pool = readPool(account, sample);
  if (!pool.ok) return undefined;
  const [first, second] = pool.value.mints;
  const other = (first ?? mint) === mint ? second : second === mint ? first : null;
  return other ?? undefined;
}

/** The mint to price, its quote mint, and the decimals of both. */
interface Priced {
  readonly mint: Address;
  readonly decimals: number;
  readonly quoteMint: Address;
  readonly quoteDecimals: number;
}

export interface PoolPrice {
  readonly pool: Address;
  /** Whole quote tokens per whole token. */
  readonly price: Rational;
  /** Quote base units in the pool, which determine the cost of moving the price. */
  readonly depth: bigint;
}

/** Undefined if the account is not a pool of these two mints. */
export function readPoolPrice(
  account: AccountSnapshot,
  sample: Sample,
  { mint, decimals, quoteMint, quoteDecimals }: Priced,
): Reading<PoolPrice> | undefined {
  const pool = readPool(account, sample);
  // The programs own accounts of other types as well.
  if (!pool.ok) return pool.code === 'wrong_type' ? undefined : pool;
  const [first, second] = pool.value.mints;
  const isDirect = (first ?? mint) === mint && second === quoteMint;
  if (!isDirect && !(first === quoteMint && second === mint)) return undefined;
  const pair = pool.value.price(sample);
  if (!pair.ok) return pair;
  const { ratio, depth } = pair.value;
  const inBaseUnits = isDirect ? ratio : rational(ratio.denominator, ratio.numerator);
  const price = multiply(inBaseUnits, scaled(1n, decimals - quoteDecimals));
  return readable({ pool: account.address, price, depth: depth[isDirect ? 1 : 0] });
}

/** What a pool really holds of a mint; nothing if its account does not exist. */
export function readReserve(sample: Sample, address: Address, mint: Address): Reading<bigint> {
  const account = findAccount(sample, address);
  if (!account) return unreadable('missing', `the pool ${address} was not read`);
  if (isMissing(account)) return readable(0n);
  const pool = readPool(account, sample);
  if (!pool.ok) return pool;
  const { mints, vaults, held } = pool.value;
  const side = mints.indexOf(mint);
  // A bonding curve that is sold for something else holds none of it.
  if (side < 0 && mints[0] === null) return readable(0n);
  if (side < 0) return unreadable('wrong_type', `${address} is not a pool of ${mint}`);
  if (held) return readable(held[side] as bigint);
  return readVault(sample, vaults?.[side] as Address, mint);
}
