// Finds the deepest pool of a token that is quoted in dollars, or in a token that has a pool with
// SOL or USDC itself.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { AccountSnapshot } from './account-snapshot.ts';
import { findDerivedPools } from './derived-addresses.ts';
import { findOtherMint, listVaults } from './pools/all.ts';
import { DOLLARS, isQuote, listQuoteAccounts, type Quote, USDC } from './prices/quotes.ts';
import { readTokenPrice } from './prices/token-price.ts';
import { readSample, SAMPLE_ACCOUNTS_MAX } from './read-sample.ts';
import type { SearchPools } from './search-pools.ts';

/** Per quote. Anyone can open pools, so those with the most of the quote are read. */
const POOLS_MAX = 3;
/** How many tokens are looked up in which the token is quoted. */
const QUOTES_MAX = 3;

export interface QuotedPool {
  readonly pool: Address;
  readonly quote: Quote;
}

interface Tools {
  readonly source: Pick<Chain, 'rpc'>;
  readonly search: SearchPools;
  keepDeepest(
    accounts: readonly AccountSnapshot[],
    mint: Address,
    most: number,
  ): Promise<readonly AccountSnapshot[]>;
  findSolPool(mint: Address): Promise<Address | undefined>;
}

export async function findQuotedPool(mint: Address, tools: Tools) {
  const derived = await Promise.all(DOLLARS.map((dollar) => findDerivedPools(mint, dollar.mint)));
  const [launched, { accounts, isComplete }] = await Promise.all([
    readSample(tools.source, [...new Set(derived.flat())]),
    tools.search(mint),
  ]);
  const searched = await nameQuotes(tools, mint, accounts);
  const derivedPools = await nameQuotes(tools, mint, launched.accounts);
  const inDollars = await Promise.all(
    DOLLARS.map(async ({ mint: quoteMint }) => [
      ...listWith(derivedPools, { quoteMint }),
      ...(await keepWith(tools, searched, { quoteMint })),
    ]),
  );
  const quoted = await chooseDeepest(tools, mint, inDollars.flat());
  return { quoted: quoted ?? (await findBehindToken(mint, searched, tools)), isComplete };
}

interface NamedPool {
  readonly account: AccountSnapshot;
  readonly quoteMint: Address;
}

/** What each is quoted in. Some pools do not say it themselves. */
async function nameQuotes({ source }: Tools, mint: Address, accounts: readonly AccountSnapshot[]) {
  const unnamed = accounts.filter((account) => !findOtherMint(account, mint));
  const wanted = [...new Set(unnamed.flatMap(listVaults))].slice(0, SAMPLE_ACCOUNTS_MAX);
  const sample = wanted.length === 0 ? undefined : await readSample(source, wanted);
  return accounts.flatMap((account) => {
    const quoteMint = findOtherMint(account, mint, sample);
    return quoteMint ? [{ account, quoteMint }] : [];
  });
}

async function findBehindToken(mint: Address, named: readonly NamedPool[], tools: Tools) {
  const others = new Set(named.map(({ quoteMint }) => quoteMint));
  const candidates: Candidate[] = [];
  for (const quoteMint of [...others].filter((each) => !isQuote(each)).slice(0, QUOTES_MAX)) {
    const quotePool =
      (await tools.findSolPool(quoteMint)) ?? (await findUsdcPool(quoteMint, tools))?.pool;
    if (quotePool === undefined) continue;
    candidates.push(...(await keepWith(tools, named, { quoteMint, quotePool })));
  }
  return chooseDeepest(tools, mint, candidates);
}

async function findUsdcPool(mint: Address, tools: Tools): Promise<QuotedPool | undefined> {
  const { accounts } = await tools.search(mint, USDC.mint);
  const named = await nameQuotes(tools, mint, accounts);
  const candidates = await keepWith(tools, named, { quoteMint: USDC.mint });
  return chooseDeepest(tools, mint, candidates);
}

interface Candidate {
  readonly account: AccountSnapshot;
  readonly quote: Quote & { readonly quoteMint: Address };
}

function listWith(named: readonly NamedPool[], quote: Candidate['quote']): Candidate[] {
  return named
    .filter(({ quoteMint }) => quoteMint === quote.quoteMint)
    .map(({ account }) => ({ account, quote }));
}

async function keepWith(
  { keepDeepest }: Tools,
  named: readonly NamedPool[],
  quote: Candidate['quote'],
): Promise<Candidate[]> {
  const own = listWith(named, quote).map(({ account }) => account);
  const kept = await keepDeepest(own, quote.quoteMint, POOLS_MAX);
  return kept.map((account) => ({ account, quote }));
}

/** Each is read as a market reads it, so that it is deep enough and its quote has a price. */
async function chooseDeepest({ source }: Tools, mint: Address, candidates: readonly Candidate[]) {
  const read = await Promise.all(
    candidates.map(async ({ account, quote }) => {
      const { quotePool } = quote;
      const other = quotePool ? (await readSample(source, [quotePool])).accounts : [];
      const vaults = [account, ...other].flatMap(listVaults);
      const quoted = await listQuoteAccounts(quote);
      const wanted = new Set([mint, account.address, ...vaults, ...quoted]);
      const sample = await readSample(source, [...wanted]);
      const pools = new Set([account.address]);
      const price = readTokenPrice(sample, { tokenAddress: mint, unit: 'SOL', pools, quote });
      return price.ok ? [{ pool: account.address, quote, depth: price.value.depth }] : [];
    }),
  );
  const [deepest] = read.flat().sort((a, b) => (a.depth < b.depth ? 1 : -1));
  return deepest && { pool: deepest.pool, quote: deepest.quote };
}
