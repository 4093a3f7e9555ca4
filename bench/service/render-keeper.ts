// Renders the keeper's part of docs/benchmarks.md.
import type { BurstMeasured } from './expiry-burst.ts';
import type { PayoutsMeasured } from './payouts.ts';
import type { ResolutionsMeasured } from './resolutions.ts';
import { met, number, row } from './table.ts';

/** Sections that were not measured are omitted. */
export interface KeeperResults {
  readonly resolutions?: readonly ResolutionsMeasured[];
  readonly payouts?: readonly PayoutsMeasured[];
  readonly burst?: BurstMeasured;
}

const TARGETS = {
  resolvedMs: 2_000,
  /** For up to this many winners. */
  lastPayout: { ms: 5_000, winners: 10_000 },
  lamports: 250,
  burst: { bets: 0.5, p99: 5 },
} as const;

export function renderKeeper({ resolutions, payouts, burst }: KeeperResults): string[] {
  return [
    ...(resolutions ? renderResolutions(resolutions) : []),
    ...(payouts ? renderPayouts(payouts) : []),
    ...(burst ? renderBurst(burst) : []),
  ];
}

function renderResolutions(resolutions: readonly ResolutionsMeasured[]): string[] {
  return [
    '## From the expiry to the outcome',
    '',
    'Half of the markets wait for an attestation that does not come, half for a price. Wall time',
    "is from the expiry to the feed's event; the chain's clock counts whole seconds.",
    '',
    row('markets expire', 'markets', 'p50 ms', 'p99 ms', 'p99, chain s', 'target', ''),
    '|---|---:|---:|---:|---:|---:|---|',
    ...resolutions.map(({ what, markets, p50Ms, p99Ms, chainP99Seconds }) =>
      row(
        ...[what, number(markets), number(p50Ms), number(p99Ms), number(chainP99Seconds)],
        ...[`p99 <= ${number(TARGETS.resolvedMs)} ms`, met(p99Ms <= TARGETS.resolvedMs)],
      ),
    ),
    '',
  ];
}

function renderPayouts(payouts: readonly PayoutsMeasured[]): string[] {
  const { lastPayout, lamports } = TARGETS;
  return [
    '## From the outcome to the money',
    '',
    `One market, every winner and a tenth as many losers. Targets: the last of`,
    `${number(lastPayout.winners)} within ${number(lastPayout.ms)} ms of the resolution, nobody`,
    `paid twice, nobody left out, at most ${lamports} lamports of fees for each position. Every`,
    'balance on chain is compared with `packages/domain`.',
    '',
    row('winners', 'last paid after ms', 'paid twice', 'left out', 'lamports each', 'sent', ''),
    '|---:|---:|---:|---:|---:|---:|---|',
    ...payouts.map((measured) => {
      const { winners, lastMs, double, missed, lamportsEach, transactions } = measured;
      const isQuick = winners > lastPayout.winners || lastMs <= lastPayout.ms;
      const isExact = double === 0 && missed === 0;
      return row(
        ...[number(winners), number(lastMs), number(double), number(missed)],
        ...[number(lamportsEach, 1), number(transactions)],
        met(isQuick && isExact && lamportsEach <= lamports),
      );
    }),
    '',
  ];
}

function renderBurst({ markets, resolvedMs, idle, during }: BurstMeasured): string[] {
  const rate = during.perSecond / idle.perSecond;
  const p99 = during.p99Ms / idle.p99Ms;
  const { burst } = TARGETS;
  const isMet = rate >= burst.bets && p99 <= burst.p99 && during.failed === 0;
  return [
    '## Bets while markets expire',
    '',
    `${number(markets)} markets expire in the same second; all had their outcome after`,
    `${number(resolvedMs)} ms. Targets: at least ${burst.bets} of the bets before, p99 at most`,
    `${burst.p99} times as long, none refused.`,
    '',
    row('bets in one other market', 'per second', 'ratio', 'p99 ms', 'ratio', 'failed', ''),
    '|---|---:|---:|---:|---:|---:|---|',
    row('before', number(idle.perSecond), 1, number(idle.p99Ms, 1), 1, number(idle.failed), ''),
    row(
      ...['until the last outcome', number(during.perSecond), number(rate, 2)],
      ...[number(during.p99Ms, 1), number(p99, 1), number(during.failed), met(isMet)],
    ),
    '',
  ];
}
