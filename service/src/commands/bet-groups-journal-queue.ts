// Groups on their way into the journal: while one commit is under way the next ones gather, so that
// many groups cost as much as one.
import {
  type GroupToStore,
  type JournaledGroup,
  type JournalOptions,
  journalGroups,
} from './bet-groups-journal.ts';
import type { BetContext } from './bet-groups-types.ts';

interface Waiting {
  readonly group: GroupToStore;
  resolve(journaled: JournaledGroup): void;
  reject(error: unknown): void;
}

type QueueContext = Pick<BetContext, 'chain' | 'store' | 'crash' | 'wallMs'>;

const GROUPS_MAX = 16;

export class JournalQueue {
  readonly #context: QueueContext;
  readonly #isDecided: JournalOptions['isDecided'];
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(context: QueueContext, isDecided: JournalOptions['isDecided']) {
    this.#context = context;
    this.#isDecided = isDecided;
  }

  /** Durable when it resolves. */
  store(group: GroupToStore): Promise<JournaledGroup> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ group, resolve, reject });
      if (this.#isWriting) return;
      this.#isWriting = true;
      // What arrives in this turn goes along.
      setImmediate(() => this.#work());
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting.splice(0, GROUPS_MAX);
      try {
        const journaled = await this.#write(waiting.map(({ group }) => group));
        for (const [index, { resolve }] of waiting.entries()) {
          resolve(journaled[index] as JournaledGroup);
        }
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    this.#isWriting = false;
  }

  #write(groups: readonly GroupToStore[]): Promise<JournaledGroup[]> {
    const { chain, store, crash, wallMs } = this.#context;
    crash.reach('K0');
    return store.write((db) =>
      journalGroups(db, groups, {
        crash,
        now: BigInt(chain.clock.now()),
        wallSeconds: BigInt(Math.floor(wallMs() / 1000)),
        isDecided: this.#isDecided,
      }),
    );
  }
}
