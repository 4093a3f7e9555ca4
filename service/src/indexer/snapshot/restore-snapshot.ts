// Fills an empty database from a snapshot, or replaces the projection of a database of the same
// chain. The file is read twice: first all of it is checked, then inserted in one transaction.
import type { Chain } from '@tote/chain/chain';
import { UsageError } from '@tote/chain/lib/usage-error';
import {
  type ChainIdentity,
  chainIdentityOf,
  describeChain,
  findChainIdentity,
  isSameChain,
  saveChainIdentity,
} from '../../store/journal/chain-identity.ts';
import { clearHaltedMarkets } from '../../store/journal/settings.ts';
import { recreateProjection } from '../../store/migrate.ts';
import { openStore } from '../../store/open-store.ts';
import { countClosed } from '../../store/projection/bettors.ts';
import {
  type Cursor,
  PROGRAM_CURSOR,
  saveCursor,
  UNANNOUNCED_CURSOR,
} from '../../store/projection/transactions.ts';
import { insertRows, listSnapshotTables } from '../../store/snapshot/tables.ts';
import type { Store } from '../../store/store.ts';
import type { Log } from '../../telemetry/log.ts';
import { createIndexer } from '../indexer.ts';
import { type Comparison, compareWithChain } from './compare-with-chain.ts';
import { cursorOf, type ReadSnapshot, readSnapshot, type SnapshotHead } from './read-snapshot.ts';

interface RestoreOptions {
  readonly store: Store;
  readonly file: string;
  readonly identity: ChainIdentity;
  readonly signer: string;
  readonly newest?: Cursor;
  readonly isReplacing?: boolean;
}

export async function restoreSnapshot(options: RestoreOptions): Promise<ReadSnapshot> {
  const { store, file, identity, newest } = options;
  await requireTarget(options);
  const checked = await checkFile(options);
  await store.write(async (db) => {
    await recreateProjection(db);
    await clearHaltedMarkets(db);
    const read = await readSnapshot(file, { onRows: (table, rows) => insertRows(db, table, rows) });
    if (read.end.sha256 !== checked.end.sha256)
      throw new UsageError(`${file} was changed meanwhile.`);
    await saveCursor(db, PROGRAM_CURSOR, cursorOf(read.head));
    if (newest) await saveCursor(db, UNANNOUNCED_CURSOR, newest);
    await saveChainIdentity(db, identity);
  });
  return checked;
}

async function checkFile({ store, file, identity, signer }: RestoreOptions) {
  const tables = JSON.stringify(await listSnapshotTables(store.db));
  const read = await readSnapshot(file, {
    onHead(head) {
      requireChain(head, identity);
      if (JSON.stringify(head.tables) !== tables) {
        throw new UsageError(`${file} cannot be used: it has other tables than this version.`);
      }
    },
  });
  if (read.end.signer === signer) return read;
  throw new UsageError(
    `${file} is signed by ${read.end.signer}, but the oracle of the chain's Config is ${signer}. ` +
      'If you trust the other key, name it with --signer.',
  );
}

function requireChain(head: SnapshotHead, identity: ChainIdentity): void {
  if (isSameChain(head, identity)) return;
  throw new UsageError(
    `The snapshot is of ${describeChain(head)}, but the chain is ${describeChain(identity)}.`,
  );
}

async function requireTarget({ store, identity, isReplacing }: RestoreOptions): Promise<void> {
  const known = await findChainIdentity(store.db);
  if (known === undefined) return;
  if (!isReplacing) {
    throw new UsageError(
      'The database is not empty. Name an empty one, or use --replace: that drops what is ' +
        'derived from the chain and keeps the rest.',
    );
  }
  if (known === 'unknown' || !isSameChain(known, identity)) {
    throw new UsageError('The database belongs to another chain.');
  }
}

// Checks a snapshot as anybody can: fills a database of its own from it, catches up with the chain,
// and compares everything with the accounts there.

export interface CheckedSnapshot extends ReadSnapshot {
  readonly comparison: Comparison;
  readonly unchecked: Awaited<ReturnType<typeof countClosed>>;
}

export async function checkSnapshot(options: {
  readonly file: string;
  readonly chain: Chain;
  readonly signer?: string;
  readonly wallMs: () => number;
  readonly log: Log;
}): Promise<CheckedSnapshot> {
  const { file, chain, wallMs, log } = options;
  const signer = options.signer ?? (await chain.accounts.getConfig()).oracle;
  const store = await openStore();
  try {
    const identity = chainIdentityOf(chain);
    const read = await restoreSnapshot({ store, file, identity, signer });
    const unchecked = await countClosed(store.db);
    const indexer = createIndexer({ chain, store, wallMs, log });
    await indexer.rebuild();
    const catchUp = () => indexer.catchUp();
    const comparison = await compareWithChain({ chain, store, wallMs, catchUp });
    return { ...read, comparison, unchecked };
  } finally {
    await store.close();
  }
}
