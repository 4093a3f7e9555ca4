// The program's Config as it is now: fees, minimum stakes and keys change while we run. Whoever
// sees a sign of a change has it read again, and it is read now and then all the same.
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '@tote/program-client';
import type { Accounts } from './chain.ts';

const EVERY_MS = 5_000;

type ConfigListener = (before: Config, now: Config) => void;

interface LiveConfigOptions {
  readonly accounts: Pick<Accounts, 'getConfig'>;
  /** As it was read at the start. */
  readonly first: Config;
  readonly onChange?: ConfigListener;
  /** Told once when the chain does not answer, until it does again. */
  readonly onFailure?: (error: unknown) => void;
}

export class LiveConfig {
  readonly #options: LiveConfigOptions;
  #current: Config;
  #reading: Promise<Config> | undefined;
  #next: Promise<Config> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;

  constructor(options: LiveConfigOptions) {
    this.#options = options;
    this.#current = options.first;
  }

  /** As it was when it was last read. */
  get current(): Config {
    return this.#current;
  }

  /** Who asks while it is being read shares the next reading: that one sees what they have seen. */
  refresh(): Promise<Config> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined;
      });
      return this.#reading;
    }
    this.#next ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.refresh();
      });
    return this.#next;
  }

  /** For a sign of a change that nobody waits for. Never rejects. */
  refreshSoon(): void {
    this.refresh().catch(() => undefined);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.refreshSoon(), EVERY_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.allSettled([this.#reading, this.#next]);
  }

  async #read(): Promise<Config> {
    const { accounts, onChange, onFailure } = this.#options;
    try {
      const now = await accounts.getConfig();
      this.#isFailing = false;
      const before = this.#current;
      this.#current = now;
      if (!isDeepStrictEqual(before, now)) onChange?.(before, now);
      return now;
    } catch (error) {
      if (!this.#isFailing) onFailure?.(error);
      this.#isFailing = true;
      throw error;
    }
  }
}
