// When time alone makes something due: the seconds in which markets close, expire, may be refunded
// or become final. They are read ahead, so that no task asks the database each second. What another
// replica has changed comes with a notification.
import type { ChainClock } from '@tote/chain/chain';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import { addSeconds } from '@tote/domain';
import type { KeeperReads } from '../store/projection/list-due-markets.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';

/** A notification that is lost delays work by at most this. */
const CHECK_MS = 5_000;
/** Thousands of markets may be created or end in a second. */
const PAUSE_MS = 250;
/** So long that a slow database makes no difference. */
const AHEAD_SECONDS = 60;

/** A time has passed, or markets were created, have ended, or were due already. */
export type WakeReason = 'time' | 'change';

interface DueTimesOptions {
  readonly clock: Pick<ChainClock, 'shown' | 'onSecond'>;
  readonly store: Pick<Store, 'onNotify'>;
  readonly reads: Pick<KeeperReads, 'listDueTimes'>;
  readonly log: Log;
  readonly checkMs?: number;
}

export class DueTimes {
  readonly #options: DueTimesOptions;
  /** Ascending. Nothing else becomes due until then. */
  #times: readonly number[] = [];
  #until = -Infinity;
  #version = 0;
  #changed = new AbortController();

  constructor(options: DueTimesOptions) {
    this.#options = options;
  }

  /** Another one whenever a list of open markets may have changed. */
  get version(): number {
    return this.#version;
  }

  /** Calls `wake` whenever something may be due. */
  async run(signal: AbortSignal, wake: (reason: WakeReason) => void): Promise<void> {
    const { clock, store, log, checkMs = CHECK_MS } = this.#options;
    const wakeFor = (reason: WakeReason) => {
      this.#version += 1;
      wake(reason);
    };
    const stops = [
      clock.onSecond(() => this.#takePassed() && wakeFor('time')),
      store.onNotify('due', () => this.#changed.abort()),
    ];
    while (!signal.aborted) {
      const hasChanged = this.#changed.signal.aborted;
      if (hasChanged) this.#changed = new AbortController();
      try {
        await this.#read();
        if (this.#takePassed() || hasChanged) wakeFor('change');
      } catch (error) {
        log.warn({ error }, 'The keeper could not read what becomes due');
      }
      await sleepUnlessAborted(PAUSE_MS, signal);
      const woken = AbortSignal.any([signal, this.#changed.signal]);
      await sleepUnlessAborted(checkMs, woken);
    }
    for (const stop of stops) stop();
  }

  async #read(): Promise<void> {
    const { clock, reads } = this.#options;
    const now = clock.shown();
    const until = addSeconds(now, AHEAD_SECONDS);
    this.#times = await reads.listDueTimes(now, until);
    this.#until = until;
  }

  /** Whether something has become due, or nobody knows: the sandbox may have moved the clock. */
  #takePassed(): boolean {
    const now = this.#options.clock.shown();
    const isUnknown = now > this.#until;
    const ahead = this.#times.filter((at) => at > now);
    const hasPassed = ahead.length < this.#times.length;
    this.#times = ahead;
    return hasPassed || isUnknown;
  }
}
