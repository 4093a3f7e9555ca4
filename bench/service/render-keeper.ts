// Renders the keeper's part of docs/benchmarks.md.
import type { BurstMeasured } from './expiry-burst.ts';
import type { PayoutsMeasured } from './payouts.ts';
import { renderSizes } from './render-data.ts';
import type { ResolutionsMeasured } from './resolutions.ts';
import { number, paragraph, type Row, table } from './table.ts';
import { type Checked, TARGETS } from './targets.ts';

/** Up to so many winners, the last one has to be paid in time. */
const IN_TIME_WINNERS = 10_000;

export function renderResolutions(resolutions: readonly ResolutionsMeasured[]): string[] {
  return [
    '## From the expiry to the outcome',
    '',
    'Half of the markets wait for an attestation that does not come, half for a price. Wall time',
    "is from the expiry to the feed's event; the chain's clock counts whole seconds.",
    '',
    ...table(
      ['markets expire', 'markets', 'p50 ms', 'p99 ms', 'p99, chain s', 'target'],
      resolutions.map(
        ({ what, markets, p50Ms, p99Ms, chainP99Seconds }): Row => ({
          cells: [
            ...[what, number(markets), number(p50Ms), number(p99Ms), number(chainP99Seconds)],
            `p99 <= ${number(TARGETS.resolvedMs.most)} ms`,
          ],
          checked: [{ target: TARGETS.resolvedMs, actual: p99Ms }],
        }),
      ),
    ),
  ];
}

export function renderPayouts({ markets, reads }: PayoutsMeasured): string[] {
  const { lastPaidMs, lamports, settling } = TARGETS;
  const [small] = markets;
  return [
    '## From the outcome to the money',
    '',
    ...paragraph(
      'One market, every winner and a tenth as many losers. Targets: the last of ' +
        `${number(IN_TIME_WINNERS)} within ${number(lastPaidMs.most)} ms of the resolution, ` +
        'nobody paid twice, nobody left out, at most ' +
        `${lamports.most} lamports of fees for each position, processor time for each at most ` +
        `${settling.most} times that with few winners. Every balance on chain is compared with ` +
        '`packages/domain`.',
    ),
    '',
    ...table(
      [
        ...['winners', 'last paid after ms', 'processor time µs each', 'ratio'],
        ...['paid twice', 'left out', 'lamports each', 'sent'],
      ],
      markets.map((measured): Row => {
        const ratio = measured.positionMicros / (small?.positionMicros ?? Number.NaN);
        const { winners, lastMs, positionMicros, double, missed } = measured;
        return {
          cells: [
            ...[number(winners), number(lastMs), number(positionMicros), number(ratio, 2)],
            ...[number(double), number(missed), number(measured.lamportsEach, 1)],
            number(measured.transactions),
          ],
          checked: [
            ...(winners <= IN_TIME_WINNERS ? [{ target: lastPaidMs, actual: lastMs }] : []),
            { target: settling, actual: ratio },
            { target: TARGETS.notExact, actual: double + missed },
            { target: lamports, actual: measured.lamportsEach },
          ],
        };
      }),
    ),
    'Reads of these markets afterwards:',
    '',
    ...renderSizes(reads),
  ];
}

export function renderBurst({ markets, resolvedMs, idle, during }: BurstMeasured): string[] {
  const rate = during.perSecond / idle.perSecond;
  const p99 = during.p99Ms / idle.p99Ms;
  const { burstRate, burstP99, noneFailed } = TARGETS;
  const checked: Checked[] = [
    { target: burstRate, actual: rate },
    { target: burstP99, actual: p99 },
    { target: noneFailed, actual: during.failed },
  ];
  return [
    '## Bets while markets expire',
    '',
    ...paragraph(
      `${number(markets)} markets expire in the same second; all had their outcome after ` +
        `${number(resolvedMs)} ms. Targets: at least ${burstRate.least} of the bets before, p99 ` +
        `at most ${burstP99.most} times as long, none refused.`,
    ),
    '',
    ...table(
      ['bets in one other market', 'per second', 'ratio', 'p99 ms', 'ratio', 'failed'],
      [
        {
          cells: [
            ...['before', number(idle.perSecond), 1, number(idle.p99Ms, 1), 1],
            number(idle.failed),
          ],
        },
        {
          cells: [
            ...['until the last outcome', number(during.perSecond), number(rate, 2)],
            ...[number(during.p99Ms, 1), number(p99, 1), number(during.failed)],
          ],
          checked,
        },
      ],
    ),
  ];
}
