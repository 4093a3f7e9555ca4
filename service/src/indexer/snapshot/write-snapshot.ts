import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Key } from '@tote/chain/key';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { UsageError } from '@tote/chain/lib/usage-error';
import { findChainIdentity } from '../../store/journal/chain-identity.ts';
import { listHaltedMarkets } from '../../store/journal/settings.ts';
import { isOfThisVersion, PROJECTION_MIGRATIONS } from '../../store/migrate.ts';
import {
  BACKFILL_CURSOR,
  findCursor,
  findNewestSlot,
  PROGRAM_CURSOR,
  UNANNOUNCED_CURSOR,
} from '../../store/projection/transactions.ts';
import { listSnapshotTables, readRows } from '../../store/snapshot/tables.ts';
import type { Db } from '../../store/store.ts';
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotEnd,
  type SnapshotHead,
  signedText,
} from './read-snapshot.ts';

interface WriteOptions {
  readonly db: Db;
  readonly file: string;
  readonly key: Pick<Key, 'address' | 'sign'>;
}

export async function writeSnapshot({ db, file, key }: WriteOptions) {
  if (existsSync(file)) throw new UsageError(`${file} exists. Choose another name.`);
  const head = await makeHead(db);
  const draft = `${file}.part`;
  let end: SnapshotEnd | undefined;
  const lines = writeLines(db, head, key, (written) => {
    end = written;
  });
  try {
    const written = createWriteStream(draft, { flush: true });
    await pipeline(Readable.from(lines), createGzip(), written);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return { head, end: end as SnapshotEnd };
}

async function* writeLines(
  db: Db,
  head: SnapshotHead,
  key: WriteOptions['key'],
  onEnd: (end: SnapshotEnd) => void,
): AsyncIterable<string> {
  const digest = createHash('sha256');
  const toLines = (values: readonly unknown[]) => {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    digest.update(text);
    return text;
  };
  yield toLines([head]);
  const counts: Record<string, number> = {};
  for (const table of head.tables) {
    let count = 0;
    yield toLines([{ table: table.name }]);
    for await (const rows of readRows(db, table)) {
      count += rows.length;
      yield toLines(rows);
    }
    counts[table.name] = count;
  }
  const sha256 = digest.digest('hex');
  const signature = encodeBase58(key.sign(signedText(sha256)));
  const end = { counts, sha256, signer: key.address, signature };
  onEnd(end);
  yield `${JSON.stringify(end)}\n`;
}

async function makeHead(db: Db): Promise<SnapshotHead> {
  if (!(await isOfThisVersion(db))) {
    throw new UsageError('Another version of Tote made the tables. Start this version once.');
  }
  const identity = await findChainIdentity(db);
  const cursor = await findCursor(db, PROGRAM_CURSOR);
  if (identity === undefined || identity === 'unknown' || !cursor) {
    throw new UsageError(
      'The database has no final transaction yet. Start the service, and try again in a moment.',
    );
  }
  await refuseIncomplete(db);
  const { genesisHash, programAddress, accountVersion } = identity;
  return {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    ...{ genesisHash, programAddress, accountVersion },
    slot: String((await findNewestSlot(db)) ?? cursor.slot),
    cursor: { signature: cursor.signature, slot: String(cursor.slot) },
    migrations: PROJECTION_MIGRATIONS,
    tables: await listSnapshotTables(db),
  };
}

/** A snapshot of something that is known to be wrong would spread it. */
async function refuseIncomplete(db: Db): Promise<void> {
  for (const name of [BACKFILL_CURSOR, UNANNOUNCED_CURSOR]) {
    if (!(await findCursor(db, name))) continue;
    throw new UsageError('The indexer has not caught up with the chain yet. Try again later.');
  }
  const halted = await listHaltedMarkets(db);
  if (halted.length > 0) {
    throw new UsageError(`${halted.length} markets are halted. Run \`tote rebuild\` first.`);
  }
}
