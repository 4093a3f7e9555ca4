import type { Address } from '@solana/kit';
import { DomainError } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { listApiKeys, toApiKeyRecord } from '../store/journal/api-keys.ts';
import { listWarnings } from '../store/journal/evidence.ts';
import { findWebhook, listWebhooks } from '../store/journal/webhooks.ts';
import { findConversion } from '../store/projection/fees.ts';
import { listAwaitingVerdict } from '../store/projection/list-due-markets.ts';
import type { MarketPage } from '../store/projection/list-markets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { type LeaderPage, listLeaders, toDay } from '../store/projection/profits.ts';
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
import type { ActivityPage, StatementPeriod, WalletPage } from './ledger.ts';
import { listActivity } from './list-activity.ts';
import { listHistory, thinHistory } from './list-history.ts';
import { listLimitations } from './list-limitations.ts';
import { type BetPage, listMarketBets } from './list-market-bets.ts';
import { listPayouts } from './list-payouts.ts';
import { listSampleHashes } from './list-sample-hashes.ts';
import type { QueryContext } from './query-context.ts';
import type { PayoutPage, SampleHashPage } from './receipt.ts';
import { ShownMarkets } from './shown-markets.ts';

/** They see every write whose response was sent. */
export type Queries = ReturnType<typeof createQueries>;

export function createQueries(context: QueryContext) {
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
    /**
     * While it is the same, no list of markets has changed. Undefined: unknown, as always with
     * replicas, because the changes of another one are not seen.
     */
    version: () => (!cache.isOn || findBarrier() ? undefined : cache.changes),
    findMarket: afterWrites((id: string) => markets.find(id)),
    /** What `findMarket` would give at once; undefined if it would have to wait. */
    peekMarket: (id: string) => (findBarrier() ? undefined : markets.peek(id)),
    listMarkets: afterWrites((page: MarketPage) => markets.list(page)),
    listAwaitingVerdict: afterWrites(({ wallet }: Caller, limit: number) =>
      listAwaitingVerdict(store.db, { oracle: wallet, now: chain.clock.now(), limit }),
    ),
    findPosition: afterWrites((marketId: string, wallet: Address) =>
      findPosition(context, marketId, wallet),
    ),
    findBet: afterWrites((betId: string) => findBet(context, betId)),
    listMarketBets: afterWrites((input: BetPage) => listMarketBets(context, input)),
    listHistory: afterWrites((input: BetPage) => listHistory(context, input)),
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
    getReceipt: afterWrites((page: PayoutPage) => getReceipt(context, page)),
    listPayouts: afterWrites((page: PayoutPage) => listPayouts(context, page)),
    listSampleHashes: afterWrites((page: SampleHashPage) => listSampleHashes(context, page)),
    getReserves: afterWrites(() => context.reserves.get()),
    listApiKeys: async ({ wallet }: Caller) =>
      (await listApiKeys(store.db, wallet)).map(toApiKeyRecord),
    listWebhooks: ({ wallet }: Caller) => listWebhooks(store.db, wallet),
    async listDeliveries({ wallet }: Caller, id: string) {
      const webhook = await findWebhook(store.db, id);
      if (webhook?.wallet === wallet) return webhook.deliveries;
      throw new DomainError('resource_not_found', { resource: 'webhook' });
    },
    findResolutionStatus: async (id: string) => (await context.findResolutionStatus?.(id)) ?? null,
    findProgress: (market: MarketView) => progress.find(market),
    currentProgress: (market: MarketView) => progress.current(market),
    findWarnings: (id: string) => listWarnings(store.db, id),
    checkReadiness: shareRunning(() => checkReadiness(context)),
    checkWrites: shareRunning(() => checkWrites(context)),
    listLimitations: () => listLimitations(config),
    findConversion: (market: MarketView) => findConversion(store.db, market),
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
