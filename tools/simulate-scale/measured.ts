// What the model rests on: measurements, as the pages of docs/ say them, and what others set.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/**
 * Of mainnet at the end of October 2026: slots of 200 ms; SIMD-0286 and SIMD-0525 (the limit of a
 * block, by the length of its slot), SIMD-0306 (40 % of it for a writable account), and the costs
 * of agave's `block_cost_limits.rs`. They change: read them again before relying on this.
 */
export const NETWORK = {
  slotMs: 200,
  blockUnits: 50_000_000,
  accountUnits: 20_000_000,
  signatureUnits: 720,
  writeLockUnits: 300,
  bytesPerUnit: 4,
  loadedPageBytes: 32_768,
  loadedPageUnits: 8,
  /** From the block to `confirmed`; an assumption. */
  confirmedSlots: 2,
} as const;

/** What we would run; assumptions. */
export const MACHINES = {
  /** A replica is one process, and nearly all of its work is in one thread. */
  coresPerReplica: 1,
  databaseCores: 32,
  /** So much of a processor is used at most: beyond it, queues grow. */
  utilization: 0.7,
  /** How long a bet waits for others. */
  groupWaitMs: 25,
  /** Requests that read, for each bet: of pages that are open, and of bots. */
  readsPerBet: 20,
} as const;

export type Measured = ReturnType<typeof readMeasured>;

type Row = Readonly<Record<string, string>>;

const readCells = (line: string) => line.split(/ *\| */).slice(1, -1);

/** The rows of all tables below a heading `## title`, by the names of their columns. */
export function readRows(page: string, title: string): Row[] {
  const section = page.split(/^(?=## )/m).find((text) => text.startsWith(`## ${title}\n`));
  if (section === undefined) throw new Error(`there is no section "${title}"`);
  const rows: Row[] = [];
  let columns: readonly string[] | undefined;
  for (const line of section.split('\n')) {
    const cells = line.startsWith('|') ? readCells(line) : undefined;
    if (!cells) columns = undefined;
    else if (!columns) columns = cells;
    else if (!/^[-:]+$/.test(cells[0] ?? '')) {
      rows.push(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])));
    }
  }
  return rows;
}

function numberIn(row: Row | undefined, column: string): number {
  const text = row?.[column] ?? '';
  const value = Number(text.replaceAll(',', ''));
  if (text === '' || !Number.isFinite(value)) throw new Error(`"${column}" is "${text}"`);
  return value;
}

/** Of all rows that have the column; `per` is the column that it is divided by. */
function mean(rows: readonly Row[], column: string, per?: string): number {
  const values = rows
    .filter((row) => column in row)
    .map((row) => numberIn(row, column) / (per === undefined ? 1 : numberIn(row, per)));
  if (values.length === 0) throw new Error(`"${column}" was not measured`);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const readPage = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

export function readMeasured(read: (name: string) => string = readPage) {
  return {
    ...readServiceCosts(read('benchmarks.md')),
    ...readProgramCosts(read('compute-units.md')),
  };
}

/** On the validator: the embedded chain spares the service most of what a cluster costs it. */
function readServiceCosts(page: string) {
  const all = readRows(page, 'Replicas');
  const onValidator = all.filter(({ chain }) => chain === 'validator');
  // They differ from run to run, so the mean of one, two and four replicas.
  const rows = onValidator.filter(({ markets = '16' }) => markets === '16');
  const reads = readRows(page, 'Reads, 64 connections');
  const writes = all
    .filter((row) => 'writers' in row)
    .map((row) => numberIn(row, 'SQL transactions per second'));
  return {
    /** Processor time of a bet, in the replica that takes it, and in the database. */
    replicaMicros: mean(rows, 'replicas µs'),
    databaseMicros: mean(rows, 'database µs'),
    /** Processor time of a read, in the replica. */
    readMicros: mean(
      reads.filter(({ markets }) => markets === '100,000'),
      'processor time µs',
    ),
    /** How long a commit takes until it is on disk: one writer waits for each of its commits. */
    commitMs: 1_000 / Math.min(...writes),
    /** Processor time per second of a replica without bets: its own, and in the database. */
    idle: {
      replicaMicros: mean(rows, 'idle replicas µs/s', 'replicas'),
      databaseMicros: mean(rows, 'idle database µs/s', 'replicas'),
    },
    /** SQL transactions with events per second, all replicas together, and bets in each. */
    outboxPerSecond: Math.max(...writes),
    betsPerOutboxWrite: 1 / mean(rows, 'outbox writes'),
    walBytesPerBet: mean(rows, 'WAL bytes'),
    statementsPerBet: mean(rows, 'statements'),
    rpcRequestsPerBet: mean(rows, 'requests per bet'),
  };
}

function readProgramCosts(page: string) {
  const find = (title: string, what: string) =>
    readRows(page, title).find((row) => Object.values(row)[0] === what);
  const large = find('Bets', '16 bettors, first in the market');
  const largest = find('Bets', '17 bettors, first in the market, the most in 1,232 bytes');
  const v1 = find('Worst cases', '56 different bettors, in a v1 transaction');
  const more = numberIn(largest, 'compute units') - numberIn(large, 'compute units');
  return {
    /** Compute units of a transaction with bets: of the first bet, and of each further one. */
    groupUnits: { first: numberIn(large, 'compute units') - 15 * more, more },
    /** The largest transaction of each version. */
    groups: {
      v0: { bets: 17, bytes: numberIn(largest, 'bytes') },
      v1: { bets: 56, bytes: numberIn(v1, 'bytes') },
    },
    programBytes: numberIn(find('Targets', 'bytes of program/tote.so'), 'measured'),
  };
}
