// Drops the projection and rebuilds it from the chain, for `npm run rebuild`.
import type { Chain } from '@tote/chain/chain';
import type { Indexer } from './indexer/indexer.ts';
import { dropProjection } from './store/migrate.ts';
import { findCursor, UNANNOUNCED_CURSOR } from './store/projection/cursors.ts';
import type { Store } from './store/store.ts';

interface RebuildOptions {
  readonly store: Store;
  readonly chain?: Chain;
  /** Must not be started: nothing else may write the projection during a rebuild. */
  readonly indexer: Indexer;
  /** Called after each part of the history. */
  readonly print?: (line: string) => void;
}

/**
 * The journal stays. The feed keeps its ids, and no event is published again. A rebuild that was
 * interrupted goes on where it was.
 */
export async function rebuildProjection({ store, indexer, print }: RebuildOptions): Promise<void> {
  if (await findCursor(store.db, UNANNOUNCED_CURSOR)) {
    print?.('The last rebuild was interrupted. It goes on where it was.');
  } else {
    await dropProjection(store);
  }
  let total = 0;
  await indexer.rebuild((done, all) => {
    total = all;
    print?.(`${done} of ${all} transactions`);
  });
  print?.(`The projection is rebuilt from ${total} transactions.`);
}
