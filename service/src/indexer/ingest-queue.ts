// Transactions that wait to be applied. Those that arrive while a group is written form the next
// group: a busy service commits rarely, an idle one at once.
import { pollUntil } from '@tote/chain/lib/poll-until';
import { DomainError } from '@tote/domain';
import { ToteInstruction } from '@tote/program-client';
import type { Problems } from './applier.ts';
import type { IngestedTransaction } from './apply-group.ts';

const GROUP_MAX = 32;
/** Accounts of a group's instructions. Limits the time that journal writes wait for a group. */
const ACCOUNTS_MAX = 256;
/** The rows of this many settled positions take as long as those of one bet. */
const SETTLED_PER_ACCOUNT = 3;
/** The event before is often in flight too, and arrives within milliseconds. */
const RETRIES = 3;
const RETRY_MS = 20;
/** Nodes list a transaction shortly after they have confirmed it. */
const CATCH_UPS = 5;
const CATCH_UP_MS = 200;
/** How long transactions that nobody waits for are collected: a larger group costs little more. */
const BATCH_DELAY_MS = 5;

interface IngestQueueOptions {
  apply(group: readonly IngestedTransaction[]): Promise<Problems>;
  catchUp(): Promise<void>;
  wasApplied(signature: string): boolean;
}

interface Queued {
  readonly landed: IngestedTransaction;
  resolve(isApplied: boolean): void;
  reject(error: unknown): void;
}

export class IngestQueue {
  readonly #options: IngestQueueOptions;
  readonly #queue: Queued[] = [];
  #isWorking = false;
  #mustFlush = false;
  #delay: NodeJS.Timeout | undefined;

  constructor(options: IngestQueueOptions) {
    this.#options = options;
  }

  flush(): void {
    clearTimeout(this.#delay);
    this.#delay = undefined;
    this.#mustFlush = true;
    if (!this.#isWorking) void this.#work();
  }

  async ingest(landed: IngestedTransaction, mayDelay: boolean): Promise<void> {
    const enqueue = (before: number) => this.#enqueue(landed, mayDelay && before === 0);
    const tries = { everyMs: RETRY_MS, reads: RETRIES + 1 };
    if (await pollUntil(enqueue, Boolean, tries)) return;
    const catchUp = async () => {
      await this.#options.catchUp();
      return this.#options.wasApplied(landed.signature) || this.#enqueue(landed);
    };
    const catchUps = { everyMs: CATCH_UP_MS, reads: CATCH_UPS };
    if (await pollUntil(catchUp, Boolean, catchUps)) return;
    throw new DomainError('chain_unavailable');
  }

  #enqueue(landed: IngestedTransaction, mayDelay = false): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ landed, resolve, reject });
      if (mayDelay && this.#queue.length < GROUP_MAX) this.#flushLater();
      else this.flush();
    });
  }

  #takeGroup(): Queued[] {
    let count = 0;
    let accounts = 0;
    while (count < Math.min(this.#queue.length, GROUP_MAX) && accounts < ACCOUNTS_MAX) {
      accounts += countAccounts(this.#queue[count]?.landed);
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  #flushLater(): void {
    if (!this.#isWorking) this.#delay ??= setTimeout(() => this.flush(), BATCH_DELAY_MS);
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#queue.length > 0 && this.#mustFlush) {
      const group = this.#takeGroup();
      // The rest may include one that must not be delayed.
      if (this.#queue.length === 0) this.#mustFlush = false;
      try {
        const problems = await this.#options.apply(group.map(({ landed }) => landed));
        for (const { landed, resolve } of group) resolve(!problems.has(landed.signature));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#isWorking = false;
    if (this.#queue.length > 0) this.#flushLater();
  }
}

function countAccounts(landed: IngestedTransaction | undefined): number {
  if (!landed) return 0;
  return landed.instructions.reduce((sum, instruction) => {
    const { length } = instruction.accounts;
    return sum + (isSettlement(instruction) ? Math.ceil(length / SETTLED_PER_ACCOUNT) : length);
  }, 0);
}

/** By the tag alone: an instruction of another program that has it is only counted wrongly. */
const isSettlement = ({ data }: IngestedTransaction['instructions'][number]): boolean =>
  data[0] === ToteInstruction.SettlePositions;
