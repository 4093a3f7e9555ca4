// `npm start -- --reset` as a process: the old folder is kept, and the new chain is empty.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Run, runNode } from '../../../tools/test-setup/run-command.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { chainIdentityOf, claimForChain } from '../../src/store/journal/chain-identity.ts';
import { openStore } from '../../src/store/open-store.ts';
import { resetData } from '../../src/wiring/reset-data.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { World } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../../packages/cli/bin/tote.mjs', import.meta.url));

let home: string;
let dir: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'tote-reset-'));
  dir = join(home, 'data');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function run(args: string[], env: Record<string, string> = {}): Run {
  const settings = { TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_LOG_LEVEL: 'silent' };
  return runNode([BIN, ...args], { env: { ...settings, TOTE_DATA_DIR: dir, ...env } });
}

const copies = () => readdirSync(home).filter((name) => name.startsWith('data.'));

test('keeps the old folder beside the new one, and starts with an empty chain', async () => {
  const world = await World.start({}, dir);
  const marketId = await world.createMarket();
  const { genesisHash } = (await world.get('/config')).body;

  // While the folder is in use, nothing happens.
  const early = run(['start', '--reset']);
  expect(await early.ended).toBe(1);
  expect(early.text()).toContain('--reset changes nothing: another process uses this');
  expect((await world.get(`/markets/${marketId}`)).status).toBe(200);
  await world.service.close();
  const demo = readFileSync(join(dir, 'demo.json'), 'utf8');

  const fresh = run(['start', '--reset']);
  await expect.poll(fresh.text).toContain('Tote runs at');
  const [copy] = copies();
  expect(copies()).toHaveLength(1);
  expect(copy).toMatch(/^data\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  expect(fresh.text()).toContain(`The old data is in ${join(home, copy as string)}.`);
  expect(readFileSync(join(home, copy as string, 'demo.json'), 'utf8')).toBe(demo);
  const { baseUrl } = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'));
  const config = (await (await fetch(`${baseUrl}/config`)).json()) as Record<string, unknown>;
  expect(config.genesisHash).not.toBe(genesisHash);
  expect((await fetch(`${baseUrl}/markets/${marketId}`)).status).toBe(404);
  fresh.signal('SIGTERM');
  expect(await fresh.ended).toBe(0);

  // The kept folder is complete.
  const kept = await World.start({}, join(home, copy as string));
  expect((await kept.get(`/markets/${marketId}`)).status).toBe(200);
  await kept.service.close();
});

test('is refused for a cluster, and for other commands', async () => {
  const before = readdirSync(home);
  const cluster = run(['start', '--reset'], { TOTE_RPC_URL: 'http://127.0.0.1:1' });
  const rebuild = run(['rebuild', '--reset']);
  expect(await cluster.ended).toBe(2);
  expect(cluster.text()).toContain('--reset is for the embedded chain: leave out TOTE_RPC_URL.');
  expect(await rebuild.ended).toBe(2);
  expect(readdirSync(home)).toEqual(before);
});

const NOW = new Date('2030-01-31T12:00:00.123Z');

async function reset(dataDir: string, env: Record<string, string> = {}): Promise<string[]> {
  const lines: string[] = [];
  const config = readSettings({ TOTE_DATA_DIR: dataDir, ...env }, home);
  await resetData(config, { now: NOW, print: (line) => lines.push(line) });
  return lines;
}

test('does nothing without a data folder of ours', async () => {
  const nowhere = join(home, 'nowhere');
  expect(await reset(nowhere)).toEqual([`There is nothing to keep in ${nowhere}.`]);
  mkdirSync(nowhere);
  expect(await reset(nowhere)).toEqual([`There is nothing to keep in ${nowhere}.`]);
  expect(existsSync(nowhere)).toBe(true);
  const foreign = join(home, 'foreign');
  mkdirSync(foreign);
  await writeFile(join(foreign, 'letter.txt'), 'Dear friend');
  await expect(reset(foreign)).rejects.toThrow('does not look like a data folder of Tote');
  expect(readdirSync(foreign)).toEqual(['letter.txt']);
});

test('twice in a second makes two copies', async () => {
  const often = join(home, 'often');
  for (const name of ['often.2030-01-31T12-00-00Z', 'often.2030-01-31T12-00-00Z-2']) {
    mkdirSync(often);
    await writeFile(join(often, 'tote.db'), '');
    expect((await reset(often))[0]).toContain(`The old data is in ${join(home, name)}.`);
    expect(existsSync(join(home, name, 'tote.db'))).toBe(true);
    expect(existsSync(often)).toBe(false);
  }
});

test.skipIf(!hasPostgres())(
  'a database that is used goes with its folder, so it stays',
  async () => {
    const postgres = await openPostgres();
    const databaseUrl = await postgres.createDatabase();
    const store = await openStore({ databaseUrl });
    const place = join(home, 'postgres');
    mkdirSync(join(place, 'chain'), { recursive: true });
    await writeFile(join(place, 'chain', 'ledger.db'), '');
    await claimForChain(store, chainIdentityOf({ genesisHash: 'one', programAddress: 'program' }));
    const used = reset(place, { TOTE_DATABASE_URL: databaseUrl });
    await expect(used).rejects.toThrow('Name an empty one there, then start with --reset.');
    expect(existsSync(place)).toBe(true);
    await store.close();
    await reset(place, { TOTE_DATABASE_URL: await postgres.createDatabase() });
    expect(existsSync(place)).toBe(false);
  },
);
