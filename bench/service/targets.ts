// The targets of docs/benchmarks.md, and the reasons that are printed when one is missed.
export interface Target {
  /** What is compared, as a sentence would say it. */
  readonly what: string;
  readonly least?: number;
  readonly most?: number;
  /** Why it is missed, where it is known. Printed only then. */
  readonly reason?: string;
}

const GROWTH_MAX = 1.2;

const BETS_COST =
  'Executing a bet and making it durable is what the chain alone costs. On top come the journal, ' +
  'the rows and the events, each for every bet: about half of it in the main thread, a quarter ' +
  'in the thread that writes the database (ADR 11 has what was tried).';
const BETS_RATE =
  'Server and load share the processors, so the rate follows the processor time above.';

export const TARGETS = {
  oneMarketMicros: { what: "processor time over the echo's", most: 3.2, reason: BETS_COST },
  manyMarketsMicros: { what: "processor time over the echo's", most: 4, reason: BETS_COST },
  betsP99: {
    what: "p99 over the echo's",
    most: 4,
    reason:
      'A bet waits for its group and then for two commits, one after the other: journal, ledger.',
  },
  betsOfEcho: { what: "rate over the echo's", least: 0.28, reason: BETS_RATE },
  betsOfChain: { what: "rate over the chain's alone", least: 0.6, reason: BETS_RATE },
  list: { what: "rate over the echo's", least: 0.8 },
  detail: {
    what: "rate over the echo's",
    least: 1,
    reason:
      'A profile shows no single cause: admission, access, five security headers, the timer of ' +
      'idle connections and the metrics cost 1 to 3 % each, and the echo has none of them.',
  },
  measuredDetail: { what: "rate over the echo's", least: 0.5 },
  start: { what: "time over the echo's", most: 6 },
  help: { what: "time over bare Node's", most: 1.3 },
  interactiveMs: { what: 'milliseconds', most: 1_000 },
  verifyMs: { what: 'milliseconds', most: 2_000 },
  idleMib: { what: 'resident MiB', most: 200 },
  growth: { what: 'processor time over that with little data', most: GROWTH_MAX },
  memory: {
    what: 'memory over that with few bets',
    most: 1.3,
    reason:
      'The service needs half as much as before at the start, and its caches fill up afterwards: ' +
      'pages of the two databases, accounts, markets. They have limits.',
  },
  sequentialBytes: { what: 'bytes', most: 2_500 },
  batchedBytes: { what: 'bytes', most: 1_200 },
  idleBytes: { what: 'bytes', most: 1_000_000 },
  resolvedMs: { what: 'p99 in ms', most: 2_000 },
  lastPaidMs: { what: 'the last payment in ms', most: 5_000 },
  notExact: { what: 'positions paid twice or left out', most: 0 },
  lamports: { what: 'lamports of fees for each position', most: 250 },
  settling: { what: 'processor time over that with few winners', most: GROWTH_MAX },
  burstRate: {
    what: 'rate over that before',
    least: 0.5,
    reason:
      'Hundreds of outcomes per second, each with its transactions, rows and events, share the ' +
      'two processors with the bets.',
  },
  burstP99: { what: 'p99 over that before', most: 5 },
  webhookBets: {
    ...{ what: 'rate over that without webhooks', least: 0.9 },
    reason:
      'Load, service and receiver share two processors that are used up, so what a delivery ' +
      'costs there, about 90 to 150 µs, is taken from the bets.',
  },
  webhookDeliveries: { what: 'deliveries per second', least: 1_000 },
  pageBets: { what: 'rate over that without pages', least: 0.9 },
  lastOddsMs: { what: 'milliseconds until every page has the last odds', most: 1_000 },
  questionMs: { what: 'milliseconds', most: 5 },
  indexingMemory: { what: 'memory over that after a tenth', most: 1.5 },
  indexingExact: { what: 'transactions missing or too many', most: 0 },
  noneFailed: { what: 'failed requests', most: 0 },
} as const satisfies Record<string, Target>;

/** A target and what was measured. */
export interface Checked {
  readonly target: Target;
  readonly actual: number;
}

/** What is not a number, because it could not be measured, does not meet it. */
export function isMet({ target, actual }: Checked): boolean {
  const { least = -Infinity, most = Infinity } = target;
  return actual >= least && actual <= most;
}
