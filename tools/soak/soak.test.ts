import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import { expect, test } from 'vitest';
import { type Act, compare, type Intent } from './check.ts';
import { planFaults } from './fault-plan.ts';
import { readOptions } from './options.ts';
import { Gaps, Record } from './record.ts';
import { renderRun, replaceRun } from './reliability-page.ts';
import { openDefaultSetup } from './setups/default-setup.ts';
import { type SoakResult, soak } from './soak.ts';
import type { Sizes } from './soak-options.ts';
import { isWrong, listFigures, renderTable } from './summary.ts';
import { readMetrics, Watch } from './watch.ts';

const bet = (mark: string, result: Intent['result'], facts = 'Yes'): Intent => ({
  ...{ kind: 'bet', mark, result, facts },
});
const placed = (mark: string, facts = 'Yes'): Act => ({ kind: 'bet', mark, facts });

const INTENTS = [
  bet('a', 'acknowledged'),
  bet('b', 'acknowledged'),
  bet('c', 'refused'),
  bet('d', 'unanswered'),
  bet('e', 'unanswered'),
];
const ACTS = [placed('a'), placed('b'), placed('d')];

const NOTHING = { lost: [], doubled: [], refusedOnChain: [], undecided: [] };

test('bets that are on chain as they were answered are right', () => {
  const other: Act = { kind: 'market', mark: 'a', facts: '' };
  expect(compare('bet', INTENTS, [...ACTS, other])).toEqual({
    ...{ acknowledged: 2, refused: 1, unanswered: 2, unansweredOnChain: 1 },
    ...NOTHING,
  });
});

test.each([
  ['a lost bet', INTENTS, ACTS.slice(1), { lost: ['a'] }],
  ['a bet on the other side', INTENTS, [placed('a', 'No'), ...ACTS.slice(1)], { lost: ['a'] }],
  ['a doubled bet', INTENTS, [...ACTS, placed('b')], { doubled: ['b'] }],
  ['an unanswered bet twice', INTENTS, [...ACTS, placed('d')], { doubled: ['d'] }],
  ['a bet that nobody wanted', INTENTS, [...ACTS, placed('x')], { doubled: ['x'] }],
  ['a refused bet', INTENTS, [...ACTS, placed('c')], { refusedOnChain: ['c'] }],
  ['a pending bet', [...INTENTS, bet('f', 'undecided')], ACTS, { undecided: ['f'] }],
])('%s is found, and fails the run', (_what, intents, acts, found) => {
  const bets = compare('bet', intents, acts);
  expect(bets).toMatchObject({ ...NOTHING, ...found });
  const figures = listFigures({ ...goodResult(), bets });
  expect(isWrong(figures)).toBe(true);
  expect(renderTable(new Map([['default', figures]]))).toContain('| **1** |');
});

/** A made-up run in which everything was right. */
function goodResult(): SoakResult {
  const record = new Record();
  return {
    ...{ record, watch: new Watch([]), faults: new Map([['kill -9', 3]]), starts: 4 },
    bets: compare('bet', INTENTS, ACTS),
    markets: compare('market', [], []),
    withdrawals: compare('withdrawal', [], []),
    ...{ paid: 5, paidAgain: 0, betsDiffering: 0, unannounced: 0, unsettled: 0, notReady: 0 },
    ...{ difference: 0, isAudited: true },
  };
}

test('a run without a fault of the service is right, and everything else fails it', () => {
  expect(isWrong(listFigures(goodResult()))).toBe(false);
  const changes: Partial<SoakResult>[] = [
    ...[{ paidAgain: 1 }, { betsDiffering: 1 }, { unannounced: 1 }, { unsettled: 1 }],
    ...[{ notReady: 1 }, { difference: 1 }, { difference: Number.NaN }, { isAudited: false }],
    { bets: compare('bet', [], []) },
  ];
  for (const change of changes) {
    expect([change, isWrong(listFigures({ ...goodResult(), ...change }))]).toEqual([change, true]);
  }
});

test('of the answers only 5xx that are not 503 fail the run', () => {
  const answers = (status: number) => {
    const result = goodResult();
    result.record.addAnswer('GET /config', { status, code: null, text: '', body: undefined });
    return isWrong(listFigures(result));
  };
  expect([200, 404, 429, 499, 503].filter(answers)).toEqual([]);
  expect([500, 502, 504].filter(answers)).toEqual([500, 502, 504]);
});

test('the longest time without a bet is between two bets', () => {
  const gaps = new Gaps();
  expect(gaps.longestMs).toBe(0);
  for (const now of [1_000, 1_300, 2_100, 2_200]) gaps.add(now);
  expect(gaps.longestMs).toBe(800);
});

test('the metrics of the auditor are read', () => {
  const text = 'tote_audit_difference{currency="SOL"} -7\ntote_halted_markets 0\nother 3\n';
  const values = readMetrics(text);
  expect(values).toEqual([
    ['tote_audit_difference', -7],
    ['tote_halted_markets', 0],
  ]);
});

test('the same seed gives the same faults, and each round has all of them', () => {
  const pace = { pauseMs: [1, 100], lastsMs: [200, 300] } as const;
  const kinds = ['a', 'b', 'c', 'd'];
  const take = (seed: number) => {
    const plan = planFaults(seed, kinds, pace);
    return Array.from({ length: 12 }, () => plan.next().value);
  };
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
  const second = take(1).slice(4, 8);
  expect(second.map((each) => each?.kind).sort()).toEqual(kinds);
});

test('the options are read, and what is unknown is refused', () => {
  const read = (...args: string[]) => readOptions(args, () => 7);
  expect(read()).toEqual({
    ...{ minutes: 30, setups: ['default', 'replicas'], seed: 7, isWritten: false },
  });
  expect(read('--minutes', '0.2', '--setup', 'replicas', '--seed', '0', '--write')).toEqual({
    ...{ minutes: 0.2, setups: ['replicas'], seed: 0, isWritten: true },
  });
  const wrong = [
    ...[['--minutes', '0.1'], ['--minutes', 'ten'], ['--minutes', '-1'], ['--minutes']],
    ...[['--setup', 'other'], ['--seed', '1.5'], ['--seed', String(2 ** 32)], ['--quick']],
  ];
  for (const args of wrong) expect(() => read(...args)).toThrow('Usage: npm run soak');
});

test('the page keeps everything but the run', () => {
  const page = 'a\n<!-- begin: written by npm run soak -- --write -->\nold\n<!-- end -->\nb\n';
  const run = renderRun({ seed: 1, minutes: 2, cores: 3, node: 'v20.1.2' }, '| x |');
  const written = replaceRun(page, run);
  expect(written).toMatch(/^a\n.*\n\n`npm run soak -- --minutes 2 --seed 1`, on 3 cores with/);
  expect(written).toMatch(/\| x \|\n\n<!-- end -->\nb\n$/);
  expect(replaceRun(written, run)).toBe(written);
  expect(() => replaceRun('a', run)).toThrow('no place');
});

/** Without clock steps, after which the embedded chain waits for the time that was ahead. */
const KINDS = ['kill -9', 'connection storm', 'frozen process', 'busy disk'];
const SILENT = { progress: () => undefined, note: () => undefined };
const SIZES: Sizes = {
  ...{ bettors: 4, markets: 2, readers: 1, expirySeconds: [2, 4], endMsMax: 120_000 },
  pace: { pauseMs: [400, 900], lastsMs: [200, 600] },
};

// Ten seconds and several processes.
test.runIf(process.env.TOTE_TEST === 'long')(
  'some seconds of it, on the default setup',
  async () => {
    const opened = await openDefaultSetup(openSync(devNull, 'w'));
    const faults = Object.fromEntries(KINDS.map((kind) => [kind, opened.faults[kind] as never]));
    const setup = { ...opened, faults };
    try {
      const options = { seed: 3, ms: 5_000, sizes: SIZES, ...SILENT };
      const result = await soak({ setup, ...options });
      const figures = listFigures(result);
      expect(figures.filter(({ wrong = 0 }) => wrong !== 0)).toEqual([]);
      expect(isWrong(figures)).toBe(false);
      expect(result.faults.get('kill -9')).toBeGreaterThan(0);
      expect(result.starts).toBeGreaterThan(2);
      expect(result.markets.acknowledged).toBeGreaterThan(SIZES.markets);
      // Nothing of it was tested if nothing was compared.
      const { intents } = result.record;
      expect(compare('bet', intents, []).lost).toHaveLength(result.bets.acknowledged);
    } finally {
      await setup.close();
    }
  },
);
