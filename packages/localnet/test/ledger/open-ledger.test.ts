import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Archive } from '../../src/ledger/archive.ts';
import { Database } from '../../src/ledger/database.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { addressText } from '../../src/rpc/encodings.ts';
import { makeDir, startTestnet } from '../support/localnet.ts';
import { unownedAddress } from '../support/transfers.ts';

test('a ledger that cannot be opened leaves no thread running, and can be opened later', async () => {
  const options = { dir: makeDir(), slotMs: 200 };
  await (await openLedger(options)).close();
  const file = join(options.dir, 'ledger.db');
  const format = swapFormat(file, '0');
  const exits: Promise<unknown>[] = [];
  const watch = (worker: Worker) => exits.push(once(worker, 'exit'));
  process.on('worker', watch);
  await expect(openLedger(options)).rejects.toThrow('this ledger has format 0');
  process.off('worker', watch);
  expect(exits).toHaveLength(1);
  await Promise.all(exits);
  swapFormat(file, format);
  await (await openLedger(options)).close();
});

test('a new chain may begin in the past, and is moved to the present once', async () => {
  const options = { dir: makeDir(), beginsSecondsAgo: 3_600, inThread: false, wallMs: () => 9e11 };
  const ask = async (moved = 0) => {
    const chain = await startTestnet(options);
    const now = await chain.sandbox.advanceClock(moved);
    await chain.close();
    return Number(now);
  };
  expect(await ask()).toBe(9e8 - 3_600);
  expect(await ask(600)).toBe(9e8 - 3_000);
  expect(await ask(3_000)).toBe(9e8);
  expect(await ask()).toBe(9e8);
});

const PROGRAM = new URL('../../../../program/tote.so', import.meta.url);

async function openDamaged(damage: (file: Buffer) => void) {
  const dir = makeDir();
  const address = addressText(unownedAddress(1)) as never;
  const options = { dir, programs: [{ address, file: PROGRAM }], inThread: false };
  await (await startTestnet(options)).close();
  const file = join(dir, 'ledger.db');
  const database = new Database(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(file);
  damage(bytes);
  writeFileSync(file, bytes);
  return { opening: startTestnet(options), file };
}

test.each<[what: string, damage: (file: Buffer) => void]>([
  ['is no database', (file) => file.fill(0xff, 0, 100)],
  ['has damaged pages', (file) => file.fill(0xff, 4_096, 20_000)],
  [
    'has a program that the VM refuses',
    (file) => {
      const code = readFileSync(PROGRAM);
      const part = code.subarray(code.length / 2, code.length / 2 + 256);
      const at = file.indexOf(part);
      expect(at).toBeGreaterThan(0);
      for (let i = file.indexOf(part); i >= 0; i = file.indexOf(part)) file.fill(0xff, i, i + 256);
    },
  ],
])('a ledger that %s is named, with what to do', async (_, damage) => {
  const { opening, file } = await openDamaged(damage);
  await expect(opening).rejects.toThrow(`The ledger ${file} is damaged`);
  await expect(opening).rejects.toThrow(
    /Restore a backup of it, or start a new chain with --reset/,
  );
});

function swapFormat(file: string, format: string): string {
  const archive = new Archive(file);
  const before = archive.getMeta('format') as string;
  archive.setMeta({ format });
  archive.close();
  return before;
}
