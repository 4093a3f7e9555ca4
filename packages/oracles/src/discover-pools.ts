// The pools in which a token trades against SOL, and how much of it they hold. Those of launchpads
// have addresses that follow from the mint; the others are searched among the accounts of their
// programs, which many public nodes refuse.
import type { Address, Base58EncodedBytes, Base64EncodedBytes } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { type AccountSnapshot, findAccount, type Sample } from './account-snapshot.ts';
import { findDerivedPools } from './derived-addresses.ts';
import { decodeLaunchLabPool } from './layouts/launchlab-pool.ts';
import { decodeMint } from './layouts/mint.ts';
import { decodePumpCurve } from './layouts/pump-curve.ts';
import { findSolVault, listVaults } from './list-vaults.ts';
import { listPoolSearches, type PoolSearch } from './pool-searches.ts';
import { type PoolPrice, readVault } from './prices/pool-price.ts';
import { readPools } from './prices/token-price.ts';
import { WRAPPED_SOL } from './programs.ts';
import { readSample, SAMPLE_ACCOUNTS_MAX } from './read-sample.ts';

/** Pools do not come and go by the second. */
const KEPT_MS = 30_000;
const KEPT_MAX = 500;
/** Whoever asks about a token does not wait longer for pools that may not exist. */
const SEARCH_MS = 3_000;
/** Searches are dear for the node: more at once go without. */
const AT_ONCE_MAX = 8;
/** So many pools fit into one sample, with the accounts that belong to them. */
const POOLS_MAX = 20;
/** So many are looked at to find the deepest; anyone can open more of them. */
const RANKED_MAX = 5 * SAMPLE_ACCOUNTS_MAX;

interface FoundPool extends PoolPrice {
  /** Lamports that the pool really holds, without what its price only pretends. */
  readonly reserve: bigint;
}

export interface FoundPools {
  /** Checked and priced; the one that holds most SOL first. */
  readonly pools: readonly FoundPool[];
  /** False: not all could be searched for; there may be others than those of launchpads. */
  readonly isComplete: boolean;
}

type Source = Pick<Chain, 'rpc'>;

interface Kept {
  readonly atMs: number;
  readonly found: Promise<FoundPools>;
}

class Memory {
  readonly kept = new Map<Address, Kept>();
  searching = 0;
}

const memories = new WeakMap<Source['rpc'], Memory>();

/** However often people ask, the same token is searched for this seldom. */
export function discoverPools(
  source: Source,
  mint: Address,
  { searchMs = SEARCH_MS } = {},
): Promise<FoundPools> {
  const memory = memoryOf(source);
  const now = performance.now();
  const known = memory.kept.get(mint);
  if (known && now - known.atMs < KEPT_MS) return known.found;
  const found = discover(source, mint, () => searchPools(source, memory, mint, searchMs));
  memory.kept.delete(mint);
  memory.kept.set(mint, { atMs: now, found });
  if (memory.kept.size > KEPT_MAX) {
    memory.kept.delete(memory.kept.keys().next().value as Address);
  }
  // A failure is not an answer: the next one asks again.
  found.catch(() => memory.kept.delete(mint));
  return found;
}

/** Only those whose address follows from the mint; the deepest first. Nothing is searched. */
export async function findLaunchPools(
  source: Source,
  mint: Address,
): Promise<readonly FoundPool[]> {
  const none = { accounts: [], isComplete: false };
  return (await discover(source, mint, async () => none)).pools;
}

function memoryOf({ rpc }: Source): Memory {
  const known = memories.get(rpc) ?? new Memory();
  memories.set(rpc, known);
  return known;
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
  memory: Memory,
  mint: Address,
  searchMs: number,
): Promise<Accounts> {
  if (memory.searching >= AT_ONCE_MAX) return { accounts: [], isComplete: false };
  const abortSignal = AbortSignal.timeout(searchMs);
  memory.searching += 1;
  try {
    const results = await Promise.allSettled(
      listPoolSearches(mint).map((search) => searchProgram(source, search, abortSignal)),
    );
    return {
      accounts: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
      isComplete: results.every(({ status }) => status === 'fulfilled'),
    };
  } finally {
    memory.searching -= 1;
  }
}

/** The node filters by bytes; what it gives is checked like every other account. */
async function searchProgram(
  { rpc }: Source,
  { program, discriminator, length, mints }: PoolSearch,
  abortSignal: AbortSignal,
): Promise<AccountSnapshot[]> {
  const head = Buffer.from(discriminator, 'hex').toString('base64') as Base64EncodedBytes;
  const found = await rpc
    .getProgramAccounts(program, {
      commitment: 'confirmed',
      encoding: 'base64',
      filters: [
        { memcmp: { offset: 0n, bytes: head, encoding: 'base64' } },
        ...mints.map(({ offset, mint }) => {
          const bytes = mint as string as Base58EncodedBytes;
          return { memcmp: { offset: BigInt(offset), bytes, encoding: 'base58' } } as const;
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

/** Those whose vaults hold most SOL, where there are more than one sample can carry. */
async function keepDeepest(
  source: Source,
  accounts: readonly AccountSnapshot[],
): Promise<Accounts> {
  const pools = accounts.flatMap((account) => {
    const vault = findSolVault(account);
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
    .map((price) => ({ ...price, reserve: findReserve(sample, price) }))
    .sort((a, b) => byMost(a.reserve, b.reserve));
}

function byMost(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}

/** A curve begins with a reserve that nobody has paid in. */
function findReserve(sample: Sample, { pool }: PoolPrice): bigint {
  const account = findAccount(sample, pool);
  if (!account) return 0n;
  const curve = decodePumpCurve(account);
  if (curve.ok) return curve.value.realQuoteReserves;
  const launch = decodeLaunchLabPool(account);
  if (launch.ok) return launch.value.realQuote;
  const vault = findSolVault(account);
  const balance = vault && readVault(sample, vault, WRAPPED_SOL);
  return balance?.ok ? balance.value : 0n;
}
