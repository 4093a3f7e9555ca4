import type { Address } from '@solana/kit';
import type { AccountSnapshot, HolderCount } from './account-snapshot.ts';
import { decodeTokenAccount } from './layouts/token-account.ts';

interface HolderRule {
  readonly mint: Address;
  /** In base units. An empty account never counts. */
  readonly minimumBaseUnits: bigint;
  /** Pools and curves: their vaults are not counted. */
  readonly excludedOwners: ReadonlySet<Address>;
}

/** Counts the wallets that hold the token. Several accounts of one owner are one holding. */
export function countHolders(
  accounts: Iterable<AccountSnapshot>,
  { mint, minimumBaseUnits, excludedOwners }: HolderRule,
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
  return { mint, count: BigInt(count), minimumBaseUnits, isComplete };
}
