import { within } from '@tote/chain/lib/within';
import { NO_PRICE_UPDATES, type PriceUpdates } from '@tote/conditions/oracles/price-updates';
import { Hermes } from '@tote/conditions/oracles/pyth/hermes';
import { addSeconds } from '@tote/domain';
import { createScopesOf } from '../auth/caller.ts';
import { Audience } from '../embedded/audience.ts';
import { openDemoBettors } from '../embedded/demo-markets/demo-markets.ts';
import { DemoSeries } from '../embedded/demo-markets/demo-series.ts';
import { DemoWorld } from '../embedded/demo-world/demo-world.ts';
import type { Platform } from '../embedded/platform.ts';
import { createThreadedPoster } from '../feed/webhooks/threaded-poster.ts';
import { findCursorState, requireHistory } from '../indexer/history.ts';
import { ClusterPriceUpdates } from '../keeper/observe/cluster-price-updates.ts';
import type { FetchOptions } from '../keeper/observe/web/fetch-page.ts';
import { WebReader } from '../keeper/observe/web/web-reader.ts';
import { listLimitations } from '../queries/check-readiness.ts';
import { SeriesBook } from '../series/series-book.ts';
import { explainListen, reservePort } from '../settings/explain-listen.ts';
import { deriveSecret } from '../settings/keys.ts';
import type { Settings } from '../settings/read-settings.ts';
import { chainIdentityOf, claimForChain } from '../store/journal/chain-identity.ts';
import { startFeed } from '../store/journal/feed.ts';
import { sumRents } from '../store/journal/payments.ts';
import { openStore } from '../store/open-store.ts';
import {
  hasDemoLaunches,
  hasObservedMarket,
  isNamedByMarket,
} from '../store/projection/list-due-markets.ts';
import { readClock } from '../store/statements.ts';
import type { Store } from '../store/store.ts';
import { ChainWatch } from '../submissions/chain-watch.ts';
import { createRelayers } from '../submissions/relayers.ts';
import type { CrashPoint } from '../telemetry/crash-points.ts';
import type { Log } from '../telemetry/log.ts';
import { openFirst } from './open-first.ts';
import { createServiceConfig, followConfig } from './service-config.ts';

export class Closers {
  readonly #closers: (() => unknown)[] = [];

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) await close();
  }
}

/** What no setting reaches. */
export interface Internals {
  readonly fetchOptions?: FetchOptions;
  /** Where a test ends the process. */
  readonly crashAt?: CrashPoint;
  /** What was opened already, while this was loaded. */
  readonly first?: ReturnType<typeof openFirst>;
}

export const API_ADDRESS = { host: 'TOTE_HOST', port: 'TOTE_PORT' } as const;
export const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

export type Base = Awaited<ReturnType<typeof openBase>>;

export async function openBase(
  settings: Settings,
  { fetchOptions, crashAt, first }: Internals,
  closers: Closers,
) {
  const { wallMs, log, platform } = await (first ?? openFirst(settings));
  closers.add(() => platform.close());
  const { dataDir, databaseUrl } = settings;
  const warn = (message: string, error: unknown) => log.warn({ error }, message);
  const store = await openStore({ ...(databaseUrl ? { databaseUrl } : { dir: dataDir }), warn });
  closers.add(() => store.close());
  const { book, close: closeBook } = await SeriesBook.open(store);
  closers.add(closeBook);
  const isNewDatabase = await claimForChain(store, chainIdentityOf(platform.chain));
  await requireHistory(platform.chain, store);
  const now = platform.chain.clock.now();
  await store.write((db) => startFeed(db, { now, wallMs: wallMs() }));
  const followed = await followConfig(platform, log, wallMs);
  closers.add(() => followed.live.close());

  const { chain, localnet } = platform;
  const audience = localnet && new Audience(() => performance.now());
  const demo = audience && (await startDemoWorld({ settings, platform, store, log, audience }));
  const { world: demoWorld, bettors: demoBettors = [], series: demoSeries } = demo ?? {};
  closers.add(() => demoWorld?.close());
  const priceUpdates = await startPriceUpdates(
    { settings, platform, demoWorld, log, wallMs },
    closers,
  );
  const web = new WebReader({
    ...{ clock: chain.clock, listed: settings.webSources, fetchOptions },
    local: demoWorld?.pages,
  });
  const poster = createThreadedPoster(settings.webhookNetworks);
  closers.add(() => poster.close());
  // Wallets sign the origin, so the port must be known before the server listens.
  const reserved = await explainListen(API_ADDRESS, settings.host, () =>
    reservePort(settings.host, settings.port),
  );
  closers.add(() => reserved.release());
  const origin = settings.origin ?? `http://${hostInUrl(settings.host)}:${reserved.port}`;
  const { live } = followed;
  const relayers = createRelayers(platform.keys, () => live.current.operator);
  const [relayer, next] = relayers.keys.map(({ address }) => address);
  const watch = new ChainWatch({
    ...{ chain, log, wallMs, operator: () => relayers.operator.address },
    payers: {
      relayer,
      ...(next && { 'relayer-next': next }),
      keeper: platform.keys.keeper.address,
    },
    monotonicMs: () => performance.now(),
    hasHistory: async () => (await findCursorState(chain, store)) !== 'unknown',
    // Where writes go.
    checkDatabase: () => readClock(store.migrationDb),
    sumRents: () => sumRents(store.db),
  });
  watch.start();
  closers.add(() => watch.stop());
  const config = createServiceConfig({
    ...{ platform, relayers, live, settings, origin, demoWorld, webSources: web.listed },
    utility: await chain.accounts.getUtility(),
    refuseUnlandable: (feePayer) => watch.refuse(feePayer),
  });
  const scopesOf = createScopesOf(settings.operators, () => live.current.admin);
  for (const limitation of listLimitations(config)) log.warn({}, limitation);
  return {
    ...{ settings, wallMs, log, platform, store, followed, demoWorld, origin, config },
    ...{ relayers, reserved, watch, isNewDatabase, web, poster, priceUpdates, crashAt, audience },
    ...{ scopesOf, demoBettors, demoSeries, book },
  };
}

/** While nobody watches, the world stands still until a market of the demo is about to end. */
const SOON_SECONDS = 10 * 60;

interface DemoWorldParts extends Pick<PriceUpdatesOptions, 'log'> {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly store: Store;
  readonly audience: Audience;
}

async function startDemoWorld({ settings, platform, store, log, audience }: DemoWorldParts) {
  const { chain, localnet } = platform;
  if (!localnet) return undefined;
  const secret = deriveSecret(platform.keys, 'demo bettors');
  const known = await openDemoBettors(secret);
  const bettors = settings.hasDemo ? known : [];
  const demo = bettors.map(({ key }) => key.address);
  const series = new DemoSeries({
    owners: new Set(known.map(({ key }) => key.address)),
    isWatching: () => settings.hasDemo && audience.isWatching,
  });
  const world = await DemoWorld.start({
    ...{ chain, sandbox: localnet.sandbox, log, audience },
    bettors: bettors.map(({ name, key }) => ({ name, wallet: key.address })),
    isNeeded: () =>
      hasObservedMarket(store.db, { demo, soon: addSeconds(chain.clock.now(), SOON_SECONDS) }),
    countsLaunches: () => hasDemoLaunches(store.db),
    addsTokens: settings.isSandbox,
    isInUse: (mint) => isNamedByMarket(store.db, mint),
  });
  return { world, bettors, series };
}

// Where prices at expiry come from: the demo world of the embedded chain, or Hermes.

/** A start does not wait longer for endpoints that do not answer. */
const FIRST_LOOK_MS = 3_000;

interface PriceUpdatesOptions {
  readonly settings: Pick<Settings, 'hermesUrls' | 'hermesKey'>;
  readonly platform: Pick<Platform, 'chain' | 'keys'>;
  readonly demoWorld: DemoWorld | undefined;
  readonly log: Log;
  readonly wallMs: () => number;
}

export async function startPriceUpdates(
  { settings, platform, demoWorld, log, wallMs }: PriceUpdatesOptions,
  closers: { add(close: () => unknown): void },
): Promise<PriceUpdates> {
  if (demoWorld) return demoWorld;
  const { hermesUrls: urls, hermesKey: apiKey } = settings;
  if (urls.length === 0) return NO_PRICE_UPDATES;
  const onFailure = (host: string, reason: string) =>
    log.info({ host, reason }, 'An endpoint of Hermes did not help');
  const hermes = new Hermes({ urls, onFailure, ...(apiKey && { apiKey }) });
  const { chain, keys } = platform;
  const updates = new ClusterPriceUpdates({ chain, payer: keys.keeper, hermes, log, wallMs });
  closers.add(() => updates.coverage.close());
  await within(updates.coverage.start(), FIRST_LOOK_MS);
  return updates;
}
