// Runs as many calls at once as the node allows: more while it answers, half as many after a pause
// when it asks to slow down. So a backfill runs at the node's rate.
import { isSolanaError, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR } from '@solana/kit';
import { isChainUnavailable } from '../chain-unavailable.ts';
import { backoff, withJitter } from '../lib/retry.ts';

const AT_ONCE_FIRST = 8;
const AT_ONCE_MAX = 64;
const ROUNDS = 2;
const PAUSE_MS = withJitter(backoff(500, 30_000));
const REFUSALS_MAX = 8;
const TOO_MANY_REQUESTS = 429;
/** Agave's code for a node that is overloaded or behind. */
const NODE_BUSY = -32005;

export class PacedFetches {
  readonly #pauseMs: (failures: number) => number;
  #atOnce = AT_ONCE_FIRST;
  #answers = 0;
  #refusals = 0;
  #pause: Promise<void> | undefined;

  constructor({ pauseMs = PAUSE_MS }: { readonly pauseMs?: (failures: number) => number } = {}) {
    this.#pauseMs = pauseMs;
  }

  get atOnce(): number {
    return this.#atOnce;
  }

  map<Item, Result>(
    items: readonly Item[],
    fetch: (item: Item) => Promise<Result>,
  ): Promise<Result[]> {
    return new Promise((resolve, reject) => {
      const results: Result[] = [];
      let [next, running, isFailed] = [0, 0, false];
      const start = async (index: number) => {
        running += 1;
        try {
          results[index] = await this.#fetch(items[index] as Item, fetch);
        } catch (error) {
          isFailed = true;
          reject(error);
        }
        running -= 1;
        startMore();
      };
      const startMore = () => {
        while (!isFailed && next < items.length && running < this.#atOnce) void start(next++);
        if (running === 0 && !isFailed) resolve(results);
      };
      startMore();
    });
  }

  async #fetch<Item, Result>(item: Item, fetch: (item: Item) => Promise<Result>): Promise<Result> {
    for (;;) {
      await this.#pause;
      try {
        const result = await fetch(item);
        this.#speedUp();
        return result;
      } catch (error) {
        if (!isAskedToWait(error) || this.#refusals >= REFUSALS_MAX) throw error;
        this.#slowDown(error);
      }
    }
  }

  #speedUp(): void {
    this.#refusals = 0;
    this.#answers += 1;
    if (this.#answers < ROUNDS * this.#atOnce) return;
    this.#answers = 0;
    this.#atOnce = Math.min(this.#atOnce + 1, AT_ONCE_MAX);
  }

  /** All calls that were refused together count as one refusal. */
  #slowDown(error: unknown): void {
    if (this.#pause) return;
    this.#refusals += 1;
    this.#answers = 0;
    this.#atOnce = Math.max(1, Math.floor(this.#atOnce / 2));
    const ms = Math.max(this.#pauseMs(this.#refusals), findRetryAfterMs(error) ?? 0);
    this.#pause = new Promise((resolve) => {
      setTimeout(() => {
        this.#pause = undefined;
        resolve();
      }, ms);
    });
  }
}

function isAskedToWait(error: unknown): boolean {
  if (!isChainUnavailable(error)) return false;
  const { cause } = error;
  const code = (cause as { code?: unknown } | null)?.code;
  return findHttpError(error)?.statusCode === TOO_MANY_REQUESTS || code === NODE_BUSY;
}

function findHttpError(error: unknown) {
  const { cause } = error as Error;
  if (!isSolanaError(cause, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) return undefined;
  return cause.context;
}

const RETRY_AFTER_S_MAX = 60;

function findRetryAfterMs(error: unknown): number | undefined {
  const seconds = Number(findHttpError(error)?.headers?.get('retry-after') ?? undefined);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_S_MAX) * 1_000 : undefined;
}
