// A history of which a snapshot is taken in the middle.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Address } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { signedText } from '../../../src/indexer/snapshot/read-snapshot.ts';
import { writeSnapshot } from '../../../src/indexer/snapshot/write-snapshot.ts';
import { chainIdentityOf, claimForChain } from '../../../src/store/journal/chain-identity.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { createHistory, createReader, type History, SOL } from '../../support/history.ts';
import { newFolder } from '../../support/new-folder.ts';
import { playWholeHistory } from '../../support/whole-history.ts';

export const newFile = (name = 'tote.snapshot') => join(newFolder(), name);

/** Fills the store with the history, and waits until all of it is final. */
export async function playInto(store: Store): Promise<{ history: History; open: Address }> {
  const history = await createHistory();
  const { markets } = await playWholeHistory(history);
  await history.passFinality();
  await fill(history, store);
  return { history, open: markets.open as Address };
}

export async function fill(history: History, store: Store): Promise<void> {
  await claimForChain(store, chainIdentityOf(history.chain));
  const { indexer } = await createReader(history, { store });
  await indexer.rebuild();
}

/** What happens after the snapshot: in an old market, in a new one, and to new bettors. */
export async function playOn(history: History, open: Address): Promise<void> {
  const [dora, eve] = [await history.bettor(), await history.bettor()];
  await history.bets(open, [
    { by: dora, outcome: 'Yes', amount: 3n * SOL },
    { by: eve, outcome: 'No', amount: SOL },
  ]);
  const market = await history.market();
  await history.bets(market, [{ by: dora, outcome: 'Yes', amount: SOL }]);
  await history.ownBet(market, { by: eve, outcome: 'No', amount: SOL });
  await history.resolve(market, 'Yes');
  await history.settle(market, dora, eve);
  await history.close(market);
}

export async function write({ world }: History, store: Store, file = newFile()): Promise<string> {
  await writeSnapshot({ db: store.db, file, key: world.oracle });
  return file;
}

/** The same snapshot with other lines, signed by the key as if they were true. */
export function rewrite(file: string, key: Key, edit: (lines: string[]) => string[]): string {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  const { counts } = JSON.parse(lines.pop() as string);
  const edited = edit(lines);
  const body = edited.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  const signature = encodeBase58(key.sign(signedText(sha256)));
  const newCounts = countRows(edited, counts);
  const end = { counts: newCounts, sha256, signer: key.address, signature };
  const changed = newFile('changed.snapshot');
  writeFileSync(changed, gzipSync(`${body}${JSON.stringify(end)}\n`));
  return changed;
}

function countRows(lines: readonly string[], counts: Record<string, number>) {
  const counted = Object.fromEntries(Object.keys(counts).map((name) => [name, 0]));
  let table = '';
  for (const line of lines.slice(1)) {
    if (line.startsWith('{')) table = JSON.parse(line).table;
    else counted[table] = (counted[table] ?? 0) + 1;
  }
  return counted;
}

/** Changes the first row of a table for which `edit` gives another one. */
export function editRow(
  lines: readonly string[],
  table: string,
  edit: (row: Record<string, string | null>) => Record<string, string | null> | null | undefined,
): string[] {
  const head = JSON.parse(lines[0] as string);
  const names: string[] = head.tables
    .find(({ name }: { name: string }) => name === table)
    .columns.map(({ name }: { name: string }) => name);
  const from = lines.indexOf(JSON.stringify({ table })) + 1;
  for (let at = from; lines[at]?.startsWith('['); at += 1) {
    const cells: (string | null)[] = JSON.parse(lines[at] as string);
    const row = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]));
    const edited = edit({ ...row });
    if (edited === undefined) continue;
    const line = edited && JSON.stringify(names.map((name) => edited[name] ?? null));
    return [...lines.slice(0, at), ...(line ? [line] : []), ...lines.slice(at + 1)];
  }
  throw new Error(`no row of ${table} was changed`);
}

export async function createSnapshot() {
  const store = await openStore();
  const played = await playInto(store);
  const file = await write(played.history, store);
  await store.close();
  return { ...played, file };
}
