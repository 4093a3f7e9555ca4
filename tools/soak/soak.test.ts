import { expect, test } from 'vitest';
import { planFaults } from './faults.ts';
import { compareAll, noteMetrics } from './finish.ts';
import { OnChain } from './read-chain.ts';
import { type Act, type Intent, Record, renderTable, ZERO } from './record.ts';

const bet = (mark: string, result: Intent['result'], facts = 'Yes'): Intent => ({
  ...{ kind: 'bet', mark, result, facts },
});
const placed = (mark: string, facts = 'Yes'): Act => ({ kind: 'bet', mark, facts });

const INTENTS = [
  ...[bet('a', 'acknowledged'), bet('b', 'acknowledged'), bet('c', 'refused')],
  ...[bet('d', 'unanswered'), bet('e', 'unanswered')],
];
const ACTS = [placed('a'), placed('b'), placed('d')];

function recordOf(intents: readonly Intent[], acts: readonly Act[]): Record {
  const record = new Record();
  record.addBet('a');
  record.intents.push(...intents);
  const onChain = new OnChain();
  onChain.acts.push(...acts);
  compareAll(record, onChain);
  return record;
}

test('bets that are on chain as they were answered are right', () => {
  const market: Intent = { kind: 'market', mark: 'a', facts: 'id', result: 'acknowledged' };
  const record = recordOf([...INTENTS, market], [...ACTS, { ...market, facts: 'id' }]);
  expect(record.isWrong).toBe(false);
  expect(Object.fromEntries(record.numbers)).toMatchObject({
    ...{ 'bets acknowledged': 2, 'markets acknowledged': 1, 'of them placed': 1 },
    'bets without an answer and without a key': 2,
  });
});

test.each([
  ['lost', 'a lost bet', INTENTS, ACTS.slice(1)],
  ['lost', 'a bet on the other side', INTENTS, [placed('a', 'No'), ...ACTS.slice(1)]],
  ['doubled', 'a doubled bet', INTENTS, [...ACTS, placed('b')]],
  ['doubled', 'an unanswered bet twice', INTENTS, [...ACTS, placed('d')]],
  ['doubled', 'a bet that nobody wanted', INTENTS, [...ACTS, placed('x')]],
  ['refused, but on chain', 'a refused bet', INTENTS, [...ACTS, placed('c')]],
  ['undecided at the end', 'a pending bet', [...INTENTS, bet('f', 'undecided')], ACTS],
])('%s: %s is found, and fails the run', (how, _what, intents, acts) => {
  const record = recordOf(intents, acts);
  expect(ZERO.filter((name) => record.numbers.get(name) !== 0)).toEqual([`bets ${how}`]);
  expect(record.isWrong).toBe(true);
  expect(renderTable(new Map([['default', record]]))).toContain(`| bets ${how} | **1** |`);
});

test('every other row that must be 0 fails the run, and so does one without a bet', () => {
  for (const name of ZERO) {
    for (const by of [1, Number.NaN]) {
      const record = recordOf(INTENTS, ACTS);
      record.count(name, by);
      expect([name, record.isWrong]).toEqual([name, true]);
    }
  }
  expect(new Record().isWrong).toBe(true);
});

test('of the answers only 5xx that are not 503 fail the run', () => {
  const isWrong = (status: number) => {
    const record = recordOf(INTENTS, ACTS);
    const headers = new Headers();
    record.addAnswer('GET /config', { status, headers, code: null, text: '', body: undefined });
    return record.isWrong;
  };
  expect([200, 404, 429, 499, 503].filter(isWrong)).toEqual([]);
  expect([500, 502, 504].filter(isWrong)).toEqual([500, 502, 504]);
});

test('the metrics of the auditor are read', () => {
  const record = new Record();
  const text = 'tote_audit_difference{currency="SOL"} -7\ntote_halted_markets 2\nother 3\n';
  expect(noteMetrics(text, record)).toBe(false);
  expect(record.numbers.get("auditor's difference, in base units")).toBe(7);
  expect(record.numbers.get('markets that differ or are halted')).toBe(2);
  expect(noteMetrics('tote_audit_age_seconds 1\n', record)).toBe(true);
});

test('the same seed gives the same faults, and each round has all of them', () => {
  const kinds = ['a', 'b', 'c', 'd'];
  const take = (seed: number) => {
    const plan = planFaults(seed, kinds);
    return Array.from({ length: 12 }, () => plan.next().value);
  };
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
  const second = take(1).slice(4, 8);
  expect(second.map((each) => each?.kind).sort()).toEqual(kinds);
});
