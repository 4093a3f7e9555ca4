import { appendFeed } from '../feed/append.ts';
import { advanceFinality } from '../store/finality.ts';
import type { Store } from '../store/store.ts';

/** Tells readers which transactions can no longer be undone, now that this slot is final. */
export async function announceFinal(
  { store, wallMs }: { readonly store: Store; readonly wallMs: () => number },
  slot: bigint,
): Promise<void> {
  const isAnnounced = await store.write(async (db) => {
    const data = await advanceFinality(db, slot);
    if (!data) return false;
    const event = { type: 'transaction.finalized', marketId: null, wallet: null, data } as const;
    await appendFeed(db, [event], wallMs());
    return true;
  });
  if (isAnnounced) await store.notify('feed', '');
}
