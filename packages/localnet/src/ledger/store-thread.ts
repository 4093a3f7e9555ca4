// Worker thread that writes the ledger's file. Waiting groups are written first. Indexing runs when
// the thread is idle, or when too many groups are unindexed, and pruning when nothing else is left.
import { workerData } from 'node:worker_threads';
import { port } from '../thread.ts';
import { Archive, GROUPS_INDEXED_AT_ONCE } from './archive.ts';
import type { Pruning } from './prune.ts';
import type { StoreReply, StoreRequest } from './store.ts';

/** Indexing waits for a pause, so that it does not delay groups, unless this many are waiting. */
const UNINDEXED_GROUPS_MAX = 512;
const PAUSE_MS = 20;
const RETRY_MS = 1_000;

const { file, keepsSandbox } = workerData as { file: string; keepsSandbox: boolean };
const archive = new Archive(file, { keepsSandbox });
// A restart begins with everything indexed, so that the archive's tables are complete.
while (archive.indexNext() !== undefined);

let unindexed = 0;
let pruning: Pruning | undefined;
let isClosed = false;
let timer: NodeJS.Timeout | undefined;

const reply = (message: StoreReply) => port().postMessage(message);

port().on('message', (request: StoreRequest) => {
  answer(request);
  if (unindexed >= UNINDEXED_GROUPS_MAX) indexNow();
  else workLater(PAUSE_MS);
});

function workLater(delayMs: number): void {
  clearTimeout(timer);
  if (isClosed) return;
  if (unindexed > 0) timer = setTimeout(indexNow, delayMs);
  else if (pruning) timer = setTimeout(pruneNow, PAUSE_MS);
}

function indexNow(): void {
  try {
    const indexed = archive.indexNext();
    unindexed = indexed === undefined ? 0 : Math.max(1, unindexed - GROUPS_INDEXED_AT_ONCE);
    if (indexed !== undefined) reply({ indexed });
    // A message that arrived meanwhile is handled before the next batch.
    workLater(0);
  } catch {
    // The disk is full. The groups are safe, and indexing is retried.
    workLater(RETRY_MS);
  }
}

function pruneNow(): void {
  try {
    if (pruning && archive.pruneNext(pruning)) {
      workLater(PAUSE_MS);
      return;
    }
    // While it is idle only the clock is written. So the log is used again, and does not grow.
    archive.checkpoint();
  } catch {
    // The disk is full: the next request tries again.
  }
  pruning = undefined;
}

function answer(request: StoreRequest): void {
  try {
    perform(request);
    reply({ id: request.id });
  } catch (error) {
    reply({ id: request.id, error: error instanceof Error ? error.message : String(error) });
  }
}

function perform(request: StoreRequest): void {
  if (request.kind === 'commit') {
    archive.append(request.group);
    unindexed += 1;
  } else if (request.kind === 'clock') {
    archive.saveClock(request.clock);
  } else if (request.kind === 'meta') {
    archive.setMeta(request.values);
  } else if (request.kind === 'prune') {
    pruning = request.pruning;
  } else {
    while (archive.indexNext() !== undefined);
    archive.close();
    isClosed = true;
    clearTimeout(timer);
  }
}

reply({ id: -1 });
