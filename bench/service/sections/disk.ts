import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Bench, createMarket, placeBets, post, startBench } from '../bench-service.ts';
import { type Row, type Section, withCleanup } from '../section.ts';

const DATABASE = 'tote.db';
const LEDGER = join('chain', 'ledger.db');
/** Before the others, so that new tables have their first pages. */
const FIRST_BETS = 200;
/** Until the rows of the last bets are written and the chain has indexed them. */
const SETTLED_MS = 3_000;
/** The write-ahead logs reach their size meanwhile. */
const FIRST_IDLE_MS = 150_000;
const MINUTES_PER_DAY = 1_440;
/** For half an hour the sale of a demo token adds an account each minute. */
const DEMO_SALE_SECONDS = 1_800;
const READS = 10;
const BETWEEN_READS_MS = 150;

export const disk: Section = {
  title: 'Disk and memory',
  targets: [
    { column: 'bytes for each bet', most: 2_500, rows: /^one bet/ },
    { column: 'bytes for each bet', most: 1_200, rows: /^64/ },
    { column: 'bytes per day', most: 1_000_000 },
  ],
  printedOnly: ['resident MiB'],
  async open({ diskBets: [alone, batched], idleMinutes }) {
    const place = async (bench: Bench, what: string, bets: number, connections: number) => {
      const market = await createMarket(bench);
      await placeBets(bench, market, FIRST_BETS, connections);
      await sleep(SETTLED_MS);
      const before = [readBytes(bench, DATABASE), readBytes(bench, LEDGER)] as const;
      await placeBets(bench, market, bets, connections);
      await sleep(SETTLED_MS);
      const database = (readBytes(bench, DATABASE) - before[0]) / bets;
      const ledger = (readBytes(bench, LEDGER) - before[1]) / bets;
      const residentMib = bench.child.residentMib();
      return {
        ...{ what, bets, 'of the database': database, 'of the ledger': ledger },
        ...{ 'bytes for each bet': database + ledger, 'resident MiB': residentMib },
      };
    };
    return async () => [
      await withBench((bench) => place(bench, 'one bet after the other', alone, 1)),
      await withBench((bench) => place(bench, '64 connections', batched, 64)),
      await withBench((bench) => measureIdle(bench, idleMinutes)),
    ];
  },
};

const withBench = (work: (bench: Bench) => Promise<Row>) =>
  withCleanup(async (defer) => work(await startBench(defer, { TOTE_SANDBOX: '1' })));

async function measureIdle(bench: Bench, minutes: number): Promise<Row> {
  const { api, apiKeys } = bench;
  await createMarket(bench, 'Will SOL be above $100 at expiry?');
  const clock = { advanceSeconds: DEMO_SALE_SECONDS };
  await post(api, '/sandbox/clock', clock, apiKeys[0] as string);
  await sleep(FIRST_IDLE_MS);
  const before = await readLeast(bench);
  await sleep(minutes * 60_000);
  const grown = (await readLeast(bench)) - before;
  const perDay = (grown / minutes) * MINUTES_PER_DAY;
  return { what: 'growth of files and logs', minutes, 'bytes per day': perDay };
}

/** The least of several reads: between two of its steps the chain has what it soon forgets. */
async function readLeast(bench: Bench): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < READS; count += 1) {
    const sizes = [DATABASE, LEDGER].flatMap((file) => [
      readBytes(bench, file),
      statSync(join(bench.dir, `${file}-wal`)).size,
    ]);
    least = Math.min(
      least,
      sizes.reduce((sum, bytes) => sum + bytes),
    );
    await sleep(BETWEEN_READS_MS);
  }
  return least;
}

/** The pages of all tables, whether they are in the file yet or still in its write-ahead log. */
function readBytes({ dir }: Bench, file: string): number {
  const db = new DatabaseSync(join(dir, file), { readOnly: true });
  try {
    const { bytes } = db.prepare('select sum(pgsize) as bytes from dbstat').get() as never;
    return bytes;
  } finally {
    db.close();
  }
}
