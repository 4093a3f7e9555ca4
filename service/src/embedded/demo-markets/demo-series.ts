// Series of the demo, so that a newcomer sees rounds come and go. The keeper opens them like those
// of an operator, but only while somebody watches, and not at each stop of a clock that is moved.
import type { Cadence, Currency } from '@tote/domain';
import type { RestingSeries } from '../../series/create-series.ts';
import type { Series } from '../../store/journal/series.ts';

interface DemoSeriesOptions {
  /** The bettors of the demo, also of one that an earlier start had. */
  readonly owners: ReadonlySet<string>;
  isWatching(): boolean;
}

export class DemoSeries implements RestingSeries {
  readonly #options: DemoSeriesOptions;
  #moves = 0;

  constructor(options: DemoSeriesOptions) {
    this.#options = options;
  }

  has({ wallet }: Pick<Series, 'wallet'>): boolean {
    return this.#options.owners.has(wallet);
  }

  isAsleep(series: Pick<Series, 'wallet'>): boolean {
    return this.has(series) && (this.#moves > 0 || !this.#options.isWatching());
  }

  /** For moves of the clock: rounds of minutes would make it stop thousands of times. */
  async rest<T>(move: () => Promise<T>): Promise<T> {
    this.#moves += 1;
    try {
      return await move();
    } finally {
      this.#moves -= 1;
    }
  }
}

interface DemoTemplate {
  readonly question: string;
  readonly cadence: Cadence;
  /** The symbol of a token, if it is about one. */
  readonly token: string | null;
  readonly currency: Currency;
  readonly condition: object;
  /** Whether its owner begins each round. A longer rule leaves no room in the transaction. */
  readonly isStaked: boolean;
}

const UP = { type: 'change', comparator: 'gt', times: '1' } as const;

/**
 * The second one is about something that samples measure. In SOL it would hardly take bets: its
 * target is the present price, which is cheap to pass.
 */
export const DEMO_SERIES: readonly DemoTemplate[] = [
  {
    question: 'Will SOL be up 5 minutes after {start}?',
    ...{ cadence: '5m', token: null, currency: 'SOL', isStaked: true },
    condition: { ...UP, of: 'price_feed', feed: 'SOL' },
  },
  {
    question: 'Will the market cap of OAK be up 10 minutes after {start}?',
    ...{ cadence: '10m', token: 'OAK', currency: 'UTILITY', isStaked: false },
    condition: { ...UP, of: 'market_cap', unit: 'USD' },
  },
];
