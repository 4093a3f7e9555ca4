// Renders how fast the indexer reads a long history.
import type { IndexingMeasured } from './indexing.ts';
import { number, paragraph, table } from './table.ts';
import { TARGETS } from './targets.ts';

export function renderIndexing(measured: IndexingMeasured): string[] {
  const { transactions, fetchedPerSecond, listedPerSecond, appliedPerSecond } = measured;
  const { micros, earlyMib, mostMib, afterKill, wrong } = measured;
  const checked = [
    { target: TARGETS.indexingMemory, actual: mostMib / earlyMib },
    { target: TARGETS.indexingExact, actual: wrong },
  ];
  return [
    '## Reading a long history',
    '',
    ...paragraph(
      'An empty database catches up with a node whose history repeats real bets in 32 markets, ' +
        'one bet in each transaction. The node is a process of its own on the same processors. ' +
        'It makes each answer when it is asked for, so the first rate is what it gives when ' +
        'nothing is applied. Then a second database is filled, and its process is killed half-way.',
    ),
    '',
    ...table(
      [
        ...['transactions', 'fetched per second, alone', 'listed per second'],
        ...['fetched and applied per second', 'processor time µs', 'MiB after a tenth'],
        ...['MiB at most', 'left after the kill', 'wrong rows'],
      ],
      [
        {
          cells: [
            ...[number(transactions), number(fetchedPerSecond), number(listedPerSecond)],
            ...[number(appliedPerSecond), number(micros), number(earlyMib), number(mostMib)],
            ...[number(afterKill), number(wrong)],
          ],
          checked,
        },
      ],
    ),
    '',
  ];
}
