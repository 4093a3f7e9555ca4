import { shareRunning } from '@tote/chain/lib/share-running';
import { DomainError } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { listApiKeys, toApiKeyRecord } from '../store/journal/api-keys.ts';
import { listWarnings } from '../store/journal/evidence.ts';
import { listSeries } from '../store/journal/series.ts';
import { findWebhook, listWebhooks } from '../store/journal/webhooks.ts';
import { findConversion } from '../store/projection/fees.ts';
import { listAwaitingVerdict } from '../store/projection/list-due-markets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { listLargestPositions } from '../store/projection/positions.ts';
import { type LeaderPage, listLeaders, toDay } from '../store/projection/profits.ts';
import type { Db } from '../store/store.ts';
import { checkReadiness, checkWrites, listLimitations } from './check-readiness.ts';
import { ProgressReader } from './find-progress.ts';
import { findTransaction } from './find-transaction.ts';
import { getAccount, getWallet } from './get-account.ts';
import { findShownMarket, listShownMarkets, peekShownMarket } from './get-market.ts';
import { getReceipt, listLaunches, listPayouts, listSampleHashes } from './get-receipt.ts';
import { getSeries } from './get-series.ts';
import { findQuestions, getStatement } from './get-statement.ts';
import { createStats } from './get-stats.ts';
import { listActivity } from './list-activity.ts';
import { findBet, listHistory, listMarketBets, thinHistory } from './list-bets.ts';
import { findPosition, getResult } from './positions.ts';
import type { QueryContext } from './query-context.ts';

/** They see every write whose response was sent. */
export type Queries = ReturnType<typeof createQueries>;

export function createQueries(context: QueryContext) {
  const { chain, store, cache, config, readBarrier } = context;
  const progress = new ProgressReader(context);
  const findBarrier = () => (readBarrier?.isOpen ? undefined : readBarrier);
  /** Makes the read see every write that was acknowledged before. */
  const afterWrites =
    <A extends unknown[], R>(run: (...input: A) => Promise<R>) =>
    (...input: A): Promise<R> => {
      const barrier = findBarrier();
      return barrier ? barrier.wait().then(() => run(...input)) : run(...input);
    };
  const read = <A extends unknown[], R>(run: (context: QueryContext, ...input: A) => Promise<R>) =>
    afterWrites((...input: A) => run(context, ...input));
  return {
    config: () => config,
    getTrust: () => context.trust.get(),
    configVersion: context.configVersion,
    now: () => chain.clock.now(),
    /** While it is the same, no list of markets has changed. Undefined: unknown. */
    version: () => (!cache.isOn || findBarrier() ? undefined : cache.changes),
    findMarket: read(findShownMarket),
    /** What `findMarket` would give at once; undefined if it would have to wait. */
    peekMarket: (id: string) => (findBarrier() ? undefined : peekShownMarket(context, id)),
    listMarkets: read(listShownMarkets),
    listAwaitingVerdict: afterWrites(({ wallet }: Caller, limit: number) =>
      listAwaitingVerdict(store.db, { oracle: wallet, now: chain.clock.now(), limit }),
    ),
    seriesOf: (market: MarketView) => context.book.seriesOf(market),
    findSeriesOwner: (id: string) => context.book.findOwner(id),
    listSeries: () => listSeries(store.db),
    getSeries: read(getSeries),
    findPosition: read(findPosition),
    findBet: read(findBet),
    listMarketBets: read(listMarketBets),
    listHistory: read(listHistory),
    thinHistory: read(thinHistory),
    findTransaction: read(findTransaction),
    getAccount: read(getAccount),
    getStatement: read(getStatement),
    findQuestions: read(findQuestions),
    getWallet: read(getWallet),
    listLeaders: afterWrites((page: LeaderPage) =>
      listLeaders(store.db, page, toDay(BigInt(chain.clock.now()))),
    ),
    listActivity: read(listActivity),
    listHidden: () => context.hidden.list(),
    getStats: afterWrites(createStats(context)),
    getResult: read(getResult),
    getReceipt: read(getReceipt),
    listPayouts: read(listPayouts),
    listPositions: afterWrites((marketId: string, limit: number) =>
      listLargestPositions(store.db, marketId, limit),
    ),
    listSampleHashes: read(listSampleHashes),
    listLaunches: read(listLaunches),
    getReserves: afterWrites(() => context.reserves.get()),
    listApiKeys: async ({ wallet }: Caller) =>
      (await listApiKeys(store.db, wallet)).map(toApiKeyRecord),
    listWebhooks: ({ wallet }: Caller) => listWebhooks(store.db, wallet),
    listDeliveries: (caller: Caller, id: string) => listDeliveries(store.db, caller, id),
    findResolutionStatus: context.findResolutionStatus,
    findProgress: (market: MarketView) => progress.find(market),
    listValues: (market: MarketView) => progress.values(market),
    currentProgress: (market: MarketView) => progress.current(market),
    findWarnings: (id: string) => listWarnings(store.db, id),
    // Many probes at once must not be a load.
    checkReadiness: shareRunning(() => checkReadiness(context)),
    checkWrites: shareRunning(() => checkWrites(context)),
    listLimitations: () => listLimitations(config),
    findConversion: (market: MarketView) => findConversion(store.db, market),
  };
}

async function listDeliveries(db: Db, { wallet }: Caller, id: string) {
  const webhook = await findWebhook(db, id);
  if (webhook?.wallet === wallet) return webhook.deliveries;
  throw new DomainError('resource_not_found', { resource: 'webhook' });
}
