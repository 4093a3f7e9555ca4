// What a task of the keeper is: it finds due jobs, and the keeper runs them with limits. The
// tasks are in tasks/.
import type { Address } from '@solana/kit';
import type { LiveConfig } from '@tote/chain/live-config';
import type { PriceUpdates } from '@tote/conditions/oracles/price-updates';
import type { UnixSeconds } from '@tote/domain';
import type { Market } from '@tote/program-client';
import type { Buyer } from '../embedded/buyer.ts';
import type { ReadBarrier } from '../indexer/read-barrier.ts';
import type { DisabledOracles } from '../markets/disabled-oracles.ts';
import type { SettleMarketContext } from '../markets/settle-market.ts';
import type { SeriesContext } from '../series/create-series.ts';
import type { ServiceKeys } from '../settings/keys.ts';
import type { KeeperReads, MarketPage } from '../store/projection/list-due-markets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Retention } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import type { KeeperContext } from '../submissions/land-and-ingest.ts';
import type { Log } from '../telemetry/log.ts';
import type { ListVersion } from './observe/list-age.ts';
import type { Sampler } from './observe/sampler.ts';
import type { WebPoller } from './observe/web/web-poller.ts';
import type { WebReader } from './observe/web/web-reader.ts';

/** What the keeper is given. */
export interface KeeperOptions extends KeeperContext {
  readonly keys: ServiceKeys;
  readonly store: Store;
  readonly reads: KeeperReads;
  readonly live?: Pick<LiveConfig, 'current' | 'refresh'>;
  readonly disabledOracles?: DisabledOracles;
  readonly priceUpdates?: PriceUpdates;
  readonly buyer?: Buyer;
  readonly web?: WebReader;
  readonly series?: SeriesContext;
  readonly readBarrier?: Pick<ReadBarrier, 'wait'>;
  readonly retention?: Retention;
  readonly log: Log;
  readonly wallMs: () => number;
  readonly isBetting?: () => boolean;
}

export interface TaskContext extends KeeperOptions {
  findMarketAccount(address: Address): Promise<Market | null>;
  readonly listUnsettled: SettleMarketContext['listUnsettled'];
  readonly dueTimes?: ListVersion;
  readonly sampler?: Sampler;
  readonly webPoller?: WebPoller;
}

const ENDING = [
  'use-attestations',
  'resolve-due-events',
  'resolve-due-facts',
  'resolve-met-facts',
  'resolve-due-samples',
  'resolve-met-samples',
  'resolve-due-web',
  'refund-overdue-markets',
  'refund-disabled-markets',
] as const;

const TASK_NAMES = [
  'announce-closed-markets',
  'announce-wanted-attestations',
  'keep-starts',
  'open-rounds',
  ...ENDING,
  'settle-ended-markets',
  'sweep-winnings',
  'close-settled-markets',
  'close-price-updates',
  'collect-fees',
  'fill-buyback',
  'apply-config-change',
  'clean-up',
] as const;

export type TaskName = (typeof TASK_NAMES)[number];

export const ENDING_TASKS: readonly TaskName[] = ENDING;

/** The part of the tasks that take or use samples and rounds of web sources: they share memory. */
export const MEASURED = 'measured';

/** One unit of work. The task may find it again while it runs or waits for its retry. */
export interface Job {
  readonly subject: string;
  run(signal: AbortSignal): Promise<void>;
}

export interface Task {
  readonly name: TaskName;
  /** Left out: replicas share the jobs. Otherwise tasks with the same value run on one replica. */
  readonly part?: string;
  /** Concurrent jobs. Bets use the same chain and must not wait for the keeper. */
  readonly atOnce: number;
  readonly pollMs: number;
  /** Also polls when time makes something due, and when markets were created or have ended. */
  readonly isTimed?: boolean;
  /** Also polls whenever the chain's clock reaches a new second: only if that costs nothing. */
  readonly wakesEachSecond?: boolean;
  /** Starts no jobs while these tasks have some, for a limited time. */
  readonly yieldsTo?: readonly TaskName[];
  readonly wokenBy?: readonly TaskName[];
  /** Called before the first poll, also when another replica ran the task in the meantime. */
  begin?(): void;
  /** Subscribes while the task runs here: `wake` makes it poll at once. Returns the unsubscribe. */
  listen?(wake: () => void): () => void;
  find(limit: number, canTry: (subject: string) => boolean): Promise<readonly Job[]>;
}

/** How often a task polls that nothing has woken: in case something is due after all. */
export const REST_MS = 30_000;

/** The first page has the wanted size, each further one twice as much: many may be rejected. */
const PAGE_MIN = 16;
const PAGE_MAX = 100;
const CHECKED_MAX = 1_000;

export type ListMarkets = (page: MarketPage) => Promise<readonly MarketView[]>;

/** Wraps around at the end, so that markets that cannot be processed never block the others. */
export class Pager {
  #after: MarketView | undefined;
  #isEmpty = false;

  /** Whether the last search had no market to choose from. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  async find(list: ListMarkets, accept: (market: MarketView) => boolean, limit: number) {
    const found = new Map<string, MarketView>();
    let isSecondRound = this.#after === undefined;
    this.#isEmpty = false;
    let page = Math.max(PAGE_MIN, limit);
    let isEmpty = true;
    for (let checked = 0; checked < CHECKED_MAX; page *= 2) {
      const size = Math.min(page, PAGE_MAX, CHECKED_MAX - checked);
      const markets = await list({ limit: size, after: this.#after });
      if (markets.length > 0) isEmpty = false;
      for (const market of markets) {
        this.#after = market;
        checked += 1;
        if (accept(market)) found.set(market.id, market);
        if (found.size === limit) return [...found.values()];
      }
      if (markets.length === size) continue;
      this.#after = undefined;
      if (isSecondRound) break;
      isSecondRound = true;
    }
    this.#isEmpty = isEmpty;
    return [...found.values()];
  }
}

export const toJobs = (
  context: TaskContext,
  markets: readonly MarketView[],
  run: (context: TaskContext, market: MarketView) => Promise<unknown>,
): Job[] =>
  markets.map((market) => ({
    subject: market.id,
    run: async (signal) => void (await run({ ...context, signal }, market)),
  }));

export function marketTask(
  context: TaskContext,
  task: Omit<Task, 'find' | 'isTimed'>,
  list: (now: UnixSeconds, page: MarketPage) => Promise<readonly MarketView[]>,
  run: Parameters<typeof toJobs>[2],
): Task {
  const pager = new Pager();
  return {
    ...task,
    isTimed: true,
    get pollMs() {
      return pager.isEmpty ? REST_MS : task.pollMs;
    },
    async find(limit, canTry) {
      const now = context.chain.clock.shown();
      const accept = ({ id }: MarketView) => canTry(id);
      return toJobs(context, await pager.find((page) => list(now, page), accept, limit), run);
    },
  };
}
