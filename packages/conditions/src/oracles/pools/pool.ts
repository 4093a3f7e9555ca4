// A pool or curve of two mints, whatever its program.
import type { Address } from '@solana/kit';
import { type AccountSnapshot, findAccount, type Sample } from '../account-snapshot.ts';
import type { Decoder } from '../layouts/layout.ts';
import { decodeTokenAccount } from '../layouts/token-account.ts';
import { type Rational, rational } from '../rational.ts';
import { type Reading, readable, unreadable } from '../reading.ts';

export type Pair<T> = readonly [T, T];

export interface Pool {
  /**
   * Null: the account does not name it. The address of a curve was derived from the first; the
   * second is named by another account, which was not read.
   */
  readonly mints: Pair<Address | null>;
  /** In the order of the mints. */
  readonly vaults?: Pair<Address>;
  /** Base units that it really holds, without virtual reserves. Left out: what its vaults hold. */
  readonly held?: Pair<bigint>;
  /** What else must be read to compute its price. */
  readonly others?: readonly Address[];
  price(sample: Sample): Reading<PairPrice>;
}

export interface PairPrice {
  /** Base units of the second mint for one of the first. */
  readonly ratio: Rational;
  /** In base units of each mint: what determines the cost of moving the price. */
  readonly depth: Pair<bigint>;
}

/** What the vaults of a pool program or launchpad hold is nobody's holding. */
export interface KnownProgram {
  readonly name: string;
  readonly program: Address;
  /** The seed of the one address that owns all vaults; left out: each pool owns its own. */
  readonly authoritySeed?: string;
}

/** How a program's pools are read. A new program is a file like these, and a line in all.ts. */
export interface PoolProgram extends KnownProgram {
  decode(account: AccountSnapshot, sample?: Sample): Reading<Pool>;
  /** How its pools are found by their mints. Left out: their addresses are derived. */
  readonly search?: PoolSearch;
}

export interface PoolSearch {
  readonly discriminator?: string;
  /** Left out: its pools have several lengths. */
  readonly length?: number;
  /** One, if its accounts do not name the second mint. */
  readonly mintOffsets: readonly [number, number?];
  /** The program requires the mint with the lower address first. */
  readonly isSorted?: true;
}

export function decodePool<T>(
  decode: Decoder<T>,
  toPool: (decoded: T, account: AccountSnapshot, sample?: Sample) => Pool,
): PoolProgram['decode'] {
  return (account, sample) => {
    const decoded = decode(account);
    return decoded.ok ? readable(toPool(decoded.value, account, sample)) : decoded;
  };
}

/** The price by reserves: their quotient. */
export function priceOfReserves(
  { address }: AccountSnapshot,
  [first, second]: Pair<bigint>,
): Reading<PairPrice> {
  if (first <= 0n || second <= 0n) return unreadable('inactive', `the pool ${address} is empty`);
  return readable({ ratio: rational(second, first), depth: [first, second] });
}

/** The balance of a pool's vault. The vault must hold the mint that the pool states. */
export function readVault(sample: Sample, vault: Address, mint: Address): Reading<bigint> {
  const account = findAccount(sample, vault);
  if (!account) return unreadable('missing', `the vault ${vault} was not read`);
  const decoded = decodeTokenAccount(account);
  if (!decoded.ok) return decoded;
  if (decoded.value.mint !== mint) {
    return unreadable('wrong_type', `the vault ${vault} holds another mint`);
  }
  return readable(decoded.value.amount);
}

interface Vaults {
  readonly mints: Pair<Address>;
  readonly vaults: Pair<Address>;
}

export function readVaults(sample: Sample, { mints, vaults }: Vaults): Reading<Pair<bigint>> {
  const first = readVault(sample, vaults[0], mints[0]);
  if (!first.ok) return first;
  const second = readVault(sample, vaults[1], mints[1]);
  return second.ok ? readable([first.value, second.value]) : second;
}

/** The price by what the vaults hold, without the part that is not for trading. */
export function priceOfVaults(
  account: AccountSnapshot,
  sample: Sample,
  pair: Vaults,
  [first, second]: Pair<bigint>,
): Reading<PairPrice> {
  const held = readVaults(sample, pair);
  return held.ok ? priceOfReserves(account, [held.value[0] - first, held.value[1] - second]) : held;
}

const Q128 = 1n << 128n;

/** From the square root of the price, x 2^64. */
export function ratioOfRoot(sqrtPrice: bigint): Rational {
  return rational(sqrtPrice * sqrtPrice, Q128);
}
