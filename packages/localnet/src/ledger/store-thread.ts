// The thread that owns the file. Groups that wait to be written go first; filing happens in the
// pauses, and takes its turn when too much is unfiled.
import { workerData } from 'node:worker_threads';
import { port } from '../thread.ts';
import { Archive, GROUPS_FILED_AT_ONCE } from './archive.ts';
import type { StoreReply, StoreRequest } from './store.ts';

/** Filing waits for a pause, so that it does not compete with groups, unless this much waits. */
const UNFILED_GROUPS_MAX = 512;
const PAUSE_MS = 20;
const RETRY_MS = 1_000;

const archive = new Archive((workerData as { file: string }).file);
// A restart begins with everything filed, so that the archive alone knows the state.
while (archive.file() !== undefined);

let unfiled = 0;
let isClosed = false;
let timer: NodeJS.Timeout | undefined;

const reply = (message: StoreReply) => port().postMessage(message);

port().on('message', (request: StoreRequest) => {
  answer(request);
  if (unfiled >= UNFILED_GROUPS_MAX) file();
  else fileLater(PAUSE_MS);
});

function fileLater(delayMs: number): void {
  clearTimeout(timer);
  if (!isClosed && unfiled > 0) timer = setTimeout(file, delayMs);
}

function file(): void {
  try {
    const filed = archive.file();
    unfiled = filed === undefined ? 0 : Math.max(1, unfiled - GROUPS_FILED_AT_ONCE);
    if (filed !== undefined) reply({ filed });
    // Between two lots the next message gets its turn.
    fileLater(0);
  } catch {
    // No room for the tables: the groups are safe, and filing goes on when there is room again.
    fileLater(RETRY_MS);
  }
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
    unfiled += 1;
  } else if (request.kind === 'clock') {
    archive.saveClock(request.clock);
  } else if (request.kind === 'meta') {
    archive.setMeta(request.values);
  } else {
    while (archive.file() !== undefined);
    archive.close();
    isClosed = true;
    clearTimeout(timer);
  }
}

reply({ id: -1 });
