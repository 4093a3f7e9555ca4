// Finds the pools in which a token trades against SOL, and how much SOL they hold. Launchpad pools
// have addresses derived from the mint. Others are searched among the accounts of their programs,
// which many public nodes refuse. A token without such a pool may have one with dollars, or with a
// token that has a pool with SOL or USDC.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { LRUCache } from 'lru-cache';
import { type AccountSnapshot, findAccount, type Sample } from './account-snapshot.ts';
import { findDerivedPools } from './derived-addresses.ts';
import { findQuotedPool, type QuotedPool } from './find-quoted-pool.ts';
import { decodeMint } from './layouts/mint.ts';
import { findVault, listVaults, type PoolPrice, readReserve } from './pools/all.ts';
import { readVault } from './pools/pool.ts';
import { isQuote } from './prices/quotes.ts';
import { DEPTH_MIN_LAMPORTS, readPools } from './prices/token-price.ts';
import { WRAPPED_SOL } from './programs.ts';
import { readSample, SAMPLE_ACCOUNTS_MAX } from './read-sample.ts';
import { type Accounts, type Searches, type SearchPools, searchPools } from './search-pools.ts';

/** The set of pools changes slowly, so results are cached. */
const CACHE_MS = 30_000;
const CACHED_MAX = 500;
/** A caller does not wait longer than this for pools that may not exist. */
const SEARCH_MS = 3_000;
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
  /** The deepest pool that is quoted in something else, if none with SOL is deep enough. */
  readonly quoted?: QuotedPool;
  /** False if a search failed: there may be pools other than those of launchpads. */
  readonly isComplete: boolean;
}

type Source = Pick<Chain, 'rpc'>;

class SearchCache implements Searches {
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
  const search = (of: Address, quote?: Address) =>
    searchPools(source, cache, { mint: of, quote, searchMs });
  const found = discoverAll(source, mint, search);
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

async function discoverAll(source: Source, mint: Address, search: SearchPools) {
  const discoverSol = (of: Address) => discover(source, of, () => search(of, WRAPPED_SOL));
  const found = await discoverSol(mint);
  if (isQuote(mint) || found.pools.some(isDeep)) return found;
  const { quoted, isComplete } = await findQuotedPool(mint, {
    ...{ source, search },
    keepDeepest: async (...of) => (await keepDeepest(source, ...of)).accounts,
    findSolPool: async (of) => (await discoverSol(of)).pools.find(isDeep)?.pool,
  });
  return { ...found, ...(quoted && { quoted }), isComplete: found.isComplete && isComplete };
}

const isDeep = ({ depth }: PoolPrice) => depth >= DEPTH_MIN_LAMPORTS;

async function discover(source: Source, mint: Address, search: () => Promise<Accounts>) {
  const [derived, searched] = await Promise.all([
    findDerivedPools(mint).then((addresses) => readSample(source, addresses)),
    search(),
  ]);
  const deepest = await keepDeepest(source, searched.accounts, WRAPPED_SOL);
  const accounts = new Map(
    [...derived.accounts, ...deepest.accounts].map((account) => [account.address, account]),
  );
  const vaults = [...accounts.values()].flatMap(listVaults);
  const sample = await readSample(source, [...new Set([mint, ...accounts.keys(), ...vaults])]);
  const pools = readFound(sample, mint, new Set(accounts.keys()));
  return { pools, isComplete: searched.isComplete && deepest.isComplete };
}

/** The pools with the most of a mint. By default as many as fit into one sample. */
async function keepDeepest(
  source: Source,
  accounts: readonly AccountSnapshot[],
  mint: Address,
  most = POOLS_MAX,
): Promise<Accounts> {
  const pools = accounts.flatMap((account) => {
    const vault = findVault(account, mint);
    return vault ? [{ account, vault }] : [];
  });
  if (pools.length <= most) {
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
      const balance = readVault(sample, vault, mint);
      if (balance.ok) balances.set(vault, balance.value);
    }
  }
  const held = (vault: Address) => balances.get(vault) ?? 0n;
  ranked.sort((a, b) => byMost(held(a.vault), held(b.vault)));
  return {
    accounts: ranked.slice(0, most).map(({ account }) => account),
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
