// `npm run rebuild`: drops the projection and rebuilds it from the chain.
import type { Config } from './config/config.ts';
import { openPlatform } from './genesis/platform.ts';
import { createIndexer } from './indexer/indexer.ts';
import { rebuildProjection } from './rebuild.ts';
import { chainIdentityOf, claimForChain } from './store/journal/chain-identity.ts';
import { openStore } from './store/open-store.ts';
import { createLog } from './telemetry/log.ts';
import { createRedact } from './telemetry/redact.ts';

export async function rebuild(config: Config): Promise<void> {
  const wallMs = () => Date.now();
  const log = createLog(config.logLevel, createRedact(config));
  const platform = await openPlatform(config, wallMs, log);
  const { dataDir, databaseUrl } = config;
  const store = await openStore(databaseUrl ? { databaseUrl, wallMs } : { dir: dataDir, wallMs });
  try {
    const { chain } = platform;
    await claimForChain(store, chainIdentityOf(chain));
    const indexer = createIndexer({ chain, store, wallMs, log });
    await rebuildProjection({ store, indexer, print: (line) => console.log(line) });
  } finally {
    await store.close();
    await platform.close();
  }
  process.exit(0);
}
