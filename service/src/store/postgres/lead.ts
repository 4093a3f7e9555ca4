// Leadership: an advisory lock, which the server releases when the connection ends.

import { sha256 } from '@tote/lib/sha256';
import { sleepUnlessAborted } from '@tote/lib/sleep-unless-aborted';
import { LEAD_RETRY_MS, type LeadOnce } from '../in-process.ts';
import { connectWatched, type WatchedClient } from './watched-client.ts';

/** "tote": a namespace, apart from other locks in the same database. */
const LOCK_SPACE = 0x746f_7465;

const lockNumber = (role: string) => sha256(role).readInt32BE();

/** Waits for the lock, works until it is stopped or the lock is lost, and releases it. */
export function leadOnce(
  url: string,
  role: string,
  work: (signal: AbortSignal) => Promise<void>,
): LeadOnce {
  return async (stop) => {
    const connection = await connectWatched(url);
    try {
      const signal = AbortSignal.any([stop, connection.lost]);
      while (!signal.aborted && !(await tryLock(connection, role))) {
        await sleepUnlessAborted(LEAD_RETRY_MS, signal);
      }
      if (!signal.aborted) await work(signal);
    } finally {
      await connection.end();
    }
  };
}

async function tryLock({ client }: WatchedClient, role: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as is_ours', [
    LOCK_SPACE,
    lockNumber(role),
  ]);
  return rows[0].is_ours;
}
