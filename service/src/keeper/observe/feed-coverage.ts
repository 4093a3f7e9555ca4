// Which feeds can decide markets on this chain. Markets about others would only be refunded, so
// their questions are attested instead. A feed needs three things: a receiver on this chain, an
// endpoint that has its prices, and the exponent that conditions expect.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { findAccount, type Sample } from '@tote/conditions/oracles/account-snapshot';
import {
  findPythConfigAddress,
  findPythPushAddress,
} from '@tote/conditions/oracles/derived-addresses';
import {
  decodePythPriceUpdate,
  decodePythReceiverConfig,
} from '@tote/conditions/oracles/layouts/pyth-price-update';
import { PRICE_FEEDS } from '@tote/conditions/oracles/price-feeds';
import type { PriceUpdates } from '@tote/conditions/oracles/price-updates';
import { readFeedPrice } from '@tote/conditions/oracles/prices/feed-price';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import type { Fetched } from '@tote/conditions/oracles/pyth/hermes';
import { readSample, SAMPLE_ACCOUNTS_MAX } from '@tote/conditions/oracles/read-sample';
import type { KeeperReads } from '../../store/projection/list-due-markets.ts';
import type { ClusterUpdatesOptions } from './posted-accounts.ts';

const REFRESH_MS = 60_000;
/** While endpoints do not answer, what they answered last is believed for this long. */
const BELIEVED_MS = 600_000;
/** An endpoint whose newest price is older, or as much ahead, is not one of this chain's time. */
const AGE_SECONDS_MAX = 600n;

export class FeedCoverage {
  readonly #options: ClusterUpdatesOptions;
  covered: ReadonlySet<string> = new Set();
  watched: ReadonlySet<string> = new Set();
  /** When the newest price of a feed was published. */
  newest: ReadonlyMap<string, bigint> = new Map();
  #answeredAtMs = -Infinity;
  #isAway = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ClusterUpdatesOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.refresh().catch((error) => {
      const { log } = this.#options;
      log.warn({ error }, 'The price feeds of this chain could not be read');
    });
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), REFRESH_MS);
    this.#timer.unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async refresh(): Promise<void> {
    const { chain, hermes, log, wallMs } = this.#options;
    const config = await findPythConfigAddress(PYTH_RECEIVER);
    const pushed = await Promise.all(PRICE_FEEDS.map(({ feedId }) => findPythPushAddress(feedId)));
    const sample = await readSample(chain, [config, ...pushed]);
    const settings = findAccount(sample, config);
    this.watched = listWatched(sample);
    if (!settings || !decodePythReceiverConfig(settings).ok) {
      this.covered = new Set();
      return;
    }
    const { updates } = await hermes.fetchLatest(PRICE_FEEDS.map(({ feedId }) => feedId));
    const times = [...updates].map(([feedId, { price }]) => [feedId, price.publishedAt] as const);
    this.newest = new Map([...this.newest, ...times]);
    const wasAway = this.#isAway;
    this.#isAway = updates.size === 0;
    if (updates.size > 0) {
      this.#answeredAtMs = wallMs();
      this.covered = listCovered(updates, BigInt(sample.observedAt));
      return;
    }
    if (!wasAway) {
      log.warn(
        { alarm: 'price_source' },
        'No endpoint of TOTE_HERMES_URLS answers with prices: markets about price feeds wait',
      );
    }
    if (wallMs() - this.#answeredAtMs > BELIEVED_MS) this.covered = new Set();
  }
}

type IsFeed = (feed: (typeof PRICE_FEEDS)[number]) => boolean;

const listFeeds = (isWanted: IsFeed) =>
  new Set(PRICE_FEEDS.filter(isWanted).map(({ feedId }) => feedId));

const listWatched = (sample: Sample) =>
  listFeeds(
    ({ feedId, exponent }) =>
      readFeedPrice(sample, { feedId, exponent, receivers: [PYTH_RECEIVER] }).ok,
  );

const listCovered = (updates: Fetched['updates'], now: bigint) =>
  listFeeds(({ feedId, exponent }) => {
    const price = updates.get(feedId)?.price;
    if (price?.exponent !== exponent) return false;
    const age = now - price.publishedAt;
    return age <= AGE_SECONDS_MAX && age >= -AGE_SECONDS_MAX;
  });

// How old the prices are that will decide open markets: of the account that Pyth's sponsors update,
// or where the keeper would fetch them.

const MARKETS_MAX = 500;

export async function readFeedAges(context: {
  chain: Pick<Chain, 'rpc'>;
  reads: Pick<KeeperReads, 'listTimedFacts'>;
  priceUpdates?: Pick<PriceUpdates, 'newest'>;
}) {
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
