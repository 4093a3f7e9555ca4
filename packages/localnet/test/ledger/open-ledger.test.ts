import { once } from 'node:events';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Archive } from '../../src/ledger/archive.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { makeDir } from '../support/localnet.ts';

test('a ledger that cannot be opened leaves no thread running, and can be opened later', async () => {
  const options = { dir: makeDir(), slotMs: 200, genesis: { programs: [], accounts: new Map() } };
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

function swapFormat(file: string, format: string): string {
  const archive = new Archive(file);
  const before = archive.getMeta('format') as string;
  archive.setMeta({ format });
  archive.close();
  return before;
}
