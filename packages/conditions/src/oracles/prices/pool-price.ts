// The price of a mint in one pool, in whole quote tokens per whole token.
import type { Address } from '@solana/kit';
import { type AccountSnapshot, findAccount, type Sample } from '../account-snapshot.ts';
import { decodeTokenAccount } from '../layouts/token-account.ts';
import { type Rational, rational } from '../rational.ts';
import { type Reading, readable, unreadable } from '../reading.ts';

export interface PoolPrice {
  readonly pool: Address;
  readonly quoteMint: Address;
  readonly price: Rational;
  /** Quote base units in the pool, which determine the cost of moving the price. */
  readonly depth: bigint;
}

/** The mint to price, its quote mint, and the decimals of both. */
export interface Priced {
  readonly mint: Address;
  readonly decimals: number;
  readonly quoteMint: Address;
  readonly quoteDecimals: number;
}

/** Reads one kind of pool. Undefined if the account is not such a pool of these two mints. */
export type PoolReader = (
  account: AccountSnapshot,
  sample: Sample,
  priced: Priced,
) => Reading<PoolPrice> | undefined;

interface Reserves {
  readonly base: bigint;
  readonly quote: bigint;
}

/** quote / base, each in whole tokens. */
export function priceOfReserves(
  { address }: AccountSnapshot,
  { base, quote }: Reserves,
  { decimals, quoteMint, quoteDecimals }: Priced,
): Reading<PoolPrice> {
  if (base <= 0n || quote <= 0n) return unreadable('inactive', `the pool ${address} is empty`);
  const price = rational(quote * 10n ** BigInt(decimals), base * 10n ** BigInt(quoteDecimals));
  return readable({ pool: address, quoteMint, price, depth: quote });
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

/** Both vaults of a pool, as base and quote of the mint to price. */
export function readVaults(
  sample: Sample,
  base: { vault: Address; mint: Address },
  quote: { vault: Address; mint: Address },
): Reading<Reserves> {
  const baseAmount = readVault(sample, base.vault, base.mint);
  if (!baseAmount.ok) return baseAmount;
  const quoteAmount = readVault(sample, quote.vault, quote.mint);
  if (!quoteAmount.ok) return quoteAmount;
  return readable({ base: baseAmount.value, quote: quoteAmount.value });
}
