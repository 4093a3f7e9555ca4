// Searches the accounts of the programs with which anyone can open pools.
import {
  type Address,
  type Base58EncodedBytes,
  type Base64EncodedBytes,
  getAddressEncoder,
} from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { AccountSnapshot } from './account-snapshot.ts';
import { POOL_PROGRAMS } from './pools/all.ts';
import type { Pair, PoolProgram } from './pools/pool.ts';
import { readData } from './read-sample.ts';

/** Searches are expensive for the node. Above this many at once, a call does without one. */
const SEARCHES_MAX = 8;

type Source = Pick<Chain, 'rpc'>;

export interface Searches {
  searching: number;
}

export interface Accounts {
  readonly accounts: readonly AccountSnapshot[];
  readonly isComplete: boolean;
}

/** Without a quote: pools with any other mint. */
export type SearchPools = (mint: Address, quote?: Address) => Promise<Accounts>;

export async function searchPools(
  source: Source,
  searches: Searches,
  { searchMs, ...wanted }: Wanted & { searchMs: number },
): Promise<Accounts> {
  if (searches.searching >= SEARCHES_MAX) return { accounts: [], isComplete: false };
  searches.searching += 1;
  try {
    const results = await Promise.allSettled(
      listSearches(wanted).map((search) =>
        // Each has its own signal: many listeners on one make Node warn of a leak.
        searchProgram(source, search, AbortSignal.timeout(searchMs)),
      ),
    );
    return {
      accounts: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
      isComplete: results.every(({ status }) => status === 'fulfilled'),
    };
  } finally {
    searches.searching -= 1;
  }
}

interface Wanted {
  readonly mint: Address;
  readonly quote: Address | undefined;
}

interface Search extends Required<Pick<PoolProgram, 'program' | 'search'>> {
  readonly mints: Pair<Address | undefined>;
}

/** For the programs with which anyone can open pools. */
function listSearches({ mint, quote }: Wanted): Search[] {
  if (mint === quote) return [];
  const orders = [[mint, quote] as const, [quote, mint] as const];
  return POOL_PROGRAMS.flatMap(({ program, search }) =>
    orders
      .filter((mints) => search && canSearch(search, mints, mint))
      .map((mints) => ({ program, mints, search: search as Search['search'] })),
  );
}

/** The mint must be at a place that is known, and where the program puts it. */
function canSearch(
  { mintOffsets, isSorted: mustSort }: Search['search'],
  mints: Search['mints'],
  mint: Address,
): boolean {
  return mintOffsets[mints.indexOf(mint)] !== undefined && (!mustSort || isSorted(mints));
}

/** Compares addresses by their bytes, as the programs do. */
export function isSorted([first, second]: Pair<Address | undefined>): boolean {
  if (first === undefined || second === undefined) return true;
  const bytes = [first, second].map((mint) => Buffer.from(getAddressEncoder().encode(mint)));
  return Buffer.compare(...(bytes as [Buffer, Buffer])) < 0;
}

/** The node filters by bytes. Its results are checked like every other account. */
export async function searchProgram(
  { rpc }: Source,
  { program, mints, search: { discriminator, length, mintOffsets } }: Search,
  abortSignal: AbortSignal,
): Promise<AccountSnapshot[]> {
  const found = await rpc
    .getProgramAccounts(program, {
      commitment: 'confirmed',
      encoding: 'base64',
      filters: [
        ...(discriminator === undefined ? [] : [startsWith(discriminator)]),
        ...mints.flatMap((mint, side) => {
          const offset = mintOffsets[side];
          if (mint === undefined || offset === undefined) return [];
          const bytes = mint as string as Base58EncodedBytes;
          return [{ memcmp: { offset: BigInt(offset), bytes, encoding: 'base58' } } as const];
        }),
        ...(length === undefined ? [] : [{ dataSize: BigInt(length) }]),
      ],
    })
    .send({ abortSignal });
  return found.map(({ pubkey, account }) => {
    return { address: pubkey, owner: account.owner, data: readData(account) };
  });
}

function startsWith(discriminator: string) {
  const bytes = Buffer.from(discriminator, 'hex').toString('base64') as Base64EncodedBytes;
  return { memcmp: { offset: 0n, bytes, encoding: 'base64' } } as const;
}
