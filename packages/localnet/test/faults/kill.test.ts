// kill -9 at random moments under load: nothing confirmed is lost, nothing is executed twice, and
// the accounts are what replaying the journal from genesis gives.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Archive } from '../../src/ledger/archive.ts';
import { toKey } from '../../src/ledger/key.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { replay } from '../../src/ledger/replay.ts';
import { readTransaction } from '../../src/ledger/wire.ts';

const KILLS = process.env.TOTE_TEST === 'long' ? 200 : 3;
const LIVES_MS_MAX = 400;
const WRITER = join(import.meta.dirname, 'writer.ts');

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tote-kill-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Life {
  sent: Uint8Array[];
  confirmed: string[];
}

/** Runs the writer and kills it some time after it is ready. */
function live(round: number): Promise<Life> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, dir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const life: Life = { sent: [], confirmed: [] };
  createInterface(child.stdout).on('line', (line) => {
    const [word, text = ''] = line.split(' ');
    if (word === 'ready') setTimeout(() => child.kill('SIGKILL'), Math.random() * LIVES_MS_MAX);
    if (word === 'sent') life.sent.push(new Uint8Array(Buffer.from(text, 'base64')));
    if (word === 'done') life.confirmed.push(text);
  });
  return new Promise((resolve, reject) => {
    child.on('close', (_, signal) =>
      signal === 'SIGKILL' ? resolve(life) : reject(new Error('the writer ended by itself')),
    );
  });
}

/** Sends everything of the last life again: what was executed must not be executed twice. */
async function sendAgain(ledger: Ledger, { sent }: Life): Promise<void> {
  const again = sent.map((bytes) => ledger.submit(readTransaction(bytes), { isStrict: false }));
  await Promise.allSettled(again);
}

test(`${KILLS} kills lose nothing that was confirmed and repeat nothing`, async () => {
  let confirmed = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const life = await live(round);
    confirmed += life.confirmed.length;
    const ledger = await openLedger({
      ...{ dir, slotMs: 200, genesis: { programs: [], accounts: new Map() } },
    });
    const lost = life.confirmed.filter((text) => {
      const signature = toKey(Buffer.from(text, 'base64'));
      return !ledger.findStatus(signature, { searchHistory: true });
    });
    expect(lost).toEqual([]);
    await sendAgain(ledger, life);
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
