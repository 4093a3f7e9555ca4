// Composition root: creates and connects all parts of the service, and stops them.
import { PageAccess } from '@tote/chain/lib/page-access';
import { within } from '@tote/chain/lib/within';
import { createAuthenticator } from './auth/create-authenticator.ts';
import { openBuyer } from './embedded/buyer.ts';
import { startDemo } from './embedded/demo.ts';
import { DemoMarkets } from './embedded/demo-markets/demo-markets.ts';
import { type FeedHub, openFeed } from './feed/feed-hub.ts';
import { WebhookDispatcher } from './feed/webhooks/dispatcher.ts';
import { startMetricsServer } from './http/metrics.ts';
import {
  createRateLimiter,
  createSharedRateLimiter,
  type RateLimiter,
} from './http/rate-limiter.ts';
import type { ServerOptions } from './http/route.ts';
import { createServer } from './http/server.ts';
import { renderEnvelope } from './http/streams/envelope.ts';
import { Auditor } from './indexer/audit/auditor.ts';
import { ReservesReader } from './indexer/audit/reserves.ts';
import { findCursorState } from './indexer/history.ts';
import { requireComplete } from './indexer/snapshot/compare-with-chain.ts';
import { batchMarketAccounts, createKeeper } from './keeper/keeper.ts';
import { DisabledOracles } from './markets/disabled-oracles.ts';
import { createQueries, type Queries } from './queries/create-queries.ts';
import { describeMarket } from './queries/get-market.ts';
import { explainListen } from './settings/explain-listen.ts';
import { deriveSecret } from './settings/keys.ts';
import type { Settings } from './settings/read-settings.ts';
import { reserveRequests } from './store/journal/requests.ts';
import { listAuditable } from './store/projection/audited-markets.ts';
import { createKeeperReads } from './store/projection/list-due-markets.ts';
import type { Store } from './store/store.ts';
import { checkDisk } from './telemetry/disk.ts';
import type { Log } from './telemetry/log.ts';
import { Metrics } from './telemetry/metrics.ts';
import { keepYoungGenerationSmall, letYoungGenerationGrow } from './telemetry/young-generation.ts';
import { type Betting, createBetting } from './wiring/compose-betting.ts';
import { type Commands, createCommands } from './wiring/compose-commands.ts';
import { createMetrics } from './wiring/compose-metrics.ts';
import {
  API_ADDRESS,
  type Base,
  Closers,
  hostInUrl,
  type Internals,
  openBase,
} from './wiring/open-base.ts';

export interface RunningService {
  readonly baseUrl: string;
  readonly metricsUrl: string;
  readonly startupMessage: string;
  /** Called when the service cannot continue because its chain has stopped. */
  onEnd(listener: (error: Error) => void): void;
  close(): Promise<void>;
}

interface ServiceInternals extends Internals {
  readonly pageDir?: string;
  /** Gets what the HTTP server is made from: a test makes others from it, with other limits. */
  readonly onServer?: (options: ServerOptions) => void;
  /** Gets the markets of the demo, for tests, and when their history is complete. */
  readonly onDemo?: (demo: DemoMarkets, played: Promise<void>) => void;
}

export async function startService(
  settings: Settings,
  internals: ServiceInternals = {},
): Promise<RunningService> {
  const closers = new Closers();
  try {
    return await start(settings, internals, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(
  settings: Settings,
  internals: ServiceInternals,
  closers: Closers,
): Promise<RunningService> {
  keepYoungGenerationSmall();
  const base = await openBase(settings, internals, closers);
  // Threads of the chain and of the database have started.
  keepYoungGenerationSmall();
  const { pageDir } = internals;
  const { log, wallMs, platform, store, demoWorld, reserved, origin, audience, scopesOf } = base;
  const { localnet } = platform;
  const { betting, keeper, queries, commands, ...watched } = await startUseCases(base, closers);
  const { genesisHash } = platform.chain;
  const authenticator = createAuthenticator({ store, origin, genesisHash, wallMs, scopesOf });
  closers.add(() => authenticator.close());
  const feed = await openFeed(store);
  closers.add(() => feed.close());
  const webhooks = startWebhooks(base, { feed, betting }, closers);
  const metrics = new Metrics();
  metrics.add(...createMetrics({ ...base, ...watched, betting, keeper, queries, feed, webhooks }));

  const options: ServerOptions = {
    ...{ commands, queries, authenticator, feed, log, wallMs, metrics, pageDir, audience },
    servesMetrics: settings.metricsPort === undefined,
    describe: (market) => describeMarket(market, demoWorld),
    ipLimiter: limiter(store, settings.requestsPerMinutePerIp),
    // Each reads several accounts, and is stored for a day.
    prepareLimiter: limiter(store, Math.ceil(settings.requestsPerMinutePerIp / 4)),
    walletLimiter: limiter(store, settings.requestsPerMinutePerWallet),
    trustProxy: settings.trustProxy,
    pages: new PageAccess({ host: settings.host, origins: [...settings.allowedOrigins, origin] }),
    // Only the default, where nobody but this machine can connect, leaves it without a limit.
    isLoopbackLimited: settings.rpcUrl !== undefined || settings.trustProxy !== 0,
  };
  const releaseRequests = holdRequests(audience);
  internals.onServer?.(options);
  const server = createServer(options);
  await server.ready();
  reserved.release();
  await explainListen(API_ADDRESS, settings.host, () =>
    server.listen({ host: settings.host, port: reserved.port }),
  );
  closers.add(() => server.close());
  // If the start fails: requests that wait would keep the server from closing.
  closers.add(() => releaseRequests());
  const metricsUrl = await serveMetricsApart(base, metrics, closers);
  betting.recover();
  if (settings.hasKeeper) keeper.start();

  const baseUrl = `${origin}/v1`;
  const pageUrl = pageDir && `${origin}/`;
  const data = demoWorld?.data;
  const catchUp = () => betting.indexer.catchUp();
  const startupMessage = localnet
    ? await startDemo({
        ...{ config: settings, platform, commands, authenticator, baseUrl, data, pageUrl, catchUp },
        wallMs,
      })
    : `Tote runs at ${pageUrl ?? baseUrl} (chain: ${new URL(settings.rpcUrl ?? '').origin})`;
  const played = startDemoMarkets(base, { commands, queries, onDemo: internals.onDemo }, closers);
  releaseRequests(within(played, DEMO_WAIT_MS));
  played.finally(letYoungGenerationGrow).catch(() => undefined);
  return {
    baseUrl,
    metricsUrl: metricsUrl ?? `${origin}/metrics`,
    startupMessage,
    onEnd: (listener) => localnet?.onEnd(listener),
    close: () => closers.close(),
  };
}

/** The service is ready before the demo. Called before it listens: no request comes earlier. */
function holdRequests(audience: Base['audience']): (after?: Promise<void>) => void {
  let release: (after?: Promise<void>) => void = () => undefined;
  audience?.wait(
    new Promise<void>((resolve) => {
      release = (after) => resolve(after);
    }),
  );
  return release;
}

function startDemoMarkets(
  { platform, demoBettors: bettors, audience, log }: Base,
  { commands, queries, onDemo }: DemoParts,
  closers: Closers,
): Promise<void> {
  const { chain, embeddedKeys: keys } = platform;
  if (!keys || !audience) return Promise.resolve();
  const demo = new DemoMarkets({
    ...{ chain, keys, audience, bettors, commands, log },
    listMarkets: queries.listMarkets,
    listSeries: queries.listSeries,
    advance: commands.moveClock,
  });
  const played = demo.start();
  onDemo?.(demo, played);
  closers.add(() => demo.close());
  return played;
}

/** On a busy machine. Otherwise it takes a second or two. */
const DEMO_WAIT_MS = 120_000;

interface DemoParts extends Pick<ServiceInternals, 'onDemo'> {
  readonly commands: Commands;
  readonly queries: Queries;
}

function startWebhooks(
  { store, poster, platform, wallMs, log }: Base,
  { feed, betting }: { readonly feed: FeedHub; readonly betting: Betting },
  closers: Closers,
): WebhookDispatcher {
  const webhooks = new WebhookDispatcher({
    ...{ store, feed, poster, wallMs, log, crash: betting.context.crash },
    secret: deriveSecret(platform.keys, 'webhooks'),
    render: renderEnvelope,
    random: () => Math.random(),
  });
  webhooks.start();
  closers.add(() => webhooks.stop());
  return webhooks;
}

async function serveMetricsApart(
  { settings: { metricsHost: host, metricsPort: port }, log }: Base,
  metrics: Metrics,
  closers: Closers,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const settings = { host: 'TOTE_METRICS_HOST', port: 'TOTE_METRICS_PORT' };
  const server = await explainListen(settings, host, () =>
    startMetricsServer(metrics, { host, port, log }),
  );
  closers.add(() => server.close());
  return `http://${hostInUrl(host)}:${server.port}/metrics`;
}

/** The indexer is up to date and runs afterwards; the keeper and recovery are not started. */
async function startUseCases(base: Base, closers: Closers) {
  const { settings, wallMs, log, platform, store, followed, config, watch } = base;
  const { web, priceUpdates, book, demoSeries } = base;
  const { chain, keys } = platform;
  const { live, trust } = followed;
  const findMarketAccount = batchMarketAccounts(chain);
  const disabledOracles = new DisabledOracles({ clock: chain.clock, live, findMarketAccount });
  const betting = createBetting(base, disabledOracles);
  const { indexer, readBarrier, fees, hidden } = betting;
  await hidden.start();
  closers.add(() => hidden.stop());
  live.start();
  closers.add(() => indexer.stop());
  closers.add(() => betting.close());
  // What happened before this database existed is not announced as new.
  if (base.isNewDatabase) await indexer.rebuild();
  const cursor = await findCursorState(chain, store);
  await indexer.catchUp();
  const catchUp = () => indexer.catchUp();
  if (cursor === 'deleted') await requireComplete({ chain, store, wallMs, catchUp });
  indexer.start();
  if (base.isNewDatabase) await warnOfLostJournal(store, log);

  const { buybackLimit, hasKeeper } = settings;
  const isBuying = buybackLimit !== undefined && hasKeeper;
  const buyer = isBuying ? await openBuyer(platform, buybackLimit) : undefined;
  if (buyer) watch.addBuyer(buyer.token);
  const reads = createKeeperReads(store, indexer.cache);
  const keeper = createKeeper({
    ...{ chain, store, keys, reads, indexer, buyer, live, log, wallMs, readBarrier, fees },
    ...{ priceUpdates, web, disabledOracles },
    series: { ...betting.context, book, demo: demoSeries },
    retention: settings.kept,
    crash: betting.context.crash,
    isBetting: () => betting.groups.isBusy,
  });
  closers.add(() => keeper.stop());
  closers.add(() => web.stop());
  // A disabled oracle's markets are refunded at once.
  indexer.onConfigEvent(() => void live.refresh().then(keeper.wake, () => undefined));
  const reserves = new ReservesReader({ chain, store, wallMs, catchUp });
  const auditor = new Auditor({ chain, store, reserves, log, wallMs, indexer });
  if (hasKeeper) auditor.start();
  closers.add(() => auditor.stop());
  // With a cluster and PostgreSQL nothing is stored there.
  const writesDisk = platform.localnet !== undefined || store.engine === 'sqlite';
  const queries = createQueries({
    ...{ chain, store, wallMs, trust, readBarrier, reserves, disabledOracles, hidden, book },
    cache: indexer.cache,
    config,
    configVersion: followed.version,
    findProblem: (problem) => watch.findProblem(problem),
    findLag: () => indexer.findLag(),
    ...(writesDisk && { checkDisk: () => checkDisk(settings.dataDir) }),
    findResolutionStatus: keeper.findResolutionStatus,
  });
  const { findMarket } = queries;
  const parts = { betting, keeper, disabledOracles, buyer, reads, findMarket };
  const commands = createCommands(base, parts);
  return { betting, keeper, queries, commands, auditor, reads };
}

/** What was not on chain is lost with the old database. */
async function warnOfLostJournal(store: Store, log: Log): Promise<void> {
  const [first] = await listAuditable(store.db, '', 1);
  if (first === undefined) return;
  log.warn(
    { alarm: 'journal_lost' },
    'The database is new, but the chain has markets. If there was a database before, API keys, ' +
      'Idempotency-Keys, evidence, samples and the event feed are lost: restore a backup.',
  );
}

/** Replicas on one PostgreSQL share their limits. */
function limiter(store: Store, requestsPerMinute: number): RateLimiter | null {
  if (requestsPerMinute === 0) return null;
  const options = { requestsPerMinute, nowMs: () => performance.now() };
  const fallback = createRateLimiter(options);
  if (store.engine === 'sqlite') return fallback;
  return createSharedRateLimiter({
    ...options,
    fallback,
    reserve: (reservation) => store.write((db) => reserveRequests(db, reservation)),
  });
}
