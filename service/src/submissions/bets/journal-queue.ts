// Groups on their way into the journal: while one commit is under way the next ones gather, so that
// many groups cost as much as one.

import { Batcher } from '@tote/lib/batcher';
import { Lru } from '@tote/lib/lru';
import type { BetContext } from './context.ts';
import {
  type GroupToStore,
  type JournaledGroup,
  type JournalOptions,
  journalGroups,
} from './journal.ts';

type QueueContext = Pick<BetContext, 'chain' | 'store' | 'crash' | 'wallMs'>;

/** Durable when the promise of a group resolves. */
export type JournalQueue = Batcher<GroupToStore, JournaledGroup>;

const GROUPS_MAX = 16;
const COUNTERS_MAX = 10_000;

export function createJournalQueue(
  { chain, store, crash, wallMs }: QueueContext,
  isDecided: JournalOptions['isDecided'],
): JournalQueue {
  const counters = new Lru<string, bigint>(COUNTERS_MAX);
  return new Batcher({
    atOnce: 1,
    take: ({ length }) => Math.min(length, GROUPS_MAX),
    run: (groups) => {
      crash.reach('before storing');
      return store.write((db) =>
        journalGroups(db, groups, {
          crash,
          now: BigInt(chain.clock.now()),
          wallSeconds: BigInt(Math.floor(wallMs() / 1000)),
          isDecided,
          counters,
        }),
      );
    },
  });
}
