// Renders what a Solana node takes.
import type { ClusterMeasured, ClusterRate } from './cluster.ts';
import { number, paragraph, type Row, table } from './table.ts';
import { TARGETS } from './targets.ts';

export function renderCluster({ rates }: ClusterMeasured): string[] {
  if (rates.length === 0) {
    return ['## Bets on a cluster', '', 'Not measured: there was no validator.', ''];
  }
  const hasBefore = rates.some(({ before }) => before !== undefined);
  const row = ({ markets, atOnce, measured, before }: ClusterRate): Row => ({
    cells: [
      ...[number(markets), number(atOnce), number(measured.perSecond), number(measured.p50Ms)],
      ...[number(measured.p99Ms), number(measured.serverMicros), number(measured.failed)],
      ...(before ? [number(before.perSecond), number(before.p50Ms)] : []),
      ...(before ? [number(measured.perSecond / before.perSecond, 1)] : []),
    ],
    checked: [{ target: TARGETS.noneFailed, actual: measured.failed }],
  });
  return [
    '## Bets on a cluster',
    '',
    ...paragraph(
      "On Anza's `solana-test-validator` 4.2.2, slots of 400 ms. Node, service and load share " +
        'the processors. Each of so many wallets waits for the answer to its bet, which is ' +
        'confirmed then, before its next one: so the rate is at most their number divided by the ' +
        'time to a confirmation.',
    ),
    '',
    ...table(
      [
        ...['markets', 'at once', 'bets per second', 'p50 ms', 'p99 ms', 'processor time µs'],
        'failed',
        ...(hasBefore ? ['before', 'p50 before', 'times'] : []),
      ],
      rates.map(row),
    ),
    '',
  ];
}
