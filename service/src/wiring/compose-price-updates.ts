// Where prices at expiry come from: the demo world of the embedded chain, or Hermes.
import { within } from '@tote/chain/lib/within';
import { NO_PRICE_UPDATES, type PriceUpdates } from '@tote/conditions/oracles/price-updates';
import { Hermes } from '@tote/conditions/oracles/pyth/hermes';
import type { DemoWorld } from '../embedded/demo-world/demo-world.ts';
import type { Platform } from '../embedded/platform.ts';
import { ClusterPriceUpdates } from '../keeper/observe/cluster-price-updates.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Log } from '../telemetry/log.ts';

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
