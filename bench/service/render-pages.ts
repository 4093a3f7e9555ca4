// Renders what open pages cost.
import type { PagesMeasured } from './pages.ts';
import { number, paragraph, type Row, table } from './table.ts';
import { TARGETS } from './targets.ts';

export function renderPages(measured: PagesMeasured): string[] {
  const { pages, without, with: loaded, eventsPerSecond, lastOddsMs } = measured;
  const { markets, interactiveMs } = measured;
  const row = (what: string, ours: typeof without, rest: readonly string[]): Row => ({
    cells: [
      ...[what, number(ours.perSecond), number(ours.perSecond / without.perSecond, 2)],
      ...[number(ours.p99Ms, 1), number(ours.failed), ...rest],
    ],
  });
  const checked = [
    { target: TARGETS.pageBets, actual: loaded.perSecond / without.perSecond },
    { target: TARGETS.lastOddsMs, actual: lastOddsMs },
    { target: TARGETS.noneFailed, actual: loaded.failed },
  ];
  return [
    '## Bets while pages are open',
    '',
    ...paragraph(
      `100 bets per second arrive in a market, while ${number(pages)} pages show it: as many ` +
        'event streams, read on the same processors. Targets: at least ' +
        `${TARGETS.pageBets.least} of the bets, and every page has the last odds within ` +
        `${number(TARGETS.lastOddsMs.most)} ms.`,
    ),
    '',
    ...table(
      [
        ...['what', 'bets per second', 'of those without', 'p99 ms', 'failed'],
        ...['events per second', 'last odds after ms'],
      ],
      [
        row('without pages', without, ['', '']),
        {
          ...row(`${number(pages)} pages`, loaded, [number(eventsPerSecond), number(lastOddsMs)]),
          checked,
        },
      ],
    ),
    ...paragraph(
      `A first visit to a market with ${number(markets)} markets in the database, in Chromium ` +
        'without anything kept, until one can type an amount; the slowest of five:',
    ),
    '',
    ...table(
      ['what', 'ms', 'target'],
      [
        {
          cells: ['first visit', number(interactiveMs), `<= ${TARGETS.interactiveMs.most}`],
          checked: [{ target: TARGETS.interactiveMs, actual: interactiveMs }],
        },
      ],
    ),
    '',
  ];
}
