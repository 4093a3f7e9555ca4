// Sends SIGKILL at random times under load: no confirmed transaction is lost, none is executed
// twice, and the accounts equal those of a replay from genesis.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { hasRounds, isLong } from '../../../../tools/test-setup/stage.ts';
import { Archive } from '../../src/ledger/archive.ts';
import { toKey } from '../../src/ledger/key.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { makeDir } from '../support/localnet.ts';
import { replay } from '../support/replay.ts';

const KILLS = isLong ? 200 : hasRounds ? 5 : 1;
const RUN_MS_MAX = 400;
const WRITER = join(import.meta.dirname, 'writer.ts');

interface Run {
  sent: Uint8Array[];
  confirmed: string[];
}

/**
 * Runs the writer and kills it at a random time after it is ready; in the last round after it has
 * confirmed something, however slow the machine is.
 */
function runUntilKilled(dir: string, round: number): Promise<Run> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, dir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const run: Run = { sent: [], confirmed: [] };
  const beginning = round === KILLS - 1 ? 'done' : 'ready';
  createInterface(child.stdout).on('line', (line) => {
    const [event, text = ''] = line.split(' ');
    if (event === beginning && run.confirmed.length === 0) {
      setTimeout(() => child.kill('SIGKILL'), Math.random() * RUN_MS_MAX);
    }
    if (event === 'sent') run.sent.push(new Uint8Array(Buffer.from(text, 'base64')));
    if (event === 'done') run.confirmed.push(text);
  });
  return new Promise((resolve, reject) => {
    child.on('close', (_, signal) =>
      signal === 'SIGKILL' ? resolve(run) : reject(new Error('the writer ended by itself')),
    );
  });
}

/** Sends all transactions of the last run again. None may be executed twice. */
async function sendAgain(ledger: Ledger, { sent }: Run): Promise<void> {
  const again = sent.map((bytes) => ledger.submit(readTransaction(bytes), { isStrict: false }));
  await Promise.allSettled(again);
}

test(`${KILLS} kills lose nothing that was confirmed and repeat nothing`, async () => {
  const dir = makeDir();
  let confirmed = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const run = await runUntilKilled(dir, round);
    confirmed += run.confirmed.length;
    const ledger = await openLedger({ dir, slotMs: 200 });
    const lost = run.confirmed.filter((text) => {
      const signature = toKey(Buffer.from(text, 'base64'));
      return !ledger.findStatus(signature, { searchHistory: true });
    });
    expect(lost).toEqual([]);
    await sendAgain(ledger, run);
    await ledger.close();
  }
  const archive = new Archive(join(dir, 'ledger.db'));
  const report = replay(archive);
  // The archive has each signature once, by its schema; replaying shows that each was paid once.
  expect(report.differences).toEqual([]);
  expect(BigInt(report.transactions)).toBe(archive.countTransactions());
  archive.close();
  console.log(`${KILLS} kills, ${confirmed} confirmed, ${report.transactions} replayed, 0 lost`);
  expect(confirmed).toBeGreaterThan(0);
});
