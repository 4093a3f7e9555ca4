import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createKey } from '@tote/chain/key';
import { expect, test } from 'vitest';
import { restoreSnapshot } from '../../../src/indexer/snapshot/restore-snapshot.ts';
import { chainIdentityOf } from '../../../src/store/journal/chain-identity.ts';
import { findCursor, PROGRAM_CURSOR } from '../../../src/store/projection/transactions.ts';
import type { Store } from '../../../src/store/store.ts';
import { describeEngines } from '../../store/support/engines.ts';
import { createReader, type History } from '../../support/history.ts';
import { readProjection } from '../../support/projection-rows.ts';
import { createSnapshot, newFile, playOn, rewrite } from './snapshot-world.ts';

function restore({ chain, world }: History, store: Store, file: string, isReplacing = false) {
  const identity = chainIdentityOf(chain);
  const signer = world.oracle.address;
  return restoreSnapshot({ store, file, identity, signer, isReplacing });
}

describeEngines(['memory', 'postgres'], (engine) => {
  test('a restored database that catches up equals a rebuilt one, row by row', async () => {
    const { history, open, file } = await createSnapshot();
    await playOn(history, open);
    await history.passFinality();
    const store = await engine.open();
    const { head } = await restore(history, store, file);
    expect(await findCursor(store.db, PROGRAM_CURSOR)).toEqual({
      signature: head.cursor.signature,
      slot: BigInt(head.cursor.slot),
    });
    const restored = await createReader(history, { store });
    await restored.indexer.rebuild();

    const rebuilt = await createReader(history, { store: await engine.open() });
    await rebuilt.indexer.rebuild();
    const expected = await readProjection(rebuilt.store);
    expect(await readProjection(store)).toEqual(expected);
    expect(expected.markets?.length).toBe(11);
    const cursors = (one: Store) => one.db.selectFrom('cursors').selectAll().execute();
    expect(await cursors(store)).toEqual(await cursors(rebuilt.store));
    expect(await store.db.selectFrom('feed').selectAll().execute()).toEqual([]);
    expect(restored.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  async function replaceOnlyWhenAsked(history: History, file: string): Promise<void> {
    const store = await engine.open();
    await restore(history, store, file);
    const rows = await readProjection(store);
    await store.write(async (db) => {
      await db.updateTable('markets').set({ pool_yes: 1n }).execute();
      await db.insertInto('settings').values({ name: 'kept', value: 'yes' }).execute();
    });
    const damaged = await readProjection(store);
    await expect(restore(history, store, file)).rejects.toThrow(/not empty.*--replace/);
    expect(await readProjection(store)).toEqual(damaged);
    await restore(history, store, file, true);
    expect(await readProjection(store)).toEqual(rows);
    const kept = store.db.selectFrom('settings').selectAll().where('name', '=', 'kept');
    expect(await kept.execute()).toHaveLength(1);
  }

  async function refuseDamaged(history: History, file: string): Promise<void> {
    const store = await engine.open();
    const empty = await readProjection(store);
    const bytes = readFileSync(file);
    const refuse = async (change: (changed: string) => void, reason: RegExp) => {
      const changed = newFile();
      writeFileSync(changed, bytes);
      change(changed);
      await expect(restore(history, store, changed)).rejects.toThrow(reason);
      expect(await readProjection(store)).toEqual(empty);
      expect(await store.db.selectFrom('settings').selectAll().execute()).toEqual([]);
    };
    const damaged = /cannot be used/;
    for (const share of [0, 0.1, 0.5, 0.9]) {
      await refuse((one) => truncateSync(one, Math.floor(bytes.length * share)), damaged);
    }
    await refuse((one) => truncateSync(one, bytes.length - 1), damaged);
    const flip = (at: number) => (one: string) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      writeFileSync(one, copy);
    };
    for (let at = 10; at < bytes.length - 8; at += Math.ceil(bytes.length / 40)) {
      // It may still be one of the right form, of another chain.
      await refuse(flip(at), /cannot be used|The snapshot is of/);
    }
    const text = gunzipSync(bytes).toString('utf8');
    const asFile = (content: string) => (one: string) => writeFileSync(one, gzipSync(content));
    const lines = text.trimEnd().split('\n');
    const join = (...parts: string[][]) => `${parts.flat().join('\n')}\n`;
    await refuse(asFile(text.slice(0, -1)), /cut off/);
    await refuse(asFile(join(lines.slice(0, -1))), /cut off/);
    await refuse(
      asFile(join(lines.slice(0, 5), lines.slice(6))),
      /not what was signed|other tables/,
    );
    await refuse(asFile(text.replace('"SOL"', '"SOX"').replace('[', '[ ')), /not what was signed/);
    await refuse(asFile(join(lines, ['["more"]'])), /goes on after its end/);
    await refuse(asFile('hello\n'), /cannot be used/);
    await refuse(asFile(`${'x'.repeat(2_000_000)}`), /line that is too long/);
    await refuse((one) => appendFileSync(one, 'x'), damaged);
    await refuse(asFile(''), /cut off/);
    await restore(history, await engine.open(), file);
  }

  async function refuseForeign(history: History, file: string): Promise<void> {
    const { oracle } = history.world;
    const store = await engine.open();
    const empty = await readProjection(store);
    const refuse = async (changed: string, reason: RegExp) => {
      await expect(restore(history, store, changed)).rejects.toThrow(reason);
      expect(await readProjection(store)).toEqual(empty);
    };
    const withHead = (change: object, key = oracle) =>
      rewrite(file, key, ([head = '', ...lines]) => [
        JSON.stringify({ ...JSON.parse(head), ...change }),
        ...lines,
      ]);
    const { migrations, tables } = JSON.parse(
      gunzipSync(readFileSync(file)).toString('utf8').split('\n')[0] as string,
    );
    await refuse(withHead({ genesisHash: '1'.repeat(32) }), /is of program .* but the chain is/);
    await refuse(withHead({ programAddress: oracle.address }), /is of program/);
    await refuse(withHead({ accountVersion: 99 }), /is of program/);
    await refuse(withHead({ version: 2 }), /newer version/);
    await refuse(withHead({ migrations: [...migrations, '0999-later'] }), /newer version/);
    await refuse(withHead({ migrations: migrations.slice(1) }), /older version/);
    await refuse(withHead({ tables: tables.slice(1) }), /other tables/);
    await refuse(withHead({ format: 'other' }), /not a snapshot/);
    const stranger = await createKey();
    await refuse(withHead({}, stranger), new RegExp(`is signed by ${stranger.address}`));
    const forged = { ...stranger, address: oracle.address };
    await refuse(withHead({}, forged), /signature is wrong/);
    await refuse(newFile('absent'), /There is no file/);
    // Signed again as it was, it is accepted.
    await restore(history, store, withHead({}));
  }

  test('a database in use is replaced only when asked for; what is cut off, altered, or of another chain, version or signer is refused, and nothing changes', async () => {
    const { history, file } = await createSnapshot();
    await replaceOnlyWhenAsked(history, file);
    await refuseDamaged(history, file);
    await refuseForeign(history, file);
  });
});
