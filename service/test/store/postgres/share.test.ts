// Parts of a role on several replicas, which are stores on one database here.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Share, Store } from '../../../src/store/store.ts';
import { hasPostgres, type OwnPostgres, startPostgres } from '../../support/postgres.ts';

const PARTS = 32;
const KEYS = Array.from({ length: 500 }, (_, index) => `market_${index}`);

describe.skipIf(!hasPostgres())('a shared role', () => {
  let postgres: OwnPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  const open = async (databaseUrl: string): Promise<Store> => {
    const store = await openStore({ databaseUrl });
    onTestFinished(() => store.close());
    return store;
  };
  const join = async (databaseUrl: string) => (await open(databaseUrl)).share('keeper');
  const held = (shares: readonly Share[]) => () => shares.map((share) => share.held);
  const ownersOf = (shares: readonly Share[]) =>
    KEYS.map((key) => shares.filter((share) => share.holds(key)).length);

  test('replicas that come and go share equally, and no key has two at any time', async () => {
    const url = await postgres.createDatabase();
    const shares: Share[] = [];
    let mostAtOnce = 0;
    const add = async () => {
      const share = await join(url);
      shares.push(share);
      share.onChange(() => {
        mostAtOnce = Math.max(mostAtOnce, ...ownersOf(shares));
      });
    };
    await add();
    await expect.poll(held(shares)).toEqual([PARTS]);
    await add();
    await expect.poll(held(shares)).toEqual([PARTS / 2, PARTS / 2]);
    await add();
    await add();
    await expect.poll(held(shares)).toEqual(Array(4).fill(PARTS / 4));
    await shares[1]?.stop();
    const rest = [shares[0], shares[2], shares[3]] as Share[];
    await expect.poll(() => held(rest)().sort()).toEqual([10, 11, 11]);
    expect(ownersOf(rest)).toEqual(KEYS.map(() => 1));
    expect(mostAtOnce).toBe(1);
  });

  test('a replica of another role has no part', async () => {
    const url = await postgres.createDatabase();
    const share = await join(url);
    const other = await open(url);
    await new Promise<void>((resolve) => {
      other.lead('indexer', async (signal) => {
        resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      });
    });
    await expect.poll(() => share.held).toBe(PARTS);
  });

  test('a part with running work is given away when the work ends, and takes no more', async () => {
    const url = await postgres.createDatabase();
    const first = await join(url);
    await expect.poll(() => first.held).toBe(PARTS);
    let end = () => {};
    const works = KEYS.map((key) =>
      first.run(
        key,
        (signal) =>
          new Promise((resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')));
            const before = end;
            end = () => {
              before();
              resolve();
            };
          }),
      ),
    );
    const second = await join(url);
    await expect.poll(() => first.held).toBe(PARTS / 2);
    expect(second.held).toBe(0);
    end();
    await Promise.all(works);
    await expect.poll(() => second.held).toBe(PARTS / 2);
    expect(ownersOf([first, second])).toEqual(KEYS.map(() => 1));
  });

  test('work that does not end is aborted, and the part is given away', async () => {
    const url = await postgres.createDatabase();
    const first = await join(url);
    await expect.poll(() => first.held).toBe(PARTS);
    const aborted = new Set<string>();
    const works = KEYS.map((key) =>
      first.run(key, async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        aborted.add(key);
      }),
    );
    const second = await join(url);
    await expect.poll(() => second.held).toBe(PARTS / 2);
    expect(new Set(KEYS.filter((key) => second.holds(key)))).toEqual(aborted);
    await first.stop();
    await Promise.all(works);
    expect(aborted.size).toBe(KEYS.length);
  });

  test('when connections end, parts are lost at once and taken again', async () => {
    const url = await postgres.createDatabase();
    const shares = [await join(url), await join(url)];
    await expect.poll(held(shares)).toEqual([PARTS / 2, PARTS / 2]);
    const changes: number[] = [];
    shares[0]?.onChange(() => changes.push(shares[0]?.held ?? -1));
    const holds = `pid in (select pid from pg_locks where locktype = 'advisory')`;
    await postgres.query(`select pg_terminate_backend(pid) from pg_locks where ${holds}`, url);
    await expect.poll(() => changes.includes(0)).toBe(true);
    await expect.poll(held(shares)).toEqual([PARTS / 2, PARTS / 2]);
    expect(ownersOf(shares)).toEqual(KEYS.map(() => 1));
  });

  test('while the database is down nobody has a part; afterwards all are taken', async () => {
    const url = await postgres.createDatabase();
    const shares = [await join(url), await join(url)];
    await expect.poll(held(shares)).toEqual([PARTS / 2, PARTS / 2]);
    await postgres.pause();
    await expect.poll(held(shares)).toEqual([0, 0]);
    await expect(shares[0]?.run('market_1', async () => {})).rejects.toThrow('is lost');
    await postgres.resume();
    await expect.poll(held(shares)).toEqual([PARTS / 2, PARTS / 2]);
  });

  test('a replica that does not renew loses its parts to the others', async () => {
    const url = await postgres.createDatabase();
    const share = await join(url);
    await expect.poll(() => share.held).toBe(PARTS);
    // As one that is paused: its connection lives, and so does its lock, but its time is over.
    const row = `insert into replicas (id, roles, lock, expires_at)
      values ('paused', 'keeper', 7, 9000000000000000)`;
    const dead = await holdLock(url, 7);
    try {
      await postgres.query(row, url);
      await expect.poll(() => share.held).toBe(PARTS / 2);
      await postgres.query(`update replicas set expires_at = 0 where id = 'paused'`, url);
      await expect.poll(() => share.held).toBe(PARTS);
      expect(await postgres.query('select id from replicas', url)).toHaveLength(1);
    } finally {
      await dead.end();
    }
  });
});

async function holdLock(url: string, lock: number) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('select pg_advisory_lock($1, $2)', [0x6c65_6173, lock]);
  return client;
}
