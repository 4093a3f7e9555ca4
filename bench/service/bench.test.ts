// The pure parts of the benchmark.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BetsMeasured } from './bets.ts';
import type { Measured } from './load.ts';
import { medianOf } from './median.ts';
import { readOptions } from './options.ts';
import { parseStat } from './processor-time.ts';
import { splitProcessors } from './processors.ts';
import { render, TITLES } from './render.ts';
import { replaceSections } from './replace-sections.ts';
import { table } from './table.ts';
import { parseTicks, type Ticks, undisturbed } from './undisturbed.ts';

test('the median of results is that of each number, and keeps everything else', () => {
  const run = (a: number, b: number) => ({ what: 'x', a, list: [{ b }], none: undefined });
  expect(medianOf([run(3, 10), run(1, 30), run(2, 20)])).toEqual(run(2, 20));
  expect(medianOf([run(1, 1), run(4, 2)])).toEqual(run(2.5, 1.5));
  expect(medianOf([7])).toBe(7);
  expect(() => medianOf([])).toThrow(RangeError);
});

const target = { what: 'time', most: 6, reason: 'Because of the wind.' };

test('a target that is missed says so, with the reason; one that is met does not', () => {
  const rows = [
    { cells: ['slow', 7], checked: [{ target, actual: 6.01 }] },
    { cells: ['quick', 5], checked: [{ target, actual: 6 }] },
    { cells: ['other', 1] },
  ];
  expect(table(['what', 'ms'], rows)).toEqual([
    '| what | ms |  |',
    '| --- | ---: | --- |',
    '| slow | 7 | **missed** |',
    '| quick | 5 | ok |',
    '| other | 1 |  |',
    '',
    '- **Missed** (slow): time is 6.01, not at most 6. Because of the wind.',
    '',
  ]);
  expect(table(['what', 'ms'], rows.slice(1)).join('\n')).not.toContain('wind');
});

test('what the host took is the eighth time of all processors', () => {
  const stat = 'cpu  10 2 3 40 5 0 1 20 7 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n';
  expect(parseTicks(stat)).toEqual({ all: 81, stolen: 20 });
});

test('what was disturbed by the host is measured again, a few times', async () => {
  /** Of 100 ticks in each measurement so many were taken, and none before it. */
  const run = async (stolen: readonly number[]) => {
    const said: string[] = [];
    let now: Ticks = { all: 100, stolen: 0 };
    let runs = 0;
    const work = async () => {
      now = { all: now.all + 100, stolen: now.stolen + (stolen[runs] as number) };
      runs += 1;
      return runs;
    };
    const result = await undisturbed(work, (text) => said.push(text), {
      read: () => now,
      sampleMs: 1,
    });
    return { result, said };
  };
  expect(await run([10])).toEqual({ result: 1, said: [] });
  const taken = "the host took 11 % of the processors' time";
  expect(await run([11, 0])).toEqual({ result: 2, said: [`${taken}: measured again`] });
  const { result, said } = await run([11, 11, 11]);
  expect(result).toBe(3);
  expect(said).toHaveLength(3);
  expect(said.at(-1)).toMatch(/3 times in a row: this result is not reliable/);
});

test('only single sections of full sizes are written', () => {
  expect(readOptions(['--only', 'disk', '--write']).isWritten).toBe(true);
  for (const args of [['--write'], ['--only', 'disk', '--write', '--quick']]) {
    expect(() => readOptions(args)).toThrow(/--write needs --only/);
  }
});

test('sections that are measured alone replace those of the page', () => {
  const page = '# Page\n\nHead.\n\n## A\n\nold\n## C\n\nold\n';
  const document = '# Page\n\nOther head.\n\n## B\n\nnew\n\n## C\n\nnew\n';
  expect(replaceSections(page, document, ['A', 'B', 'C'])).toBe(
    '# Page\n\nHead.\n\n## A\n\nold\n\n## B\n\nnew\n\n## C\n\nnew\n',
  );
  expect(() => replaceSections(page, document, ['A', 'B'])).toThrow(/"C" has no place/);
});

test('every section of the page has its place', () => {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');
  expect(replaceSections(page, '', TITLES)).toBe(page);
});

test('what could not be measured, or has no known reason, is not passed over', () => {
  const checked = [{ target: { what: 'rate', least: 1 }, actual: Number.NaN }];
  const text = table(['what'], [{ cells: ['x'], checked }]).join('\n');
  expect(text).toContain('| x | **missed** |');
  expect(text).toContain('rate is ?, not at least 1. The reason is not known yet.');
});

test('bets are compared with the echo and with the chain alone', () => {
  const measured = (perSecond: number, serverMicros: number): Measured => ({
    ...{ perSecond, serverMicros, mainMicros: 1, loadMicros: 2 },
    ...{ p50Ms: 1, p99Ms: 4, failed: 0, total: 1 },
  });
  const bets: BetsMeasured = {
    echo: measured(1_000, 10),
    oneMarket: measured(280, 32),
    manyMarkets: measured(200, 41),
    spread: measured(200, 41),
    chainAlone: measured(400, 15),
  };
  const machine = { cores: 2, isLoadAlone: false, node: 'v20.0.0' };
  const text = render(machine, 3, { bets });
  expect(text).toContain('the median of 3 runs');
  expect(text).toMatch(/^\| bets in one market \| 280 \| 0\.28 \| 32 \| 3\.2 \|.*\| ok \|$/m);
  expect(text).toMatch(/^\| bets in 16 markets \|.*\| \*\*missed\*\* \|$/m);
  expect(text).toContain('The service reaches 0.7 of the chain alone.');
  expect(text).not.toContain('## Reads');
});

test('what bets take on disk is the sum of both files, compared with its target', () => {
  const disk = {
    sequential: { bets: 100, database: 1_500, ledger: 1_000 },
    batched: { bets: 1_000, database: 1_100, ledger: 101 },
    idle: { minutes: 5, bytesPerDay: 0 },
  };
  const text = render({ cores: 2, isLoadAlone: false, node: 'v20.0.0' }, 1, { disk });
  expect(text).toMatch(
    /^\| one bet after the other \| 100 \| 1,500 \| 1,000 \| 2,500 \|.* ok \|$/m,
  );
  expect(text).toMatch(/^\| 64 connections \|.* 1,201 \|.*\| \*\*missed\*\* \|$/m);
  expect(text).toMatch(/^\| growth of files and logs \| 5 \| 0 \|.* ok \|$/m);
});

test('the options are read, and what is unknown is refused', () => {
  const defaults = {
    ...{ isQuick: false, runs: 3, only: [], isResumed: false, isWritten: false },
    ...{ service: undefined, history: undefined },
  };
  expect(readOptions([])).toEqual(defaults);
  expect(readOptions(['--quick'])).toEqual({ ...defaults, isQuick: true, runs: 1 });
  expect(readOptions(['--only', 'bets', '--only', 'start', '--runs', '5', '--resume'])).toEqual({
    ...defaults,
    ...{ only: ['bets', 'start'], runs: 5, isResumed: true },
  });
  expect(readOptions(['--service', '../old']).service).toBe('../old');
  expect(readOptions(['--history', '1000000']).history).toBe(1_000_000);
  const counts = [...['0', '100', 'x'].map((runs) => ['--runs', runs]), ['--history', '0']];
  for (const wrong of [['--only', 'nothing'], ['--only'], ['--fast'], ...counts]) {
    expect(() => readOptions(wrong)).toThrow('Usage: npm run bench');
  }
});

test('with more than two processors the load has one of its own', () => {
  expect(splitProcessors('0-1')).toEqual({ load: undefined, servers: undefined });
  expect(splitProcessors('0-2,6')).toEqual({ load: '0', servers: '1,2,6' });
});

test('processor time is user and system time, whatever the name of the process', () => {
  const stat = '12 (a (b) c) S 1 1 1 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 11 0 100';
  expect(parseStat(stat)).toBe(3_000_000);
});
