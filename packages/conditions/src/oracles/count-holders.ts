import type { Address } from '@solana/kit';
import type { AccountSnapshot, HolderCount, LeftOut } from './account-snapshot.ts';
import { findVaultAuthority } from './derived-addresses.ts';
import { decodeTokenAccount } from './layouts/token-account.ts';
import { KNOWN_PROGRAMS } from './pools/all.ts';

/** How many of the largest holders are added up. */
export const TOP_HOLDERS = 10;
/** How many of the owners that are left out are listed; the others are only counted. */
const LISTED_MAX = 10;

/** Nobody has their keys. */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  '1nc1nerator11111111111111111111111111111111',
  '11111111111111111111111111111111',
]);

interface HolderRule {
  readonly mint: Address;
  /** In base units. An empty account never counts. */
  readonly minimumBaseUnits: bigint;
  /** Pools and curves, which are not counted, each with its program. */
  readonly pools: ReadonlyMap<Address, Address>;
  /** Whether the largest are added up. */
  readonly isLargest?: boolean;
}

type Holding = readonly [owner: Address, amount: bigint];

/** What each owner holds, the most first. Several accounts of one owner are one holding. */
export function listHoldings(accounts: Iterable<AccountSnapshot>, mint: Address): Holding[] {
  const holdings = new Map<Address, bigint>();
  for (const account of accounts) {
    const decoded = decodeTokenAccount(account);
    if (!decoded.ok || decoded.value.mint !== mint || decoded.value.amount === 0n) continue;
    const { owner, amount } = decoded.value;
    holdings.set(owner, (holdings.get(owner) ?? 0n) + amount);
  }
  // Equal holdings in the order of their owners, so that every count gives the same list.
  return [...holdings].sort(([a, most], [b, less]) =>
    most === less ? (a < b ? -1 : 1) : most < less ? 1 : -1,
  );
}

/** Counts the wallets that hold the token. */
export function countHolders(
  holdings: readonly Holding[],
  { mint, minimumBaseUnits, pools, isLargest }: HolderRule,
): HolderCount {
  const own = holdings.filter(([owner]) => !pools.has(owner));
  const count = BigInt(own.filter(([, amount]) => amount >= minimumBaseUnits).length);
  const largest = isLargest ? { largest: addLargest(own) } : {};
  const leftOut = listLeftOut(holdings, pools);
  return {
    mint,
    count,
    minimumBaseUnits,
    isComplete: true,
    ...largest,
    ...(leftOut && { leftOut }),
  };
}

function addLargest(holdings: readonly Holding[]): bigint {
  return sum(holdings.filter(([owner]) => !BURN_ADDRESSES.has(owner)).slice(0, TOP_HOLDERS));
}

function listLeftOut(
  holdings: readonly Holding[],
  pools: HolderRule['pools'],
): LeftOut | undefined {
  const left = holdings.flatMap(([owner, amount]) => {
    const program = pools.get(owner);
    return program === undefined ? [] : [{ owner, program, amount }];
  });
  if (left.length === 0) return undefined;
  const amount = sum(left.map((each) => [each.owner, each.amount]));
  return { count: left.length, amount, largest: left.slice(0, LISTED_MAX) };
}

const sum = (holdings: readonly Holding[]) =>
  holdings.reduce((total, [, amount]) => total + amount, 0n);

/** It takes a read to tell a pool from a wallet, so a pool with less is counted like a wallet. */
export const LOOKED_UP_MAX = 400;

/** For the `details` of a market. */
export const LEFT_OUT_WORDS =
  `The vaults of ${KNOWN_PROGRAMS.map(({ name }) => name).join(', ')} are not counted, if ` +
  `they are among the ${LOOKED_UP_MAX} largest owners.`;

export const nameOfPools = (program: string) =>
  KNOWN_PROGRAMS.find((each) => each.program === program)?.name ?? 'unknown';

/** The addresses that own the vaults of all pools of a program, with the program. */
export async function findVaultAuthorities(): Promise<Map<Address, Address>> {
  const found = KNOWN_PROGRAMS.map(async ({ program, authoritySeed: seed }) =>
    seed === undefined ? [] : [[await findVaultAuthority(program, seed), program] as const],
  );
  return new Map((await Promise.all(found)).flat());
}
