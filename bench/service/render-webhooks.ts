// Renders what webhooks cost.
import { number, paragraph, type Row, table } from './table.ts';
import { TARGETS } from './targets.ts';
import { MARKETS, type WebhooksMeasured } from './webhooks.ts';

export function renderWebhooks(measured: WebhooksMeasured): string[] {
  const { webhooks, without, with: loaded, deliveredPerSecond } = measured;
  const row = (what: string, ours: typeof without, delivered: number): Row => ({
    cells: [
      ...[what, number(ours.perSecond), number(ours.perSecond / without.perSecond, 2)],
      ...[number(delivered), number(ours.serverMicros), number(ours.p99Ms, 1)],
      number(ours.failed),
    ],
  });
  const checked = [
    { target: TARGETS.webhookBets, actual: loaded.perSecond / without.perSecond },
    { target: TARGETS.webhookDeliveries, actual: deliveredPerSecond },
    { target: TARGETS.noneFailed, actual: loaded.failed },
  ];
  return [
    '## Bets while webhooks are called',
    '',
    ...paragraph(
      `Bets in ${MARKETS} markets, 64 connections; each of ${number(webhooks)} webhooks gets the ` +
        'bets of one market, one after the other. The receiver runs on the same processors. ' +
        `Targets: at least ${number(TARGETS.webhookDeliveries.least)} deliveries per second, ` +
        `with at least ${TARGETS.webhookBets.least} of the bets without them.`,
    ),
    '',
    ...table(
      [
        ...['what', 'bets per second', 'of those without', 'deliveries per second'],
        ...['processor time µs', 'p99 ms', 'failed'],
      ],
      [
        row('without webhooks', without, 0),
        { ...row('with webhooks', loaded, deliveredPerSecond), checked },
      ],
    ),
    '',
  ];
}
