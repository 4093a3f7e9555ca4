// A section of the benchmark: what is measured, against what, and the targets.

/** A row by the names of its columns. A cell without a value stays empty. */
export type Row = Readonly<Record<string, string | number | undefined>>;

export interface Target {
  readonly column: string;
  readonly least?: number;
  readonly most?: number;
  /** Which rows, by their first cell; default: every row with this column. */
  readonly rows?: RegExp;
}

export interface Sizes {
  readonly seconds: number;
  readonly markets: number;
  readonly startBets: number;
  readonly diskBets: readonly [alone: number, batched: number];
  readonly idleMinutes: number;
  readonly expiring: number;
  readonly winners: readonly [few: number, many: number];
  readonly burst: number;
  /** The cells of the cluster section: in how many markets, and how many bets at once. */
  readonly cellBets: number;
  readonly cells: readonly (readonly [markets: number, atOnce: number])[];
}

export const FULL: Sizes = {
  ...{ seconds: 5, markets: 100_000 },
  ...{ startBets: 100_000, diskBets: [3_000, 50_000], idleMinutes: 5 },
  ...{ expiring: 1_000, winners: [10_000, 100_000], burst: 10_000 },
  cellBets: 8_000,
  cells: [1, 4].flatMap((markets) => [32, 128, 512].map((atOnce) => [markets, atOnce] as const)),
};

export const QUICK: Sizes = {
  ...{ seconds: 2, markets: 1_000 },
  ...{ startBets: 1_000, diskBets: [500, 5_000], idleMinutes: 1 },
  ...{ expiring: 100, winners: [100, 1_000], burst: 300 },
  ...{ cellBets: 2_000, cells: [[4, 128]] },
};

export type Defer = (stop: () => unknown) => void;

/** What was started is stopped at the end, the last first. */
export async function withCleanup<T>(work: (defer: Defer) => Promise<T>): Promise<T> {
  const stops: (() => unknown)[] = [];
  try {
    return await work((stop) => stops.push(stop));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

export interface Section {
  /** Its heading in docs/benchmarks.md, which says what it is about. */
  readonly title: string;
  readonly targets: readonly Target[];
  /** Columns that are printed and not written into the page. */
  readonly printedOnly?: readonly string[];
  /** Starts and warms up what is measured. The returned function measures all rows once. */
  open(sizes: Sizes, defer: Defer): Promise<() => Promise<Row[]>>;
}

const startedAt = performance.now();

/** What is being measured, with the time passed; the tables go to the other output. */
export function progress(text: string): void {
  const seconds = Math.floor((performance.now() - startedAt) / 1000);
  const minutes = String(Math.floor(seconds / 60)).padStart(3);
  console.error(`${minutes}:${String(seconds % 60).padStart(2, '0')}  ${text}`);
}
