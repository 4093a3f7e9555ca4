// Behind `npm run rebuild`: everything that is derived from the chain, dropped and made anew.
import type { Chain } from '@tote/chain/chain';
import type { Indexer } from './indexer/indexer.ts';
import { dropProjection } from './store/migrate.ts';
import type { Store } from './store/store.ts';

interface RebuildOptions {
  readonly store: Store;
  readonly chain?: Chain;
  /** Not started: nothing else may write the projection meanwhile. */
  readonly indexer: Indexer;
  /** Told after each part of the history. */
  readonly print?: (line: string) => void;
}

/** The journal stays, and so do the ids of the feed: nothing is announced a second time. */
export async function rebuildProjection({ store, indexer, print }: RebuildOptions): Promise<void> {
  await dropProjection(store);
  let total = 0;
  await indexer.rebuild((done, all) => {
    total = all;
    print?.(`${done} of ${all} transactions`);
  });
  print?.(`The projection is rebuilt from ${total} transactions.`);
}
