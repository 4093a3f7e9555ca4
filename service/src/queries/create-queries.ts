import type { Address } from '@solana/kit';
import { DomainError } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { listApiKeys, toApiKeyRecord } from '../store/journal/api-keys.ts';
import { listWarnings } from '../store/journal/market-warnings.ts';
import { findWebhook, listWebhooks } from '../store/journal/webhooks.ts';
import { type Conversion, findConversion } from '../store/projection/find-conversion.ts';
import { listAwaitingVerdict } from '../store/projection/list-due-markets.ts';
import { listLeaders } from '../store/projection/list-leaders.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { toDay } from '../store/projection/save-profits.ts';
import type { ActivityPage, LeaderPage, StatementPeriod, WalletPage } from '../use-cases/ledger.ts';
import type { MarketPage } from '../use-cases/market-list.ts';
import type { SampleHashPage } from '../use-cases/receipt.ts';
import type { Queries } from '../use-cases/use-cases.ts';
import { checkReadiness, checkWrites } from './check-readiness.ts';
import { findBet } from './find-bet.ts';
import { findPosition } from './find-position.ts';
import { ProgressReader } from './find-progress.ts';
import { findTransaction } from './find-transaction.ts';
import { getAccount } from './get-account.ts';
import { getReceipt } from './get-receipt.ts';
import { getResult } from './get-result.ts';
import { getStatement } from './get-statement.ts';
import { StatsReader } from './get-stats.ts';
import { getWallet } from './get-wallet.ts';
import { listActivity } from './list-activity.ts';
import { listHistory, thinHistory } from './list-history.ts';
import { listLimitations } from './list-limitations.ts';
import { listMarketBets } from './list-market-bets.ts';
import { listPayouts } from './list-payouts.ts';
import { listSampleHashes } from './list-sample-hashes.ts';
import type { QueryContext } from './query-context.ts';
import { ShownMarkets } from './shown-markets.ts';

type BetsPage = Parameters<Queries['listMarketBets']>[0];
type PayoutsPage = Parameters<Queries['listPayouts']>[0];

export interface ServiceQueries extends Queries {
  /** How much of a SOL market's burn share the buyback has turned into UTILITY. */
  findConversion(market: MarketView): Promise<Conversion | null>;
}

export function createQueries(context: QueryContext): ServiceQueries {
  const { chain, store, cache, config } = context;
  const progress = new ProgressReader(context);
  const stats = new StatsReader(context);
  const markets = new ShownMarkets(context);
  const { readBarrier } = context;
  /** Undefined if every acknowledged write can be read already. */
  const findBarrier = () => (readBarrier?.isOpen ? undefined : readBarrier);
  /** Makes the read see every write that was acknowledged before. */
  const afterWrites =
    <A extends unknown[], R>(read: (...input: A) => Promise<R>) =>
    (...input: A): Promise<R> => {
      const barrier = findBarrier();
      return barrier ? barrier.wait().then(() => read(...input)) : read(...input);
    };
  return {
    config: () => config,
    getTrust: () => context.trust.get(),
    configVersion: () => context.configVersion?.() ?? 0,
    now: () => chain.clock.now(),
    // Changes can be counted only in a single process, because another replica's are not seen.
    ...(cache.isOn && { version: () => (findBarrier() ? undefined : cache.changes) }),
    findMarket: afterWrites((id: string) => markets.find(id)),
    peekMarket: (id) => (findBarrier() ? undefined : markets.peek(id)),
    listMarkets: afterWrites((page: MarketPage) => markets.list(page)),
    listAwaitingVerdict: afterWrites(({ wallet }: Caller, limit: number) =>
      listAwaitingVerdict(store.db, { oracle: wallet, now: chain.clock.now(), limit }),
    ),
    findPosition: afterWrites((marketId: string, wallet: Address) =>
      findPosition(context, marketId, wallet),
    ),
    findBet: afterWrites((betId: string) => findBet(context, betId)),
    listMarketBets: afterWrites((input: BetsPage) => listMarketBets(context, input)),
    listHistory: afterWrites((input: BetsPage) => listHistory(context, input)),
    thinHistory: afterWrites((marketId: string, points: number) =>
      thinHistory(context, marketId, points),
    ),
    findTransaction: afterWrites((signature: string) => findTransaction(context, signature)),
    getAccount: afterWrites((wallet: Address) => getAccount(context, wallet)),
    getStatement: afterWrites((wallet: Address, period: StatementPeriod) =>
      getStatement(context, wallet, period),
    ),
    getWallet: afterWrites((wallet: Address, page: WalletPage) => getWallet(context, wallet, page)),
    listLeaders: afterWrites((page: LeaderPage) =>
      listLeaders(store.db, page, toDay(BigInt(chain.clock.now()))),
    ),
    listActivity: afterWrites((page: ActivityPage) => listActivity(store.db, page)),
    getStats: afterWrites((days: number) => stats.get(days)),
    getResult: afterWrites((marketId: string, wallet: Address) =>
      getResult(context, marketId, wallet),
    ),
    getReceipt: afterWrites((page: PayoutsPage) => getReceipt(context, page)),
    listPayouts: afterWrites((page: PayoutsPage) => listPayouts(context, page)),
    listSampleHashes: afterWrites((page: SampleHashPage) => listSampleHashes(context, page)),
    getReserves: afterWrites(() => context.reserves.get()),
    listApiKeys: async ({ wallet }) => (await listApiKeys(store.db, wallet)).map(toApiKeyRecord),
    listWebhooks: ({ wallet }) => listWebhooks(store.db, wallet),
    async listDeliveries({ wallet }, id) {
      const webhook = await findWebhook(store.db, id);
      if (webhook?.wallet === wallet) return webhook.deliveries;
      throw new DomainError('resource_not_found', { resource: 'webhook' });
    },
    findResolutionStatus: async (id) => (await context.findResolutionStatus?.(id)) ?? null,
    findProgress: (market) => progress.find(market),
    currentProgress: (market) => progress.current(market),
    findWarnings: (id) => listWarnings(store.db, id),
    checkReadiness: shareRunning(() => checkReadiness(context)),
    checkWrites: shareRunning(() => checkWrites(context)),
    listLimitations: () => listLimitations(config),
    findConversion: (market) => findConversion(store.db, market),
  };
}

/** Calls during a run get its result: many probes at once must not be a load. */
function shareRunning<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
