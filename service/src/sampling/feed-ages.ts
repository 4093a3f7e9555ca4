// How old the prices are that will decide open markets: of the account that Pyth's sponsors update.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { findAccount } from '@tote/oracles/account-snapshot';
import { findPythPushAddress } from '@tote/oracles/derived-addresses';
import { decodePythPriceUpdate } from '@tote/oracles/layouts/pyth-price-update';
import { readSample, SAMPLE_ACCOUNTS_MAX } from '@tote/oracles/read-sample';
import type { KeeperReads } from '../store/projection/keeper-reads.ts';

/** Of the markets that end next. */
const MARKETS_MAX = 500;

interface FeedAgesContext {
  readonly chain: Pick<Chain, 'rpc'>;
  readonly reads: Pick<KeeperReads, 'listTimedFacts'>;
}

interface FeedAge {
  /** The symbol. */
  readonly feed: string;
  readonly account: Address;
  /** Infinite while there is no price. */
  readonly seconds: number;
}

export async function readFeedAges({ chain, reads }: FeedAgesContext): Promise<FeedAge[]> {
  const feeds = new Map<Address, string>();
  for (const { parsedCondition } of await reads.listTimedFacts({ limit: MARKETS_MAX })) {
    if (parsedCondition.type !== 'price_feed' || feeds.size >= SAMPLE_ACCOUNTS_MAX) continue;
    const { feed, feedId, receiver } = parsedCondition;
    feeds.set(await findPythPushAddress(feedId, { receiver }), feed);
  }
  if (feeds.size === 0) return [];
  const sample = await readSample(chain, [...feeds.keys()]);
  return [...feeds].map(([account, feed]) => {
    const found = findAccount(sample, account);
    const update = found && decodePythPriceUpdate(found);
    const publishedAt = update?.ok ? Number(update.value.publishedAt) : -Infinity;
    return { feed, account, seconds: Math.max(0, sample.observedAt - publishedAt) };
  });
}
