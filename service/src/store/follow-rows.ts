// A few rows that are kept in memory, and that other replicas change.
import { Serial } from '@tote/chain/lib/serial';
import type { Channel, Store } from './store.ts';

/** A replica may end after its commit and before its notification. */
const CHECK_MS = 10_000;

/** Reads them now, and again when the channel says so, until the returned function is called. */
export async function followRows(
  store: Pick<Store, 'engine' | 'onNotify'>,
  channel: Channel,
  read: () => Promise<void>,
): Promise<() => void> {
  // One after the other, so that the last result is the newest one.
  const serial = new Serial();
  const readAgain = () => void serial.run(read).catch(() => undefined);
  const stop = store.onNotify(channel, readAgain);
  const timer = store.engine === 'postgres' ? setInterval(readAgain, CHECK_MS).unref() : undefined;
  await serial.run(read);
  return () => {
    clearInterval(timer);
    stop();
  };
}
