// Only the owner can use what the service writes, whatever the umask: keys, databases, locks.
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { backUpData, restoreData } from '../../src/wiring/backup-command.ts';
import { newFolder } from '../support/new-folder.ts';
import { World, worldConfig } from '../support/world.ts';

/** What every data folder has while the service runs. */
const FILES = [
  ...['tote.db', 'tote.db-wal', 'tote.db-shm', 'tote.db.lock', 'demo.json'],
  ...['chain/ledger.db', 'chain/ledger.db-wal', 'chain/ledger.db-shm', 'chain/ledger.db.lock'],
  ...['chain/faucet.json', 'keys/relayer.json', 'keys/admin.json', 'keys/demo-alice.json'],
];

function folderWith(umask: number): string {
  const before = process.umask(umask);
  onTestFinished(() => void process.umask(before));
  return newFolder();
}

/** Whatever others can use in the folder, or the folder itself. */
const listOpen = (dir: string) =>
  ['.', ...(readdirSync(dir, { recursive: true }) as string[])].filter(
    (name) => (statSync(join(dir, name)).mode & 0o077) !== 0,
  );

/** Reads all modes in a folder again and again, in a thread, until it is stopped. */
async function watchModes(dir: string) {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const { readdirSync, lstatSync } = require('node:fs');
    const seen = new Set();
    let isStopped = false;
    parentPort.on('message', () => { isStopped = true; });
    const look = () => {
      try {
        for (const name of readdirSync(workerData, { recursive: true })) {
          const found = lstatSync(workerData + '/' + name);
          const mode = (found.mode & 0o777).toString(8);
          if (found.isFile()) seen.add(name.split('/').at(-1) + ' ' + mode);
        }
      } catch (error) {
        // Removed meanwhile.
        if (error.code !== 'ENOENT') throw error;
      }
      if (!isStopped) return setImmediate(look);
      parentPort.postMessage([...seen]);
      parentPort.close();
    };
    parentPort.postMessage('ready');
    look();`,
    { eval: true, workerData: dir },
  );
  const next = () => new Promise((resolve) => worker.once('message', resolve));
  await next();
  return async () => {
    const seen = next();
    worker.postMessage('stop');
    return (await seen) as string[];
  };
}

test('a service that runs with umask 0 writes nothing for others', async () => {
  const dir = join(folderWith(0o000), 'data');
  const world = await World.start({}, dir);
  onTestFinished(() => world.close());
  const market = await world.createMarket();
  await world.bet(market, 'alice', 'Yes', 1);
  expect(readdirSync(dir, { recursive: true })).toEqual(expect.arrayContaining(FILES));
  expect(listOpen(dir)).toEqual([]);
});

test('what an earlier version left open is closed at the next start', async () => {
  const dir = join(folderWith(0o022), 'data');
  await (await World.start({}, dir)).service.close();
  const names = ['tote.db', 'tote.db.lock', 'demo.json', 'chain/ledger.db', 'chain/ledger.db.lock'];
  for (const name of [...names, 'chain/faucet.json']) chmodSync(join(dir, name), 0o644);
  const world = await World.start({}, dir);
  onTestFinished(() => world.close());
  expect(listOpen(dir)).toEqual([]);
});

test('a data folder that everybody can write to is refused', async () => {
  const dir = join(folderWith(0o022), 'data');
  await (await World.start({}, dir)).service.close();
  chmodSync(dir, 0o777);
  await expect(World.start({}, dir)).rejects.toThrow(`TOTE_DATA_DIR: the folder ${dir}`);
  expect(statSync(dir).mode & 0o777).toBe(0o777);
});

test('backups and what they are restored to, with umask 0', async () => {
  const dir = folderWith(0o000);
  const world = await World.start({}, join(dir, 'data'));
  onTestFinished(() => world.close());
  const file = join(dir, 'tote.backup');
  const stopWatching = await watchModes(dir);
  backUpData(worldConfig(world.dir), [file, '--with-keys']);
  await restoreData(worldConfig(join(dir, 'restored')), [file]);
  const seen = await stopWatching();
  // While they are written, too, as far as the watcher was fast enough to see them.
  expect(seen.filter((one) => !one.endsWith(' 600'))).toEqual([]);
  expect(seen).toEqual(expect.arrayContaining(['tote.backup 600', 'ledger.db 600']));
  expect(listOpen(join(dir, 'restored'))).toEqual([]);
});
