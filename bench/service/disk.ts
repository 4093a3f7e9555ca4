// Measures what a bet takes on disk, alone and in a full batch, and how an idle service grows.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Bench, betLoad, withBench } from './bench-service.ts';
import { measure } from './load.ts';
import { repeat } from './progress.ts';

export interface DiskSizes {
  readonly sequential: number;
  readonly batched: number;
  readonly idleMinutes: number;
}

/** Bytes for each bet. */
interface BytesPerBet {
  readonly bets: number;
  readonly database: number;
  readonly ledger: number;
}

export interface DiskMeasured {
  readonly sequential: BytesPerBet;
  readonly batched: BytesPerBet;
  readonly idle: { readonly minutes: number; readonly bytesPerDay: number };
}

const FILES = { database: 'tote.db', ledger: join('chain', 'ledger.db') };
/** Before them, so that new tables have their first pages. */
const FIRST_BETS = 200;
/** Until the rows of the last bets are written and the chain has indexed them. */
const SETTLED_MS = 3_000;
/** The write-ahead logs reach their size meanwhile. */
const FIRST_IDLE_MS = 150_000;
const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 1_440;
const CONNECTIONS = 64;
const DEMO_SALE_SECONDS = 1_800;

export function measureDisk(sizes: DiskSizes, runs: number): Promise<DiskMeasured[]> {
  return repeat(runs, 'disk', () => measureOnce(sizes));
}

async function measureOnce(sizes: DiskSizes): Promise<DiskMeasured> {
  const idle = withBench((bench) => measureIdle(bench, sizes.idleMinutes), { TOTE_SANDBOX: '1' });
  const sequential = await withBench((bench) => measureBets(bench, sizes.sequential, 1));
  const batched = await withBench((bench) => measureBets(bench, sizes.batched, CONNECTIONS));
  return { sequential, batched, idle: await idle };
}

async function measureBets(bench: Bench, bets: number, connections: number): Promise<BytesPerBet> {
  const market = await bench.createMarket();
  const place = async (amount: number) => {
    const load = { ...betLoad(bench, [market], 0), amount, connections };
    const { total } = await measure(load);
    if (total !== amount) throw new Error(`only ${total} of ${amount} bets went through`);
    await sleep(SETTLED_MS);
  };
  await place(FIRST_BETS);
  const before = [readBytes(bench, 'database'), readBytes(bench, 'ledger')] as const;
  await place(bets);
  return {
    bets,
    database: (readBytes(bench, 'database') - before[0]) / bets,
    ledger: (readBytes(bench, 'ledger') - before[1]) / bets,
  };
}

/** With a market that needs prices, which the demo world writes all the time. */
async function measureIdle(bench: Bench, minutes: number): Promise<DiskMeasured['idle']> {
  await bench.createMarket('Will SOL be above $100 at expiry?');
  await endDemoSale(bench);
  const read = () => {
    const files = [readBytes(bench, 'database'), readBytes(bench, 'ledger')];
    const logs = Object.values(FILES).map((file) => statSync(join(bench.dir, `${file}-wal`)).size);
    return [...files, ...logs].reduce((sum, bytes) => sum + bytes);
  };
  await sleep(FIRST_IDLE_MS);
  const before = await readLeast(read);
  await sleep(minutes * MINUTE_MS);
  const after = await readLeast(read);
  return { minutes, bytesPerDay: ((after - before) / minutes) * MINUTES_PER_DAY };
}

/** For half an hour the sale of a demo token adds an account each minute. */
async function endDemoSale({ child, apiKeys }: Bench): Promise<void> {
  const { status } = await fetch(`${child.url}/sandbox/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKeys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: DEMO_SALE_SECONDS }),
  });
  if (status !== 200) throw new Error('the clock could not be moved');
}

const READS = 10;
const BETWEEN_READS_MS = 150;

/** The least of several reads: between two of its steps the chain has what it soon forgets. */
async function readLeast(read: () => number): Promise<number> {
  let least = read();
  for (let count = 1; count < READS; count += 1) {
    await sleep(BETWEEN_READS_MS);
    least = Math.min(least, read());
  }
  return least;
}

/** The pages of all tables, whether they are in the file yet or still in its write-ahead log. */
function readBytes(bench: Bench, name: keyof typeof FILES): number {
  const db = new DatabaseSync(join(bench.dir, FILES[name]), { readOnly: true });
  try {
    const { bytes } = db.prepare('select sum(pgsize) as bytes from dbstat').get() as never;
    return bytes;
  } finally {
    db.close();
  }
}
