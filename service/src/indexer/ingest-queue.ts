// Transactions that wait to be applied. Those that arrive while a group is being written form the
// next one, so that a busy service commits seldom and an idle one at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@tote/domain';
import type { LandedTransaction } from '../chain/landed.ts';
import type { Problems } from './applier.ts';

const GROUP_MAX = 32;
/** An event often waits for one that is in flight too: a moment later both can be applied. */
const RETRIES = 3;
const RETRY_MS = 20;
/** Nodes list a transaction a little after they have confirmed it. */
const CATCH_UPS = 5;
const CATCH_UP_MS = 200;

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

  constructor(options: IngestQueueOptions) {
    this.#options = options;
  }

  async ingest(landed: readonly LandedTransaction[]): Promise<void> {
    await Promise.all(landed.map((one) => this.#ingestOne(one)));
  }

  async #ingestOne(landed: LandedTransaction): Promise<void> {
    for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
      if (attempt > 0) await sleep(RETRY_MS);
      if (await this.#enqueue(landed)) return;
    }
    for (let attempt = 0; attempt < CATCH_UPS; attempt += 1) {
      if (attempt > 0) await sleep(CATCH_UP_MS);
      await this.#options.catchUp();
      if (this.#options.wasApplied(landed.signature) || (await this.#enqueue(landed))) return;
    }
    throw new DomainError('chain_unavailable');
  }

  /** False when something before it is missing. */
  #enqueue(landed: LandedTransaction): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ landed, resolve, reject });
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, GROUP_MAX);
      try {
        const problems = await this.#options.apply(group.map(({ landed }) => landed));
        for (const { landed, resolve } of group) resolve(!problems.has(landed.signature));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#isWorking = false;
  }
}
