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

export const TARGETS = {
  oneMarketMicros: { what: "processor time over the echo's", most: 3.2 },
  manyMarketsMicros: { what: "processor time over the echo's", most: 4 },
  betsP99: { what: "p99 over the echo's", most: 4 },
  betsOfEcho: { what: "rate over the echo's", least: 0.28 },
  betsOfChain: { what: "rate over the chain's alone", least: 0.6 },
  list: { what: "rate over the echo's", least: 0.8 },
  detail: { what: "rate over the echo's", least: 1 },
  measuredDetail: { what: "rate over the echo's", least: 0.5 },
  start: { what: "time over the echo's", most: 6 },
  idleMib: { what: 'resident MiB', most: 200 },
  growth: { what: 'processor time over that with little data', most: GROWTH_MAX },
  memory: { what: 'memory over that with few bets', most: 1.3 },
  resolvedMs: { what: 'p99 in ms', most: 2_000 },
  lastPaidMs: { what: 'the last payment in ms', most: 5_000 },
  notExact: { what: 'positions paid twice or left out', most: 0 },
  lamports: { what: 'lamports of fees for each position', most: 250 },
  settling: { what: 'processor time over that with few winners', most: GROWTH_MAX },
  burstRate: { what: 'rate over that before', least: 0.5 },
  burstP99: { what: 'p99 over that before', most: 5 },
  noneFailed: { what: 'failed requests', most: 0 },
} as const satisfies Record<string, Target>;

/** Why reads cost more with more data, by what is read. */
const GROWTH_REASONS: Record<string, string> = {
  'the reserves': 'They are the sum over every market that is not closed, made for each request.',
};

export function growthTarget(what: string): Target {
  return { ...TARGETS.growth, reason: GROWTH_REASONS[what] };
}

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
