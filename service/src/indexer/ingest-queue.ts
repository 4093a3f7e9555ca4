// Transactions that wait to be applied. Those that arrive while a group is being written form the
// next one, so that a busy service commits seldom and an idle one at once.
import type { LandedTransaction } from '@tote/chain/landed';
import { DomainError } from '@tote/domain';
import { pollUntil } from '@tote/lib/poll-until';
import type { Problems } from './applier.ts';

const GROUP_MAX = 32;
/** Accounts that its instructions name. The next bets wait behind it for their journal. */
const ACCOUNTS_MAX = 48;
/** An event often waits for one that is in flight too: a moment later both can be applied. */
const RETRIES = 3;
const RETRY_MS = 20;
/** Nodes list a transaction a little after they have confirmed it. */
const CATCH_UPS = 5;
const CATCH_UP_MS = 200;
/** What nobody waits for gathers for so long: many groups cost little more than one. */
const GATHER_MS = 5;

export interface IngestQueueOptions {
  apply(group: readonly LandedTransaction[]): Promise<Problems>;
  catchUp(): Promise<void>;
  wasApplied(signature: string): boolean;
}

interface Waiting {
  readonly landed: LandedTransaction;
  resolve(isApplied: boolean): void;
  reject(error: unknown): void;
}

export class IngestQueue {
  readonly #options: IngestQueueOptions;
  readonly #waiting: Waiting[] = [];
  #isWorking = false;
  #isUrgent = false;
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: IngestQueueOptions) {
    this.#options = options;
  }

  async ingest(landed: readonly LandedTransaction[]): Promise<void> {
    await Promise.all(landed.map((one) => this.#ingestOne(one, false)));
  }

  /** Nobody waits for it yet: applied within a moment, or at once when somebody does. */
  ingestSoon(landed: LandedTransaction): Promise<void> {
    return this.#ingestOne(landed, true);
  }

  /** Somebody waits. */
  hurry(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#isUrgent = true;
    if (!this.#isWorking) void this.#work();
  }

  async #ingestOne(landed: LandedTransaction, mayGather: boolean): Promise<void> {
    const enqueue = (before: number) => this.#enqueue(landed, mayGather && before === 0);
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

  /** False when something before it is missing. */
  #enqueue(landed: LandedTransaction, mayGather = false): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ landed, resolve, reject });
      if (mayGather && this.#waiting.length < GROUP_MAX) this.#gather();
      else this.hurry();
    });
  }

  #take(): Waiting[] {
    let count = 0;
    let accounts = 0;
    while (count < Math.min(this.#waiting.length, GROUP_MAX) && accounts < ACCOUNTS_MAX) {
      accounts += weigh(this.#waiting[count]?.landed);
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  #gather(): void {
    if (!this.#isWorking) this.#gathering ??= setTimeout(() => this.hurry(), GATHER_MS);
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0 && this.#isUrgent) {
      const group = this.#take();
      // Those who hurried may be among the rest.
      if (this.#waiting.length === 0) this.#isUrgent = false;
      try {
        const problems = await this.#options.apply(group.map(({ landed }) => landed));
        for (const { landed, resolve } of group) resolve(!problems.has(landed.signature));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#isWorking = false;
    if (this.#waiting.length > 0) this.#gather();
  }
}

function weigh(landed: LandedTransaction | undefined): number {
  return landed?.instructions.reduce((sum, { accounts }) => sum + accounts.length, 0) ?? 0;
}
