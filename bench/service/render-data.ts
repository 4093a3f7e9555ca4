// Renders reads, start, growth and memory of docs/benchmarks.md.
import type { DiskMeasured } from './disk.ts';
import { IDLE } from './growth.ts';
import type { MemoryMeasured } from './memory.ts';
import type { ReadKind, ReadMeasured } from './reads.ts';
import type { SizesCompared } from './sizes-compared.ts';
import type { StartMeasured } from './start.ts';
import { number, paragraph, type Row, table } from './table.ts';
import { TARGETS, type Target } from './targets.ts';

const READS: Record<ReadKind, { what: string; target: Target }> = {
  list: { what: '`GET /v1/markets`', target: TARGETS.list },
  filteredList: {
    what: '`GET /v1/markets`, by creator, currency and `decidedBy`',
    target: TARGETS.list,
  },
  searchedList: { what: '`GET /v1/markets`, by words', target: TARGETS.list },
  sortedList: { what: '`GET /v1/markets`, by volume', target: TARGETS.list },
  detail: { what: '`GET /v1/markets/{id}`', target: TARGETS.detail },
  measuredDetail: {
    what: '`GET /v1/markets/{id}`, with the present price',
    target: TARGETS.measuredDetail,
  },
};

export function renderReads(reads: readonly ReadMeasured[]): string[] {
  const columns = [
    ...['what', 'markets', 'echo per second', 'per second', 'ratio', 'target'],
    ...['echo µs', 'processor time µs', 'p99 ms'],
  ];
  return [
    '## Reads, 64 connections',
    '',
    'The detail of a market whose condition is measured shows the present value: it is not kept.',
    '',
    ...table(
      columns,
      reads.map(({ kind, markets, echo, ours }): Row => {
        const { what, target } = READS[kind];
        const ratio = ours.perSecond / echo.perSecond;
        return {
          cells: [
            ...[what, number(markets), number(echo.perSecond), number(ours.perSecond)],
            ...[number(ratio, 2), `>= ${target.least}`, number(echo.serverMicros)],
            ...[number(ours.serverMicros), number(ours.p99Ms, 1)],
          ],
          checked: [
            { target, actual: ratio },
            { target: TARGETS.noneFailed, actual: ours.failed },
          ],
        };
      }),
    ),
  ];
}

export function renderStart(measured: StartMeasured): string[] {
  const { bets, buildMs = Number.NaN, echo, commands, idleMib } = measured;
  const row = (what: string, folder: string, start: StartMeasured['echo']): Row => {
    const ratio = start.readyMs / echo.readyMs;
    return {
      cells: [
        ...[what, folder, number(start.readyMs), number(ratio, 1), `<= ${TARGETS.start.most}`],
        // The service is another process than npm.
        what === '`npm start`' ? '' : number(start.readyProcessorMs),
      ],
      checked: [{ target: TARGETS.start, actual: ratio }],
    };
  };
  const idle = (folder: string, mib: number): Row => ({
    cells: [folder, number(mib), `<= ${TARGETS.idleMib.most}`],
    checked: [{ target: TARGETS.idleMib, actual: mib }],
  });
  const filled = `${number(bets)} bets`;
  return [
    '## Start',
    '',
    ...paragraph(
      'From the command to the printed hint, with everything built; the echo until it listens. ' +
        `The build takes ${number(buildMs / 1000, 1)} s, once after a change of the sources.`,
    ),
    '',
    ...table(
      ['command', 'data folder', 'ms', 'of the echo', 'target', 'processor time ms'],
      [
        {
          cells: [
            ...['bare Fastify echo', '', number(echo.readyMs), 1, ''],
            number(echo.readyProcessorMs),
          ],
        },
        ...commands.flatMap(({ command, ...starts }) => [
          row(command, 'fresh', starts.fresh),
          row(command, filled, starts.filled),
        ]),
      ],
    ),
    'Ten seconds after the hint, without requests:',
    '',
    ...table(
      ['data folder', 'resident MiB', 'target'],
      [idle('fresh', idleMib.fresh), idle(filled, idleMib.filled)],
    ),
  ];
}

export function renderGrowth(compared: readonly SizesCompared[]): string[] {
  return [
    '## Growth',
    '',
    ...paragraph(
      'The same with little and with much data: markets in the database, or bets in the market. ' +
        'Two services are measured in turn.',
    ),
    '',
    ...renderSizes(compared),
  ];
}

export function renderSizes(compared: readonly SizesCompared[]): string[] {
  const columns = [
    ...['what', 'of', 'little', 'per second', 'processor time µs'],
    ...['much', 'per second', 'processor time µs', 'ratio', 'target', 'failed'],
  ];
  return table(
    columns,
    compared.map(({ what, of, small, large }): Row => {
      const ratio = large.micros / small.micros;
      const isTarget = what !== IDLE;
      return {
        cells: [
          ...[what, of, number(small.size), rateOf(small), number(small.micros)],
          ...[number(large.size), rateOf(large), number(large.micros), number(ratio, 2)],
          ...[isTarget ? `<= ${TARGETS.growth.most}` : '', number(small.failed + large.failed)],
        ],
        checked: [
          ...(isTarget ? [{ target: TARGETS.growth, actual: ratio }] : []),
          { target: TARGETS.noneFailed, actual: small.failed + large.failed },
        ],
      };
    }),
  );
}

const rateOf = ({ perSecond }: SizesCompared['small']) =>
  perSecond === undefined ? '' : number(perSecond);

export function renderMemory(memory: readonly MemoryMeasured[]): string[] {
  const { most } = TARGETS.memory;
  return [
    '## Memory',
    '',
    ...table(
      ['bets', 'resident MiB', 'ratio', 'target'],
      memory.map(({ bets, residentMib }, index): Row => {
        const ratio = residentMib / (memory[0]?.residentMib ?? Number.NaN);
        const isFirst = index === 0;
        return {
          cells: [number(bets), number(residentMib), number(ratio, 2), isFirst ? '' : `<= ${most}`],
          ...(!isFirst && { checked: [{ target: TARGETS.memory, actual: ratio }] }),
        };
      }),
    ),
  ];
}

export function renderDisk({ sequential, batched, idle }: DiskMeasured): string[] {
  const row = (
    what: string,
    { bets, database, ledger }: DiskMeasured['batched'],
    target: Target,
  ) => {
    const both = database + ledger;
    return {
      cells: [
        ...[what, number(bets), number(database), number(ledger), number(both)],
        `<= ${number(target.most ?? Number.NaN)}`,
      ],
      checked: [{ target, actual: both }],
    };
  };
  const { minutes, bytesPerDay } = idle;
  return [
    '## Disk',
    '',
    ...paragraph(
      'What a bet adds to the database and to the ledger of the embedded chain. A fourth to a ' +
        'half of it is the event feed, which is kept for 7 days. An Idempotency-Key takes more, ' +
        'for 24 hours.',
    ),
    '',
    ...table(
      ['what', 'bets', 'database bytes', 'ledger bytes', 'together', 'target'],
      [
        row('one bet after the other', sequential, TARGETS.sequentialBytes),
        row('64 connections', batched, TARGETS.batchedBytes),
      ],
    ),
    'A service without requests, with one open market that needs prices:',
    '',
    ...table(
      ['what', 'minutes', 'bytes per day', 'target'],
      [
        {
          cells: [
            ...['growth of files and logs', number(minutes), number(bytesPerDay)],
            `<= ${number(TARGETS.idleBytes.most)}`,
          ],
          checked: [{ target: TARGETS.idleBytes, actual: bytesPerDay }],
        },
      ],
    ),
  ];
}
