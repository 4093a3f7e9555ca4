// Writes groups of bets to the journal in batches: groups that arrive during one commit share the
// next one.
import { Batcher } from '@tote/chain/lib/batcher';
import { LRUCache } from 'lru-cache';
import type { BetContext } from './context.ts';
import {
  type GroupToStore,
  type JournaledGroup,
  type JournalOptions,
  journalGroups,
} from './journal.ts';

type QueueContext = Pick<BetContext, 'chain' | 'store' | 'crash' | 'wallMs'>;

/** A group is durable when its promise resolves. */
export type JournalQueue = Batcher<GroupToStore, JournaledGroup>;

const GROUPS_MAX = 16;
const COUNTERS_MAX = 10_000;

export function createJournalQueue(
  { chain, store, crash, wallMs }: QueueContext,
  isDecided: JournalOptions['isDecided'],
): JournalQueue {
  const counters = new LRUCache<string, bigint>({ max: COUNTERS_MAX });
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
