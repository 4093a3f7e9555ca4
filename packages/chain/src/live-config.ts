// Keeps the program's Config up to date: fees, minimum stakes and keys may change while we run. It
// is read again at a fixed interval, and whenever something indicates a change.
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '@tote/program-client';
import type { Accounts } from './chain.ts';

const EVERY_MS = 5_000;

type ConfigListener = (before: Config, now: Config) => void;

interface LiveConfigOptions {
  readonly accounts: Pick<Accounts, 'getConfig'>;
  readonly first: Config;
  readonly onChange?: ConfigListener;
  /** Called once when a read fails, and again only after a successful read. */
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

  get current(): Config {
    return this.#current;
  }

  /** During a read, callers share the next one: the current one may have started too early. */
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

  refreshInBackground(): void {
    this.refresh().catch(() => undefined);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.refreshInBackground(), EVERY_MS);
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
