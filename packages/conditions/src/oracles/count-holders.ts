import type { Address } from '@solana/kit';
import type { AccountSnapshot, HolderCount } from './account-snapshot.ts';
import { decodeTokenAccount } from './layouts/token-account.ts';

/** How many of the largest holders are added up. */
export const TOP_HOLDERS = 10;

/** Nobody has their keys. */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  '1nc1nerator11111111111111111111111111111111',
  '11111111111111111111111111111111',
]);

interface HolderRule {
  readonly mint: Address;
  /** In base units. An empty account never counts. */
  readonly minimumBaseUnits: bigint;
  /** Pools and curves: their vaults are not counted. */
  readonly excludedOwners: ReadonlySet<Address>;
  /** Whether the largest are added up. */
  readonly isLargest?: boolean;
}

/** Counts the wallets that hold the token. Several accounts of one owner are one holding. */
export function countHolders(
  accounts: Iterable<AccountSnapshot>,
  { mint, minimumBaseUnits, excludedOwners, isLargest }: HolderRule,
  { isComplete = true } = {},
): HolderCount {
  const holdings = new Map<Address, bigint>();
  for (const account of accounts) {
    const decoded = decodeTokenAccount(account);
    if (!decoded.ok || decoded.value.mint !== mint) continue;
    const { owner, amount } = decoded.value;
    if (excludedOwners.has(owner)) continue;
    holdings.set(owner, (holdings.get(owner) ?? 0n) + amount);
  }
  const least = minimumBaseUnits > 0n ? minimumBaseUnits : 1n;
  const count = [...holdings.values()].filter((amount) => amount >= least).length;
  const largest = isLargest ? { largest: addLargest(holdings) } : {};
  return { mint, count: BigInt(count), minimumBaseUnits, isComplete, ...largest };
}

function addLargest(holdings: ReadonlyMap<Address, bigint>): bigint {
  return [...holdings]
    .filter(([owner]) => !BURN_ADDRESSES.has(owner))
    .map(([, amount]) => amount)
    .sort((a, b) => (a < b ? 1 : -1))
    .slice(0, TOP_HOLDERS)
    .reduce((sum, amount) => sum + amount, 0n);
}
