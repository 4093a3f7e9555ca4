// Measures how fast the indexer reads a long history from a node that answers quickly, what memory
// it needs, and whether it goes on after it was killed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Child, startChild } from './child.ts';
import { progress, repeat } from './progress.ts';

export interface IndexingMeasured {
  readonly transactions: number;
  /** What the node gives when nothing is applied. */
  readonly fetchedPerSecond: number;
  readonly listedPerSecond: number;
  readonly appliedPerSecond: number;
  /** Processor time of the indexer for each transaction. */
  readonly micros: number;
  /** Resident memory after a tenth, and the most. */
  readonly earlyMib: number;
  readonly mostMib: number;
  /** Transactions that the second process applied, after the first was killed half-way. */
  readonly afterKill: number;
  /** Rows of bets that are missing or too many at the end. */
  readonly wrong: number;
}

interface State {
  readonly done: number;
  readonly total: number;
  readonly listedMs: number;
  readonly endedMs: number;
  readonly processorMicros: number;
  readonly fetchedPerSecond: number;
  readonly isDone: boolean;
  readonly error: string;
}

const POLL_MS = 100;
const FETCHES = 10_000;
const EARLY = 0.1;
const HALF = 0.5;

export function measureIndexing(transactions: number, runs: number): Promise<IndexingMeasured[]> {
  return repeat(runs, 'indexing', () => measureOnce(transactions));
}

async function measureOnce(transactions: number): Promise<IndexingMeasured> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-bench-'));
  const node = await startChild(new URL('./replay-server.ts', import.meta.url), {
    TOTE_DATA_DIR: join(dir, 'node'),
    BENCH_TRANSACTIONS: String(transactions),
  });
  try {
    const first = await startIndexer(node, join(dir, 'one'), Math.min(FETCHES, transactions));
    const measured = await follow(first);
    await first.stop();
    const afterKill = await killHalfway(node, join(dir, 'two'), transactions);
    const wrong = Math.abs(countRows(join(dir, 'two')) - countRows(join(dir, 'one')));
    const missing = transactions - countRows(join(dir, 'one'));
    return { transactions, ...measured, afterKill, wrong: wrong + Math.abs(missing) };
  } finally {
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function startIndexer(node: Child, dir: string, fetches: number): Promise<Child> {
  return startChild(new URL('./indexing-server.ts', import.meta.url), {
    ...{ BENCH_NODE: node.url, BENCH_DIR: dir, BENCH_FETCHES: String(fetches) },
  });
}

async function readState({ url }: Child): Promise<State> {
  const state = (await (await fetch(url)).json()) as State;
  if (state.error !== '') throw new Error(state.error);
  return state;
}

async function follow(child: Child) {
  let [earlyMib, mostMib] = [0, 0];
  for (;;) {
    await sleep(POLL_MS);
    const state = await readState(child);
    const mib = child.residentMib();
    mostMib = Math.max(mostMib, mib);
    if (earlyMib === 0 && state.done >= EARLY * state.total && state.done > 0) earlyMib = mib;
    if (!state.isDone) continue;
    const { total, listedMs, endedMs, processorMicros, fetchedPerSecond } = state;
    progress(`indexing: ${total} in ${Math.round(endedMs / 1_000)} s`);
    return {
      ...{ fetchedPerSecond, earlyMib, mostMib },
      listedPerSecond: (1_000 * total) / listedMs,
      appliedPerSecond: (1_000 * total) / (endedMs - listedMs),
      micros: processorMicros / total,
    };
  }
}

/** Gives how many transactions were left for the second process. */
async function killHalfway(node: Child, dir: string, transactions: number): Promise<number> {
  const first = await startIndexer(node, dir, 0);
  const isHalf = async () => (await readState(first)).done >= HALF * transactions;
  while (!(await isHalf())) await sleep(POLL_MS);
  await first.stop();
  const left = transactions - countRows(dir);
  const second = await startIndexer(node, dir, 0);
  while (!(await readState(second)).isDone) await sleep(POLL_MS);
  await second.stop();
  return left;
}

function countRows(dir: string): number {
  const db = new DatabaseSync(join(dir, 'tote.db'), { readOnly: true });
  try {
    return Number(Object.values(db.prepare('SELECT count(*) FROM transactions').get() ?? {})[0]);
  } finally {
    db.close();
  }
}
