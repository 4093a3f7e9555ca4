// How old the prices are that will decide open markets: of the account that Pyth's sponsors update,
// or where the keeper would fetch them.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { findAccount } from '@tote/conditions/oracles/account-snapshot';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import { decodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import type { PriceUpdates } from '@tote/conditions/oracles/price-updates';
import { readSample, SAMPLE_ACCOUNTS_MAX } from '@tote/conditions/oracles/read-sample';
import type { KeeperReads } from '../../store/projection/keeper-reads.ts';

/** Of the markets that end next. */
const MARKETS_MAX = 500;

interface FeedAgesContext {
  readonly chain: Pick<Chain, 'rpc'>;
  readonly reads: Pick<KeeperReads, 'listTimedFacts'>;
  readonly priceUpdates?: Pick<PriceUpdates, 'newest'>;
}

interface FeedAge {
  /** The symbol. */
  readonly feed: string;
  readonly account: Address;
  /** Infinite while there is no price. */
  readonly seconds: number;
}

export async function readFeedAges(context: FeedAgesContext): Promise<FeedAge[]> {
  const { chain, reads, priceUpdates } = context;
  const feeds = new Map<Address, { feed: string; feedId: string }>();
  for (const { parsedCondition } of await reads.listTimedFacts({ limit: MARKETS_MAX })) {
    if (parsedCondition.type === 'unknown') continue;
    for (const wanted of kindOf(parsedCondition).feeds?.(parsedCondition) ?? []) {
      if (wanted.from !== 'update' || feeds.size >= SAMPLE_ACCOUNTS_MAX) continue;
      feeds.set(await findPythPushAddress(wanted.feedId, wanted), wanted);
    }
  }
  if (feeds.size === 0) return [];
  const sample = await readSample(chain, [...feeds.keys()]);
  return [...feeds].map(([account, { feed, feedId }]) => {
    const found = findAccount(sample, account);
    const update = found && decodePythPriceUpdate(found);
    const onChain = update?.ok ? Number(update.value.publishedAt) : -Infinity;
    const publishedAt = Math.max(onChain, Number(priceUpdates?.newest?.(feedId) ?? -Infinity));
    return { feed, account, seconds: Math.max(0, sample.observedAt - publishedAt) };
  });
}
