// Composition root: creates and connects all parts of the service, and stops them.
import { PageAccess } from '@tote/chain/lib/page-access';
import { ensurePrivateFolder } from '@tote/chain/lib/private-files';
import { createAuthenticator } from './auth/create-authenticator.ts';
import { openBuyer } from './embedded/buyer.ts';
import { startDemo } from './embedded/demo.ts';
import { DemoWorld } from './embedded/demo-world/demo-world.ts';
import { openPlatform } from './embedded/platform.ts';
import type { Feed } from './feed/feed-event.ts';
import { openFeed } from './feed/feed-hub.ts';
import { WebhookDispatcher } from './feed/webhooks/dispatcher.ts';
import { createThreadedPoster } from './feed/webhooks/threaded-poster.ts';
import { createRateLimiter, type RateLimiter } from './http/rate-limiter.ts';
import { startMetricsServer } from './http/serve-metrics.ts';
import { createServer, type ServerOptions } from './http/server.ts';
import { createSharedRateLimiter } from './http/shared-rate-limiter.ts';
import { renderEnvelope } from './http/streams/envelope.ts';
import { Auditor } from './indexer/audit/auditor.ts';
import { ReservesReader } from './indexer/audit/reserves.ts';
import { hasHistory, isCursorDeleted, requireHistory } from './indexer/history.ts';
import { requireComplete } from './indexer/snapshot/compare-with-chain.ts';
import { batchMarketAccounts, createKeeper } from './keeper/keeper.ts';
import type { FetchOptions } from './keeper/observe/web/fetch-page.ts';
import { WebReader } from './keeper/observe/web/web-reader.ts';
import { DisabledOracles } from './markets/disabled-oracles.ts';
import { createQueries } from './queries/create-queries.ts';
import { describeMarket } from './queries/describe-market.ts';
import { listLimitations } from './queries/list-limitations.ts';
import { explainListen } from './settings/explain-listen.ts';
import type { Settings } from './settings/read-settings.ts';
import { reservePort } from './settings/reserve-port.ts';
import { readClock } from './store/engine.ts';
import { chainIdentityOf, claimForChain } from './store/journal/chain-identity.ts';
import { startFeed } from './store/journal/feed.ts';
import { sumRents } from './store/journal/payments.ts';
import { reserveRequests } from './store/journal/requests.ts';
import { openStore } from './store/open-store.ts';
import { listAuditable } from './store/projection/audited-markets.ts';
import { createKeeperReads, hasObservedMarket } from './store/projection/list-due-markets.ts';
import type { Store } from './store/store.ts';
import { ChainWatch } from './submissions/chain-watch.ts';
import { createRelayers } from './submissions/relayers.ts';
import { BUILD } from './telemetry/build.ts';
import type { CrashPoint } from './telemetry/crash-points.ts';
import { checkDisk } from './telemetry/disk.ts';
import { createLog, createRedact, type Log } from './telemetry/log.ts';
import { Metrics } from './telemetry/metrics.ts';
import { type Betting, createBetting } from './wiring/compose-betting.ts';
import { createCommands } from './wiring/compose-commands.ts';
import { createMetrics } from './wiring/compose-metrics.ts';
import { startPriceUpdates } from './wiring/compose-price-updates.ts';
import { deriveSecret } from './wiring/derive-secret.ts';
import { followConfig } from './wiring/follow-config.ts';
import { createServiceConfig } from './wiring/service-config.ts';

export interface RunningService {
  /** `http://<host>:<port>/v1` */
  readonly baseUrl: string;
  readonly metricsUrl: string;
  /** For the console. */
  readonly startupMessage: string;
  /** Called when the service cannot continue because its chain has stopped. */
  onEnd(listener: (error: Error) => void): void;
  /** Finishes pending work and stops. */
  close(): Promise<void>;
}

/** Cleanup functions, run in reverse order. */
class Closers {
  readonly #closers: (() => unknown)[] = [];

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) await close();
  }
}

/** What no setting reaches. */
interface ServiceInternals {
  /** The folder of the built page. */
  readonly pageDir?: string;
  /** How web sources are fetched. */
  readonly fetchOptions?: FetchOptions;
  /** Where a test ends the process. */
  readonly crashAt?: CrashPoint;
  /** Gets what the HTTP server is made from: a test makes others from it, with other limits. */
  readonly onServer?: (options: ServerOptions) => void;
}

export async function startService(
  config: Settings,
  internals: ServiceInternals = {},
): Promise<RunningService> {
  const closers = new Closers();
  try {
    return await start(config, internals, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(
  config: Settings,
  internals: ServiceInternals,
  closers: Closers,
): Promise<RunningService> {
  const base = await openBase(config, internals, closers);
  const { pageDir } = internals;
  const { log, wallMs, platform, store, demoWorld, reserved, origin } = base;
  const { localnet } = platform;
  const { betting, keeper, queries, commands, ...watched } = await startUseCases(base, closers);
  const { genesisHash } = platform.chain;
  const authenticator = createAuthenticator({ store, origin, genesisHash, wallMs });
  closers.add(() => authenticator.close());
  const feed = await openFeed(store);
  closers.add(() => feed.close());
  const webhooks = startWebhooks(base, { feed, betting }, closers);
  const metrics = new Metrics();
  metrics.add(...createMetrics({ ...base, ...watched, betting, keeper, queries, feed, webhooks }));

  const options: ServerOptions = {
    ...{ commands, queries, authenticator, feed, log, wallMs, metrics, pageDir },
    servesMetrics: config.metricsPort === undefined,
    describe: (market) => describeMarket(market, demoWorld),
    ipLimiter: limiter(store, config.requestsPerMinutePerIp),
    // Each reads several accounts, and is stored for a day.
    prepareLimiter: limiter(store, Math.ceil(config.requestsPerMinutePerIp / 4)),
    walletLimiter: limiter(store, config.requestsPerMinutePerWallet),
    trustProxy: config.trustProxy,
    pages: new PageAccess({ host: config.host, origins: [...config.allowedOrigins, origin] }),
    // Only the default, where nobody but this machine can connect, leaves it without a limit.
    isLoopbackLimited: config.rpcUrl !== undefined || config.trustProxy !== 0,
  };
  internals.onServer?.(options);
  const server = createServer(options);
  await server.ready();
  reserved.release();
  await explainListen(API_ADDRESS, config.host, () =>
    server.listen({ host: config.host, port: reserved.port }),
  );
  closers.add(() => server.close());
  const metricsUrl = await serveMetricsApart(base, metrics, closers);
  betting.recover();
  if (config.hasKeeper) keeper.start();

  const baseUrl = `${origin}/v1`;
  const pageUrl = pageDir && `${origin}/`;
  const data = demoWorld?.data;
  const catchUp = () => betting.indexer.catchUp();
  const startupMessage = localnet
    ? await startDemo({
        config,
        platform,
        commands,
        authenticator,
        baseUrl,
        data,
        pageUrl,
        catchUp,
      })
    : `Tote runs at ${pageUrl ?? baseUrl} (chain: ${new URL(config.rpcUrl ?? '').origin})`;
  return {
    baseUrl,
    metricsUrl: metricsUrl ?? `${origin}/metrics`,
    startupMessage,
    onEnd: (listener) => localnet?.onEnd(listener),
    close: () => closers.close(),
  };
}

function startWebhooks(
  { store, poster, platform, wallMs, log }: Base,
  { feed, betting }: { readonly feed: Feed; readonly betting: Betting },
  closers: Closers,
): WebhookDispatcher {
  const webhooks = new WebhookDispatcher({
    ...{ store, feed, poster, wallMs, log, crash: betting.context.crash },
    secret: deriveSecret(platform, 'webhooks'),
    render: renderEnvelope,
    random: () => Math.random(),
  });
  webhooks.start();
  closers.add(() => webhooks.stop());
  return webhooks;
}

/** On their own port, if one is set. */
async function serveMetricsApart(
  { config: { metricsHost: host, metricsPort: port }, log }: Base,
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

const API_ADDRESS = { host: 'TOTE_HOST', port: 'TOTE_PORT' } as const;

type Base = Awaited<ReturnType<typeof openBase>>;

/** The chain, the database, the Config on chain and the configuration of the service. */
async function openBase(config: Settings, internals: ServiceInternals, closers: Closers) {
  const { fetchOptions, crashAt } = internals;
  const wallMs = () => Date.now();
  const log = createLog(config.logLevel, createRedact(config));
  log.info({ ...BUILD, node: process.version }, 'Tote starts');
  createDataFolder(config);
  // The chain first: if its data has another version, nothing in the old folder is changed.
  const platform = await openPlatform(config, wallMs, log);
  closers.add(() => platform.close());
  const store = await openServiceStore(config, (message, error) => log.warn({ error }, message));
  closers.add(() => store.close());
  const isNewDatabase = await claimForChain(store, chainIdentityOf(platform.chain));
  await requireHistory(platform.chain, store);
  const now = platform.chain.clock.now();
  await store.write((db) => startFeed(db, { now, wallMs: wallMs() }));
  const followed = await followConfig({ platform, log, wallMs });
  closers.add(() => followed.live.close());

  const { chain, localnet } = platform;
  const isNeeded = () => hasObservedMarket(store.db);
  const demoWorld =
    localnet && (await DemoWorld.start({ chain, sandbox: localnet.sandbox, log, isNeeded }));
  closers.add(() => demoWorld?.close());
  const priceUpdates = await startPriceUpdates(
    { config, platform, demoWorld, log, wallMs },
    closers,
  );
  const web = new WebReader({
    ...{ clock: chain.clock, listed: config.webSources, fetchOptions },
    local: demoWorld?.pages,
  });
  const poster = createThreadedPoster(config.webhookNetworks);
  closers.add(() => poster.close());
  // Wallets sign the origin, so the port must be known before the server listens.
  const reserved = await explainListen(API_ADDRESS, config.host, () =>
    reservePort(config.host, config.port),
  );
  closers.add(() => reserved.release());
  const origin = config.origin ?? `http://${hostInUrl(config.host)}:${reserved.port}`;
  const { live } = followed;
  const demo = demoWorld?.data;
  const relayers = createRelayers(platform.keys, () => live.current.operator);
  const [relayer, next] = relayers.keys.map(({ address }) => address);
  const watch = new ChainWatch({
    ...{ chain, log, wallMs, operator: () => relayers.operator.address },
    payers: {
      relayer,
      ...(next && { 'relayer-next': next }),
      keeper: platform.keys.keeper.address,
    },
    hasHistory: () => hasHistory(chain, store),
    checkDatabase: () => store.write(readClock),
    sumRents: () => sumRents(store.db),
  });
  watch.start();
  closers.add(() => watch.stop());
  const serviceConfig = createServiceConfig({
    ...{ platform, relayers, live, config, origin, demo, web },
    utility: await chain.accounts.getUtility(),
    refuseUnlandable: (feePayer) => watch.refuse(feePayer),
  });
  for (const limitation of listLimitations(serviceConfig)) log.warn({}, limitation);
  return {
    ...{ config, wallMs, log, platform, store, followed, demoWorld, origin, serviceConfig },
    ...{ relayers, reserved, watch, isNewDatabase, web, poster, priceUpdates, crashAt },
  };
}

/** The indexer is up to date and runs afterwards; the keeper and recovery are not started. */
async function startUseCases(base: Base, closers: Closers) {
  const { config, wallMs, log, platform, store, followed, demoWorld, serviceConfig, watch } = base;
  const { web, priceUpdates, relayers } = base;
  const { chain, keys } = platform;
  const { live, trust } = followed;
  const findMarketAccount = batchMarketAccounts(chain);
  const disabledOracles = new DisabledOracles({ clock: chain.clock, live, findMarketAccount });
  const betting = createBetting({
    ...{ config, serviceConfig, platform, relayers, priceUpdates, web, store, live, wallMs, log },
    ...{ disabledOracles, crashAt: base.crashAt },
  });
  const { indexer, readBarrier, fees } = betting;
  live.start();
  closers.add(() => indexer.stop());
  closers.add(() => betting.close());
  // What happened before there was this database is not announced as if it happened now.
  if (base.isNewDatabase) await indexer.rebuild();
  const isDeleted = await isCursorDeleted(chain, store);
  await indexer.catchUp();
  if (isDeleted) await requireComplete({ chain, store, wallMs, catchUp: () => indexer.catchUp() });
  indexer.start();
  if (base.isNewDatabase) await warnOfLostJournal(store, log);

  const { buybackLimit, hasKeeper } = config;
  const isBuying = buybackLimit !== undefined && hasKeeper;
  const buyer = isBuying ? await openBuyer(platform, buybackLimit) : undefined;
  if (buyer) watch.addBuyer(buyer.token);
  const reads = createKeeperReads(store, indexer.cache);
  const keeper = createKeeper({
    ...{ chain, store, keys, reads, indexer, buyer, live, log, wallMs, readBarrier, fees },
    ...{ priceUpdates, web, disabledOracles },
    retention: config.kept,
    crash: betting.context.crash,
    isBetting: () => betting.groups.isBusy,
  });
  closers.add(() => keeper.stop());
  closers.add(() => web.stop());
  // A disabled oracle's markets are refunded at once.
  indexer.onConfigEvent(() => void live.refresh().then(keeper.wake, () => undefined));
  const catchUp = () => indexer.catchUp();
  const reserves = new ReservesReader({ chain, store, wallMs, catchUp });
  const auditor = new Auditor({
    ...{ chain, store, reserves, log, wallMs, catchUp },
    halt: (id, reason) => indexer.halt(id, reason),
    isHalted: (id) => indexer.isHalted(id),
    fillGap: (id) => indexer.fillGap(id),
  });
  if (hasKeeper) auditor.start();
  closers.add(() => auditor.stop());
  // With a cluster and PostgreSQL nothing is stored there.
  const writesDisk = platform.localnet !== undefined || store.engine === 'sqlite';
  const queries = createQueries({
    ...{ chain, store, wallMs, trust, readBarrier, reserves, disabledOracles },
    cache: indexer.cache,
    config: serviceConfig,
    configVersion: followed.version,
    findProblem: (problem) => watch.findProblem(problem),
    findLag: () => indexer.findLag(),
    ...(writesDisk && { checkDisk: () => checkDisk(config.dataDir) }),
    findResolutionStatus: keeper.findResolutionStatus,
  });
  const commands = createCommands({
    ...{ config, serviceConfig, platform, demoWorld, store, betting, keeper, buyer },
    ...{ relayers, reads, log, wallMs, priceUpdates, disabledOracles, poster: base.poster },
    findMarket: queries.findMarket,
  });
  return { betting, keeper, queries, commands, auditor, reads };
}

/** Everything that is on chain was read again; the rest was in the database that is missing. */
async function warnOfLostJournal(store: Store, log: Log): Promise<void> {
  const [first] = await listAuditable(store.db, '', 1);
  if (first === undefined) return;
  log.warn(
    { alarm: 'journal_lost' },
    'The database is new, but the chain has markets. If there was a database before, API keys, ' +
      'Idempotency-Keys, evidence, samples and the event feed are lost: restore a backup.',
  );
}

function openServiceStore(
  { dataDir, databaseUrl }: Settings,
  warn: (message: string, error: unknown) => void,
): Promise<Store> {
  return openStore({ ...(databaseUrl ? { databaseUrl } : { dir: dataDir }), warn });
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

function createDataFolder({ dataDir }: Settings): void {
  try {
    ensurePrivateFolder(dataDir);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`TOTE_DATA_DIR: the folder ${dataDir} cannot be used: ${message}`);
  }
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);
