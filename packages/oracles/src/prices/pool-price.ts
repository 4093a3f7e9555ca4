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
  /** Quote base units that stand against the token: what it takes to move the price. */
  readonly depth: bigint;
}

/** The mint that is priced, and the decimals of what may stand on the other side. */
export interface Priced {
  readonly mint: Address;
  readonly decimals: number;
  readonly quoteMint: Address;
  readonly quoteDecimals: number;
}

/** One kind of pool. Undefined: the account is not a pool of this kind with these two mints. */
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

/** What a pool's vault holds; the vault must hold the mint that the pool says it holds. */
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

/** Both vaults of a pool, told apart by the mint that is priced. */
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
