// Finds the pools in which a token trades against SOL, and how much SOL they hold. Launchpad pools
// have addresses derived from the mint. Others are searched among the accounts of their programs,
// which many public nodes refuse.
import {
  type Address,
  type Base58EncodedBytes,
  type Base64EncodedBytes,
  getAddressEncoder,
} from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { LRUCache } from 'lru-cache';
import { type AccountSnapshot, findAccount, type Sample } from './account-snapshot.ts';
import { findDerivedPools } from './derived-addresses.ts';
import { decodeMint } from './layouts/mint.ts';
import { findVault, listVaults, POOL_PROGRAMS, type PoolPrice, readReserve } from './pools/all.ts';
import { type Pair, type PoolProgram, readVault } from './pools/pool.ts';
import { readPools } from './prices/token-price.ts';
import { WRAPPED_SOL } from './programs.ts';
import { readSample, SAMPLE_ACCOUNTS_MAX } from './read-sample.ts';

/** The set of pools changes slowly, so results are cached. */
const CACHE_MS = 30_000;
const CACHED_MAX = 500;
/** A caller does not wait longer than this for pools that may not exist. */
const SEARCH_MS = 3_000;
/** Searches are expensive for the node. Above this many at once, a call does without one. */
const SEARCHES_MAX = 8;
/** As many pools as fit into one sample, with their vaults. */
const POOLS_MAX = 20;
/** How many are ranked to find the deepest. Limited, because anyone can open pools. */
const RANKED_MAX = 5 * SAMPLE_ACCOUNTS_MAX;

interface FoundPool extends PoolPrice {
  /** Lamports that the pool really holds, without virtual reserves. */
  readonly reserve: bigint;
}

export interface FoundPools {
  /** Checked and priced; the one with the most SOL first. */
  readonly pools: readonly FoundPool[];
  /** False if a search failed: there may be pools other than those of launchpads. */
  readonly isComplete: boolean;
}

type Source = Pick<Chain, 'rpc'>;

class SearchCache {
  readonly found = new LRUCache<Address, Promise<FoundPools>>({ max: CACHED_MAX, ttl: CACHE_MS });
  searching = 0;
}

const caches = new WeakMap<Source['rpc'], SearchCache>();

/** Cached and shared, so that a token is searched for at most once per CACHE_MS. */
export function discoverPools(
  source: Source,
  mint: Address,
  { searchMs = SEARCH_MS } = {},
): Promise<FoundPools> {
  const cache = caches.get(source.rpc) ?? new SearchCache();
  caches.set(source.rpc, cache);
  const known = cache.found.get(mint);
  if (known) return known;
  const found = discover(source, mint, () => searchPools(source, cache, mint, searchMs));
  cache.found.set(mint, found);
  // A failure is not cached, so that the next call searches again.
  found.catch(() => cache.found.delete(mint));
  return found;
}

/** Only pools with a derived address, the deepest first. Nothing is searched. */
export async function findLaunchPools(
  source: Source,
  mint: Address,
): Promise<readonly FoundPool[]> {
  const none = { accounts: [], isComplete: false };
  return (await discover(source, mint, async () => none)).pools;
}

async function discover(
  source: Source,
  mint: Address,
  search: () => Promise<Accounts>,
): Promise<FoundPools> {
  const [derived, searched] = await Promise.all([
    findDerivedPools(mint).then((addresses) => readSample(source, addresses)),
    search(),
  ]);
  const deepest = await keepDeepest(source, searched.accounts);
  const accounts = new Map(
    [...derived.accounts, ...deepest.accounts].map((account) => [account.address, account]),
  );
  const vaults = [...accounts.values()].flatMap(listVaults);
  const sample = await readSample(source, [...new Set([mint, ...accounts.keys(), ...vaults])]);
  const pools = readFound(sample, mint, new Set(accounts.keys()));
  return { pools, isComplete: searched.isComplete && deepest.isComplete };
}

interface Accounts {
  readonly accounts: readonly AccountSnapshot[];
  readonly isComplete: boolean;
}

async function searchPools(
  source: Source,
  cache: SearchCache,
  mint: Address,
  searchMs: number,
): Promise<Accounts> {
  if (cache.searching >= SEARCHES_MAX) return { accounts: [], isComplete: false };
  const abortSignal = AbortSignal.timeout(searchMs);
  cache.searching += 1;
  try {
    const results = await Promise.allSettled(
      listSearches(mint).map((search) => searchProgram(source, search, abortSignal)),
    );
    return {
      accounts: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
      isComplete: results.every(({ status }) => status === 'fulfilled'),
    };
  } finally {
    cache.searching -= 1;
  }
}

interface Search extends Pick<PoolProgram, 'program'>, NonNullable<PoolProgram['search']> {
  readonly mints: Pair<Address>;
}

/** For the programs with which anyone can open pools: their pools of the mint with SOL. */
function listSearches(mint: Address): Search[] {
  if (mint === WRAPPED_SOL) return [];
  const orders = [[mint, WRAPPED_SOL] as const, [WRAPPED_SOL, mint] as const];
  return POOL_PROGRAMS.flatMap(({ program, search }) =>
    orders
      .filter((mints) => search && (!search.isSorted || isSorted(mints)))
      .map((mints) => ({ program, mints, ...(search as NonNullable<typeof search>) })),
  );
}

/** Compares addresses by their bytes, as the programs do. */
function isSorted(mints: Pair<Address>): boolean {
  const [first, second] = mints.map((mint) => Buffer.from(getAddressEncoder().encode(mint)));
  return Buffer.compare(first as Buffer, second as Buffer) < 0;
}

/** The node filters by bytes. Its results are checked like every other account. */
async function searchProgram(
  { rpc }: Source,
  { program, discriminator, length, mintOffsets, mints }: Search,
  abortSignal: AbortSignal,
): Promise<AccountSnapshot[]> {
  const found = await rpc
    .getProgramAccounts(program, {
      commitment: 'confirmed',
      encoding: 'base64',
      filters: [
        ...(discriminator === undefined ? [] : [startsWith(discriminator)]),
        ...mints.map((mint, side) => {
          const bytes = mint as string as Base58EncodedBytes;
          const offset = BigInt(mintOffsets[side] as number);
          return { memcmp: { offset, bytes, encoding: 'base58' } } as const;
        }),
        ...(length === undefined ? [] : [{ dataSize: BigInt(length) }]),
      ],
    })
    .send({ abortSignal });
  return found.map(({ pubkey, account }) => {
    const data = Uint8Array.from(Buffer.from(account.data[0], 'base64'));
    return { address: pubkey, owner: account.owner, data };
  });
}

function startsWith(discriminator: string) {
  const bytes = Buffer.from(discriminator, 'hex').toString('base64') as Base64EncodedBytes;
  return { memcmp: { offset: 0n, bytes, encoding: 'base64' } } as const;
}

/** The pools with the most SOL, if there are more than fit into one sample. */
async function keepDeepest(
  source: Source,
  accounts: readonly AccountSnapshot[],
): Promise<Accounts> {
  const pools = accounts.flatMap((account) => {
    const vault = findVault(account, WRAPPED_SOL);
    return vault ? [{ account, vault }] : [];
  });
  if (pools.length <= POOLS_MAX) {
    return { accounts: pools.map(({ account }) => account), isComplete: true };
  }
  const ranked = pools.slice(0, RANKED_MAX);
  const samples: Promise<Sample>[] = [];
  for (let from = 0; from < ranked.length; from += SAMPLE_ACCOUNTS_MAX) {
    const part = ranked.slice(from, from + SAMPLE_ACCOUNTS_MAX);
    const vaults = part.map(({ vault }) => vault);
    samples.push(readSample(source, vaults));
  }
  const read = await Promise.all(samples);
  const balances = new Map<Address, bigint>();
  for (const { vault } of ranked) {
    for (const sample of read) {
      const balance = readVault(sample, vault, WRAPPED_SOL);
      if (balance.ok) balances.set(vault, balance.value);
    }
  }
  const held = (vault: Address) => balances.get(vault) ?? 0n;
  ranked.sort((a, b) => byMost(held(a.vault), held(b.vault)));
  return {
    accounts: ranked.slice(0, POOLS_MAX).map(({ account }) => account),
    isComplete: pools.length <= RANKED_MAX,
  };
}

function readFound(sample: Sample, mint: Address, pools: ReadonlySet<Address>): FoundPool[] {
  const account = findAccount(sample, mint);
  const decoded = account && decodeMint(account);
  if (!decoded?.ok) return [];
  return readPools(sample, { tokenAddress: mint, pools }, decoded.value.decimals)
    .flatMap((reading) => (reading.ok ? [reading.value] : []))
    .map((price) => ({ ...price, reserve: reserveOf(sample, price) }))
    .sort((a, b) => byMost(a.reserve, b.reserve));
}

function reserveOf(sample: Sample, { pool }: PoolPrice): bigint {
  const reserve = readReserve(sample, pool, WRAPPED_SOL);
  return reserve.ok ? reserve.value : 0n;
}

function byMost(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}
