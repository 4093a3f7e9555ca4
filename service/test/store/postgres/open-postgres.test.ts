import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTcpProxy } from '../../../../tools/test-setup/tcp-proxy.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Db, Store } from '../../../src/store/store.ts';
import { createGate } from '../../support/create-gate.ts';
import { hasPostgres, type OwnPostgres, startPostgres } from '../../support/postgres.ts';

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  let postgres: OwnPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  const open = async (databaseUrl: string) => {
    const store = await openStore({ databaseUrl });
    onTestFinished(() => store.close());
    return store;
  };

  const insert = (name: string) => (db: Db) =>
    db.insertInto('settings').values({ name, value: '' }).execute();
  const readNames = async (store: Store) =>
    (await store.db.selectFrom('settings').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );
  const processOf = async (db: Db) => {
    const { rows } = await sql<{ pid: bigint }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]?.pid as bigint;
  };
  const kill = (url: string, where: string) =>
    postgres.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
      url,
    );

  test('a listener that lost its connection gets an empty payload and later notifications', async () => {
    const url = await postgres.createDatabase();
    const [first, second] = [await open(url), await open(url)];
    const heard: string[] = [];
    second.onNotify('market', (payload) => heard.push(payload));
    await kill(url, "query ilike 'listen%'");
    await expect.poll(() => heard).toEqual(['']);
    await first.notify('market', 'market_1');
    await expect.poll(() => heard).toEqual(['', 'market_1']);
  });

  test('notifications of one moment share statements and arrive in order, each once', async () => {
    const url = await postgres.createDatabase();
    const [first, second] = [await open(url), await open(url)];
    const heard: string[] = [];
    second.onNotify('market', (payload) => heard.push(payload));
    const ids = Array.from({ length: 250 }, (_, index) => `market_${index}`);
    const query = vi.spyOn(pg.Pool.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    await Promise.all(ids.map((id) => first.notify('market', id)));
    expect(query.mock.calls.filter(([text]) => String(text).includes('pg_notify'))).toHaveLength(3);
    await expect.poll(() => heard).toEqual(ids);
  });

  test('one replica leads; when its connection is lost another takes over', async () => {
    const url = await postgres.createDatabase();
    const replicas = [await open(url), await open(url)];
    const events: string[] = [];
    let leading = 0;
    let mostAtOnce = 0;
    const stops = replicas.map((store, index) =>
      store.lead('indexer', async (signal) => {
        leading += 1;
        mostAtOnce = Math.max(mostAtOnce, leading);
        events.push(`${index} leads`);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        leading -= 1;
      }),
    );
    await expect.poll(() => events).toHaveLength(1);
    const replicasSeen = () => postgres.query('select id from replicas', url);
    await expect.poll(replicasSeen).toHaveLength(2);
    expect(events).toHaveLength(1);

    const holder = 'pid in (select pid from pg_locks where locktype = $$advisory$$)';
    await kill(url, holder);
    await expect.poll(() => events).toHaveLength(2);
    // When the new leader stops, the other one follows.
    const next = Number(events[1]?.[0]);
    await stops[next]?.();
    await expect.poll(() => events).toHaveLength(3);
    expect(events[2]).toBe(`${1 - next} leads`);
    await stops[1 - next]?.();
    expect([leading, mostAtOnce]).toEqual([0, 1]);
  });

  test('a deadlock is retried, and both writes succeed', async () => {
    const store = await open(await postgres.createDatabase());
    await store.write(insert('a'));
    await store.write(insert('b'));
    let attempts = 0;
    let haveOne = 0;
    const met = createGate();
    const touchBoth = (names: readonly string[]) =>
      store.write(async (db) => {
        attempts += 1;
        for (const name of names) {
          await db
            .updateTable('settings')
            .set({ value: sql`value || 'x'` })
            .where('name', '=', name)
            .execute();
          // Each has one row when it asks for the other's.
          haveOne += 1;
          if (haveOne === 2) met.open();
          await met.opened;
        }
      });
    await Promise.all([touchBoth(['a', 'b']), touchBoth(['b', 'a'])]);
    expect(attempts).toBeGreaterThan(2);
    const rows = await store.db.selectFrom('settings').select('value').execute();
    expect(rows).toEqual([{ value: 'xx' }, { value: 'xx' }]);
  });

  test('a write whose connection is lost before the commit is retried once', async () => {
    const url = await postgres.createDatabase();
    const store = await open(url);
    let attempts = 0;
    await store.write(async (db) => {
      attempts += 1;
      await insert('a')(db);
      if (attempts === 1) await kill(url, `pid = ${await processOf(db)}`);
      await insert('b')(db);
    });
    expect(attempts).toBe(2);
    expect(await readNames(store)).toEqual(['a', 'b']);
  });

  test('a commit whose reply is lost is not retried, and its result is unknown', async () => {
    const url = await postgres.createDatabase();
    const proxy = await startTcpProxy(url);
    const store = await open(proxy.url);
    try {
      let attempts = 0;
      const lost = store.write(async (db) => {
        attempts += 1;
        await insert('a')(db);
        proxy.cutAfter('commit');
      });
      await expect(lost).rejects.toMatchObject({ code: 'result_unknown', status: 503 });
      expect(attempts).toBe(1);
      await store.write(insert('b'));
      expect(await readNames(store)).toEqual(['a', 'b']);
    } finally {
      await store.close();
      await proxy[Symbol.asyncDispose]();
    }
  });

  test('while the server is down everything is refused; afterwards everything works again', async () => {
    const store = await open(await postgres.createDatabase());
    await store.write(insert('a'));
    const heard: string[] = [];
    store.onNotify('feed', (payload) => heard.push(payload));
    let led = 0;
    store.lead('keeper', async (signal) => {
      led += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    await expect.poll(() => led).toBe(1);

    await postgres.pause();
    const refusal = { code: 'database_unavailable', status: 503 };
    await expect(store.write(insert('b'))).rejects.toMatchObject(refusal);
    await expect(readNames(store)).rejects.toMatchObject(refusal);
    await store.notify('feed', 'lost');
    expect(heard).toEqual(['lost']);
    await postgres.resume();

    await expect.poll(() => store.write(insert('c')).then(() => 'written')).toBe('written');
    expect(await readNames(store)).toEqual(['a', 'c']);
    await expect.poll(() => led).toBe(2);
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    expect(heard.at(-1)).toBe('');
  });

  test('a statement that takes too long does not hang', async () => {
    const store = await open(await postgres.createDatabase());
    const slow = store.write(async (db) => {
      await insert('a')(db);
      await sql`set local statement_timeout = 50`.execute(db);
      await sql`select pg_sleep(5)`.execute(db);
    });
    await expect(slow).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(await readNames(store)).toEqual([]);
  });

  test('more writes than connections, which also read from the store, all succeed', async () => {
    const store = await open(await postgres.createDatabase());
    const writes = Array.from({ length: 40 }, (_, index) =>
      store.write(async (db) => {
        await insert(`${index}`)(db);
        await readNames(store);
      }),
    );
    await Promise.all(writes);
    expect(await readNames(store)).toHaveLength(40);
  });

  test('refuses to start without a server, and does not show the password', async () => {
    const opening = openStore({ databaseUrl: 'postgres://tote:secret@127.0.0.1:1/tote' });
    const error = await opening.then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error?.message).toMatch(/the database of TOTE_DATABASE_URL does not answer: .*REFUSED/);
    expect(error?.message).not.toContain('secret');
  });
});
