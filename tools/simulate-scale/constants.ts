// The constants of the model: what was measured, as the pages of docs/ say it, and what others set.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { findRow, type Row, readNumber, readRows } from './read-tables.ts';

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
  /** How long a bet waits for others (`service/src/bets/bet-groups.ts`). */
  groupWaitMs: 25,
  /** Requests that read, for each bet: of pages that are open, and of bots. */
  readsPerBet: 20,
} as const;

export interface Measured {
  /** Processor time of a bet, in the replica that takes it. */
  readonly replicaMicros: number;
  readonly databaseMicros: number;
  /** Processor time of a read, in the replica. */
  readonly readMicros: number;
  /** How long a commit takes until it is on disk, whatever is in it. */
  readonly commitMs: number;
  /** Processor time per second of a replica without bets: its own, and in the database. */
  readonly idle: { readonly replicaMicros: number; readonly databaseMicros: number };
  /** SQL transactions with events per second; all replicas together. */
  readonly outboxPerSecond: number;
  /** Bets whose events are in one of them. */
  readonly betsPerOutboxWrite: number;
  readonly walBytesPerBet: number;
  readonly statementsPerBet: number;
  readonly rpcRequestsPerBet: number;
  /** Compute units of a transaction with bets: of the first bet, and of each further one. */
  readonly groupUnits: { readonly first: number; readonly more: number };
  readonly groups: { readonly v0: Group; readonly v1: Group };
  readonly programBytes: number;
}

/** The largest transaction of its version. */
interface Group {
  readonly bets: number;
  readonly bytes: number;
}

const READS = 'Reads, 64 connections';

const readPage = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

export function readMeasured(read: (name: string) => string = readPage): Measured {
  return {
    ...readServiceCosts(read('benchmarks.md')),
    ...readProgramCosts(read('compute-units.md')),
  };
}

/** On the validator: the embedded chain spares the service most of what a cluster costs it. */
function readServiceCosts(page: string) {
  const rows = readRows(page, 'Replicas').filter((row) => row.get('chain') === 'validator');
  const costs = rows.filter((row) => row.has('database µs') && row.get('markets') === '16');
  const counts = rows.filter((row) => row.has('WAL bytes') && row.get('markets') === '16');
  const [rpc] = rows.filter((row) => row.has('requests per bet'));
  if (costs.length === 0 || counts.length === 0 || !rpc) {
    throw new Error('the replicas were not measured');
  }
  const outbox = readRows(page, 'Replicas').filter((row) => row.has('writers'));
  const writes = outbox.map((row) => readNumber(row, 'SQL transactions per second'));
  return {
    // They differ from run to run, so the mean of one, two and four replicas.
    replicaMicros: mean(costs, 'replicas µs'),
    databaseMicros: mean(costs, 'database µs'),
    readMicros: mean(
      readRows(page, READS).filter((row) => row.get('markets') === '100,000'),
      'processor time µs',
    ),
    // One writer waits for each of its commits.
    commitMs: 1_000 / Math.min(...writes),
    idle: {
      replicaMicros: meanPerReplica(costs, 'idle replicas µs/s'),
      databaseMicros: meanPerReplica(costs, 'idle database µs/s'),
    },
    outboxPerSecond: Math.max(...writes),
    betsPerOutboxWrite: 1 / mean(counts, 'outbox writes'),
    walBytesPerBet: mean(counts, 'WAL bytes'),
    statementsPerBet: mean(counts, 'statements'),
    rpcRequestsPerBet: readNumber(rpc, 'requests per bet'),
  };
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const mean = (rows: readonly Row[], column: string) =>
  average(rows.map((row) => readNumber(row, column)));

const meanPerReplica = (rows: readonly Row[], column: string) =>
  average(rows.map((row) => readNumber(row, column) / readNumber(row, 'replicas')));

function readProgramCosts(page: string) {
  const bets = readRows(page, 'Bets');
  const large = findRow(bets, { what: '16 bettors, first in the market' });
  const largest = findRow(bets, {
    what: '17 bettors, first in the market, the most in 1,232 bytes',
  });
  const v1 = findRow(readRows(page, 'Worst cases'), {
    what: '56 different bettors, in a v1 transaction',
  });
  const more = readNumber(largest, 'compute units') - readNumber(large, 'compute units');
  const size = findRow(readRows(page, 'Targets'), { target: 'bytes of program/tote.so' });
  return {
    groupUnits: { first: readNumber(large, 'compute units') - 15 * more, more },
    groups: {
      v0: { bets: 17, bytes: readNumber(largest, 'bytes') },
      v1: { bets: 56, bytes: readNumber(v1, 'bytes') },
    },
    programBytes: readNumber(size, 'measured'),
  };
}
