// `tote rebuild [--yes]`: checks first whether it can work, says what it will do, and asks.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileLock } from '@tote/chain/lib/file-lock';
import { ensurePrivateFolder } from '@tote/chain/lib/private-files';
import { UsageError } from '@tote/chain/lib/usage-error';
import { openPlatform } from '../embedded/platform.ts';
import { requireWholeHistory } from '../indexer/history.ts';
import type { Settings } from '../settings/read-settings.ts';
import { chainIdentityOf, claimForChain } from '../store/journal/chain-identity.ts';
import { openStore } from '../store/open-store.ts';
import { requireNoReplicas } from '../store/postgres/lease-session.ts';
import type { Store } from '../store/store.ts';
import { createLog, createRedact } from '../telemetry/log.ts';
import { rebuildProjection } from './rebuild.ts';

/** In the data folder: what is built. An interrupted rebuild leaves it, and the next removes it. */
const DRAFT = 'rebuild';
const YES = '--yes';

interface RebuildSurroundings {
  readonly print: (line: string) => void;
  /** Undefined if nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
}

export async function rebuild(
  config: Settings,
  args: readonly string[],
  { print, ask }: RebuildSurroundings,
): Promise<void> {
  const isYes = args.includes(YES);
  if (args.some((arg) => arg !== YES)) throw new UsageError('Use tote rebuild [--yes].');
  if (!isYes && !ask) {
    throw new UsageError('This asks before it acts. Without a terminal, add --yes.');
  }
  const wallMs = () => Date.now();
  const log = createLog(config.logLevel, createRedact(config));
  const platform = await openPlatform(config, wallMs, log);
  const { dataDir, databaseUrl } = config;
  let store: Store | undefined;
  try {
    store = await openStore(databaseUrl ? { databaseUrl } : { dir: dataDir });
    const { chain } = platform;
    await claimForChain(store, chainIdentityOf(chain));
    await requireNoReplicas(store.db);
    const transactions = await requireWholeHistory(chain, store);
    print(describe(config, transactions));
    if (!isYes && !/^y(es)?$/i.test((await ask?.('Rebuild? [y/N] '))?.trim() ?? '')) {
      throw new Error('Nothing is changed.');
    }
    const live = store;
    await withDraft(dataDir, (draft) =>
      rebuildProjection({ chain, store: live, draft, wallMs, log, print }),
    );
  } finally {
    await store?.close();
    await platform.close();
  }
}

function describe({ dataDir, databaseUrl }: Settings, transactions: number): string {
  const { host, pathname } = new URL(databaseUrl ?? 'file:///');
  const database = databaseUrl ? `${host}${pathname}` : join(dataDir, 'tote.db');
  return (
    `This reads ${transactions} transactions from the chain and builds all rows that are derived ` +
    `from them in ${join(dataDir, DRAFT)}. If these agree with the accounts on chain, they ` +
    `replace the rows in ${database}, in one transaction. Until then answers come from the old ` +
    'rows. API keys, evidence, samples and events stay.'
  );
}

async function withDraft(dataDir: string, work: (draft: Store) => Promise<void>): Promise<void> {
  ensurePrivateFolder(dataDir);
  const dir = join(dataDir, DRAFT);
  const lock = FileLock.take(`${dir}.lock`, 'folder for a rebuild');
  try {
    rmSync(dir, { recursive: true, force: true });
    const draft = await openStore({ dir });
    try {
      await work(draft);
    } finally {
      await draft.close();
      rmSync(dir, { recursive: true });
    }
  } finally {
    lock.release();
  }
}
