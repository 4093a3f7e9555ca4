import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { KeeperReads } from '../../store/projection/list-due-markets.ts';
import type { Store } from '../../store/store.ts';
import type { Log } from '../../telemetry/log.ts';

/** A list of markets is read again after this time, even if nothing seems to have changed. */
const LISTED_MS = 10_000;

/** Another number whenever a list of open markets may have changed. */
export interface ListVersion {
  readonly version: number;
}

/** What observes open markets is given. */
export interface ObserverOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly reads: Pick<KeeperReads, 'listOpenMarkets'>;
  readonly oracle: Address;
  readonly dueTimes?: ListVersion;
  readonly wallMs: () => number;
  readonly log: Log;
}

type AgeOptions = Pick<ObserverOptions, 'dueTimes' | 'wallMs'>;

/** Says when a list of open markets must be read again: after a change, and now and then. */
export class ListAge {
  readonly #options: AgeOptions;
  readonly #leastMs: number;
  #readMs = -Infinity;
  #seen: number | undefined;

  constructor(options: AgeOptions, leastMs: number) {
    this.#options = options;
    this.#leastMs = leastMs;
  }

  get isOld(): boolean {
    const { wallMs } = this.#options;
    const passedMs = wallMs() - this.#readMs;
    return passedMs >= (this.isOutdated ? this.#leastMs : LISTED_MS);
  }

  /** Whether it may have changed, so that it is old soon. */
  get isOutdated(): boolean {
    const { dueTimes } = this.#options;
    return dueTimes === undefined || dueTimes.version !== this.#seen;
  }

  /** To call before a read. The returned function says that it has succeeded. */
  begin(): () => void {
    const version = this.#options.dueTimes?.version;
    return () => {
      this.#seen = version;
      this.#readMs = this.#options.wallMs();
    };
  }

  forget(): void {
    this.#readMs = -Infinity;
  }
}
