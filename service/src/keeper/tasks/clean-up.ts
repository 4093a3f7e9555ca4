// Deletes old rows of the journal: used nonces, Idempotency-Keys, prepared transactions, keys of
// wallets without an account, what the relayer paid on earlier days or got back, and events of the
// feed that are too old to resume from.
import { setTimeout as sleep } from 'node:timers/promises';
import { unixSeconds } from '@tote/domain';
import { endProvisionalKeys } from '../../store/end-provisional-keys.ts';
import { cleanUp } from '../../store/journal/clean-up.ts';
import { pruneFeed } from '../../store/journal/feed.ts';
import { deleteReturnedRents } from '../../store/paid-rents.ts';
import type { Task, TaskContext } from '../task.ts';

const EVERY_MS = 60 * 60 * 1000;
const FEED_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const FEED_ROWS_PER_BATCH = 1_000;
/** Between two batches bets can write. */
const PAUSE_MS = 20;

export function cleanUpJournal(context: Pick<TaskContext, 'store' | 'wallMs'>): Task {
  let dueMs = -Infinity;
  return {
    name: 'clean-up',
    atOnce: 1,
    pollMs: EVERY_MS,
    wokenBy: [],
    async find(_limit, canTry) {
      if (context.wallMs() < dueMs || !canTry('journal')) return [];
      return [
        {
          subject: 'journal',
          run: async (signal) => {
            await removeAll(context, signal);
            dueMs = context.wallMs() + EVERY_MS;
          },
        },
      ];
    },
  };
}

async function removeAll(
  { store, wallMs }: Pick<TaskContext, 'store' | 'wallMs'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const now = wallMs();
    const seconds = unixSeconds(Math.floor(now / 1000));
    const rows = await store.write(
      async (db) =>
        (await cleanUp(db, seconds)) +
        (await endProvisionalKeys(db, seconds)) +
        (await deleteReturnedRents(db, seconds)),
    );
    const events = await store.write((db) =>
      pruneFeed(db, now - FEED_KEPT_MS, FEED_ROWS_PER_BATCH),
    );
    if (rows + events === 0n) return;
    await sleep(PAUSE_MS, undefined, { signal, ref: false });
  }
}
