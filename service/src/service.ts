// Composition root: the only file that knows every room of the house.
import { mkdirSync } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createAuthenticator } from './auth/create-authenticator.ts';
import { createBetting } from './compose-betting.ts';
import { createCommands } from './compose-commands.ts';
import type { Config } from './config/config.ts';
import { DemoWorld } from './demo-world/demo-world.ts';
import { openFeed } from './feed/feed-hub.ts';
import { followConfig } from './follow-config.ts';
import { openBuyer } from './genesis/buyer.ts';
import { openPlatform } from './genesis/platform.ts';
import { startDemo } from './genesis/start-demo.ts';
import { createRateLimiter, type RateLimiter } from './http/rate-limiter.ts';
import { createServer } from './http/server.ts';
import { createSharedRateLimiter } from './http/shared-rate-limiter.ts';
import { createKeeper } from './keeper/keeper.ts';
import { createQueries } from './queries/create-queries.ts';
import { describeMarket } from './queries/describe-market.ts';
import { listLimitations } from './queries/list-limitations.ts';
import { createServiceConfig } from './service-config.ts';
import { chainIdentityOf, claimForChain } from './store/journal/chain-identity.ts';
import { reserveRequests } from './store/journal/rate-limits.ts';
import { openStore } from './store/open-store.ts';
import { createKeeperReads } from './store/projection/keeper-reads.ts';
import type { Store } from './store/store.ts';
import { createLog, type Log } from './telemetry/log.ts';

export interface RunningService {
  /** `http://<host>:<port>/v1` */
  readonly baseUrl: string;
  /** What to tell the person who started it. */
  readonly hint: string;
  /** Told when the service cannot go on: its chain has stopped. */
  onEnd(listener: (error: Error) => void): void;
  /** Finishes what was begun, and stops. */
  close(): Promise<void>;
}

/** Things to undo, the last one first. */
class Closers {
  readonly #closers: (() => unknown)[] = [];

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) await close();
  }
}

export async function startService(config: Config): Promise<RunningService> {
  const closers = new Closers();
  try {
    return await start(config, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(config: Config, closers: Closers): Promise<RunningService> {
  const wallMs = () => Date.now();
  const log = createLog(config.logLevel);
  const ground = { config, closers, wallMs, log };
  const { platform, store, followed } = await openGround(ground);
  const { chain, keys, localnet } = platform;
  const { live, trust } = followed;
  const demoWorld = localnet && (await DemoWorld.start({ chain, sandbox: localnet.sandbox, log }));
  closers.add(() => demoWorld?.close());
  const port = config.port === 0 ? await findFreePort(config.host) : config.port;
  const origin = config.origin ?? `http://${hostInUrl(config.host)}:${port}`;
  const serviceConfig = createServiceConfig({
    ...{ platform, live, config, origin, demo: demoWorld?.data },
  });
  for (const limitation of listLimitations(serviceConfig)) log.warn({}, limitation);

  const betting = createBetting({
    ...{ config, serviceConfig, platform, demoWorld, store, live, wallMs, log },
  });
  const { indexer } = betting;
  indexer.onConfigEvent(() => live.refreshInBackground());
  live.start();
  closers.add(() => indexer.stop());
  closers.add(() => betting.close());
  await indexer.catchUp();
  indexer.start();

  const { buybackLimit, hasKeeper } = config;
  const isBuying = buybackLimit !== undefined && hasKeeper;
  const buyer = isBuying ? await openBuyer(platform, buybackLimit) : undefined;
  const reads = createKeeperReads(store, indexer.cache);
  const keeper = createKeeper({
    ...{ chain, store, keys, reads, indexer, buyer, live, log, wallMs },
    priceUpdates: demoWorld,
    crash: betting.context.crash,
    isBetting: () => betting.groups.isBusy,
    readBarrier: betting.readBarrier,
  });
  closers.add(() => keeper.stop());
  const { findResolutionStatus } = keeper;
  const queries = createQueries({
    chain,
    store,
    cache: indexer.cache,
    config: serviceConfig,
    trust,
    configVersion: followed.version,
    readBarrier: betting.readBarrier,
    findResolutionStatus,
  });
  const commands = createCommands({
    ...{
      config,
      serviceConfig,
      platform,
      demoWorld,
      store,
      betting,
      keeper,
      buyer,
      reads,
      log,
      wallMs,
    },
    findMarket: queries.findMarket,
  });
  const authenticator = createAuthenticator({
    store,
    origin,
    genesisHash: chain.genesisHash,
    wallMs,
  });
  closers.add(() => authenticator.close());
  const feed = await openFeed(store);
  closers.add(() => feed.close());

  const server = createServer({
    ...{ commands, queries, authenticator, feed, log, wallMs },
    describe: (market) => describeMarket(market, demoWorld),
    ipLimiter: limiter(store, config.requestsPerMinutePerIp),
    walletLimiter: limiter(store, config.requestsPerMinutePerWallet),
    trustProxy: config.trustProxy,
  });
  await listen(server, config.host, port);
  closers.add(() => server.close());
  betting.recover();
  if (hasKeeper) keeper.start();

  const baseUrl = `${origin}/v1`;
  const hint = localnet
    ? await startDemo({ config, platform, commands, authenticator, baseUrl, data: demoWorld?.data })
    : `Tote runs at ${baseUrl} (chain: ${new URL(config.rpcUrl ?? '').origin})`;
  return {
    baseUrl,
    hint,
    onEnd: (listener) => localnet?.onEnd(listener),
    close: () => closers.close(),
  };
}

interface Ground {
  readonly config: Config;
  readonly closers: Closers;
  readonly wallMs: () => number;
  readonly log: Log;
}

/** The chain, the database, and what the chain says of itself. */
async function openGround({ config, closers, wallMs, log }: Ground) {
  mkdirSync(config.dataDir, { recursive: true });
  // The chain first: if its data is of another version, nothing of the old folder is touched.
  const platform = await openPlatform(config, wallMs, log);
  closers.add(() => platform.close());
  const store = await openServiceStore(config, wallMs, (message, error) =>
    log.warn({ error }, message),
  );
  closers.add(() => store.close());
  await claimForChain(store, chainIdentityOf(platform.chain));
  const followed = await followConfig({ platform, log, wallMs });
  closers.add(() => followed.live.close());
  return { platform, store, followed };
}

function openServiceStore(
  { dataDir, databaseUrl }: Config,
  wallMs: () => number,
  warn: (message: string, error: unknown) => void,
): Promise<Store> {
  return openStore({ ...(databaseUrl ? { databaseUrl } : { dir: dataDir }), wallMs, warn });
}

/** Replicas on one PostgreSQL limit as one. */
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

async function listen(server: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is in use. Stop what uses it, or set TOTE_PORT to another one.`);
  }
}

/** The address is in what wallets sign, so it has to be known before anybody listens. */
function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);
