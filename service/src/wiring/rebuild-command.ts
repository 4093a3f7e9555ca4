// `tote rebuild [--yes]`: checks first whether it can work, says what it will do, and asks.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Chain } from '@tote/chain/chain';
import { FileLock } from '@tote/chain/lib/file-lock';
import { ensurePrivateFolder } from '@tote/chain/lib/private-files';
import { UsageError } from '@tote/chain/lib/usage-error';
import { openPlatform } from '../embedded/platform.ts';
import { requireWholeHistory } from '../indexer/history.ts';
import { createIndexer } from '../indexer/indexer.ts';
import { compareWithChain } from '../indexer/snapshot/compare-with-chain.ts';
import type { Settings } from '../settings/read-settings.ts';
import { chainIdentityOf, claimForChain } from '../store/journal/chain-identity.ts';
import { openStore } from '../store/open-store.ts';
import { requireNoReplicas } from '../store/postgres/lease-session.ts';
import { copyProjection } from '../store/snapshot/tables.ts';
import type { Store } from '../store/store.ts';
import { createLog, createRedact, type Log } from '../telemetry/log.ts';

/** In the data folder: what is built. An interrupted rebuild leaves it, and the next removes it. */
const DRAFT = 'rebuild';
const YES = '--yes';

export async function rebuild(
  settings: Settings,
  args: readonly string[],
  { print, ask }: { print: (line: string) => void; ask?: (question: string) => Promise<string> },
): Promise<void> {
  const isYes = args.includes(YES);
  if (args.some((arg) => arg !== YES)) throw new UsageError('Use tote rebuild [--yes].');
  if (!isYes && !ask) {
    throw new UsageError('This asks before it acts. Without a terminal, add --yes.');
  }
  const wallMs = () => Date.now();
  const log = createLog(settings.logLevel, createRedact(settings));
  const platform = await openPlatform(settings, wallMs, log);
  const { dataDir, databaseUrl } = settings;
  let store: Store | undefined;
  try {
    store = await openStore(databaseUrl ? { databaseUrl } : { dir: dataDir });
    const { chain } = platform;
    await claimForChain(store, chainIdentityOf(chain));
    await requireNoReplicas(store.db);
    const transactions = await requireWholeHistory(chain, store);
    print(describe(settings, transactions));
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

/** Builds beside the old rows, and replaces them if the new ones agree with the chain (ADR 22). */
const SHOWN_MAX = 20;

interface RebuildOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly draft: Store;
  readonly wallMs: () => number;
  readonly log: Log;
  readonly print: (line: string) => void;
}

/** The journal and the ids of the feed stay. If it throws, `store` is as it was. */
export async function rebuildProjection(options: RebuildOptions): Promise<void> {
  const { chain, store, draft, wallMs, log, print } = options;
  const indexer = createIndexer({ chain, store: draft, wallMs, log });
  let total = 0;
  await indexer.rebuild((done, all) => {
    total = all;
    print(`${done} of ${all} transactions`);
  });
  const catchUp = () => indexer.catchUp();
  const compared = await compareWithChain({ chain, store: draft, wallMs, catchUp });
  requireSame(compared, print);
  const { markets, bettors, positions } = compared;
  print(
    `Compared with the chain: ${markets} markets, ${bettors} bettors with their balances, ` +
      `${positions} open positions, both vaults. No difference.`,
  );
  await store.write(async (db) => {
    await requireNoReplicas(db);
    await copyProjection(draft.db, db, (name, rows) => print(`${rows} rows of ${name}`));
  });
  print(`The projection is rebuilt from ${total} transactions.`);
}

function requireSame(
  { differences, isSettled }: Awaited<ReturnType<typeof compareWithChain>>,
  print: RebuildOptions['print'],
): void {
  if (differences.size === 0) return;
  for (const [account, reason] of [...differences].slice(0, SHOWN_MAX)) {
    print(`${account}: ${reason}`);
  }
  throw new UsageError(
    isSettled
      ? `What the node gave differs from the accounts on chain in ${differences.size} places, so ` +
          'the old rows stay. Name another node in TOTE_RPC_URL, or use a snapshot: ' +
          'tote snapshot restore <file> --replace.'
      : 'The chain changed while it was compared, so the old rows stay. Run it again.',
  );
}
