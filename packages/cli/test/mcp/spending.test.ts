import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Spending, type Stake } from '../../src/mcp/spending.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const HOUR = 3_600_000;
let folder: string;
let now: number;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'tote-spending-')), 'chain', 'wallet');
  now = NOON;
});
afterEach(() => rmSync(join(folder, '../..'), { recursive: true, force: true }));

const open = () => new Spending(folder, () => now);
const stake = (amount: bigint, marketId = 'market_a'): Stake => ({
  ...{ marketId, outcome: 'Yes', currency: 'SOL', amount },
});
const within = (maxDay: bigint, again = false) => ({ maxDay, again });
const fileOf = (name: string) => join(folder, '2026-11-18', name);

test('counts until midnight UTC, each currency by itself, and what was given back no more', () => {
  const spending = open();
  const first = spending.reserve(stake(60n), within(100n));
  spending.reserve({ ...stake(7n), currency: 'UTILITY' }, within(7n));
  expect(() => spending.reserve(stake(41n), within(100n))).toThrow('--max-day');
  const second = spending.reserve(stake(40n), within(100n));
  expect([open().spent('SOL'), open().spent('UTILITY')]).toEqual([100n, 7n]);
  now = Date.parse('2026-11-18T23:59:59.999Z');
  spending.giveBack(second);
  expect(open().spent('SOL')).toBe(60n);
  now += 1;
  expect(open().spent('SOL')).toBe(0n);
  // It belongs to the day on which it was reserved.
  spending.giveBack(first);
  expect(open().spent('SOL')).toBe(0n);
  now -= 1;
  expect(open().spent('SOL')).toBe(0n);
});

test('the same bet is found for 12 hours, also after midnight, unless it was given back', () => {
  const spending = open();
  now = NOON + 6 * HOUR;
  const { key } = spending.reserve(stake(5n), within(100n));
  for (const other of [
    stake(6n),
    stake(5n, 'market_b'),
    { ...stake(5n), outcome: 'No' as const },
  ]) {
    expect(open().findRepeat(other)).toBeUndefined();
  }
  expect(() => spending.reserve(stake(5n), within(100n))).toThrow('the same bet');
  const again = spending.reserve(stake(5n), within(100n, true));
  spending.markPlaced(again, 'bet_1');
  expect(open().findRepeat(stake(5n))).toMatchObject({ key: again.key, betId: 'bet_1' });
  spending.giveBack(again);
  now = NOON + 18 * HOUR - 1;
  expect(open().findRepeat(stake(5n))).toMatchObject({ key, day: '2026-11-18' });
  now += 1;
  expect(open().findRepeat(stake(5n))).toBeUndefined();
});

test('of two processes that read the same entries only one spends', () => {
  const other = open();
  let reads = 0;
  // Asked for the time after it has read the entries, and before it writes its own.
  const slow = new Spending(folder, () => {
    reads += 1;
    if (reads === 2) other.reserve(stake(60n, 'market_b'), within(180n, true));
    return now;
  });
  expect(() => slow.reserve(stake(60n), within(100n))).toThrow('--max-day');
  expect(reads).toBeGreaterThanOrEqual(2);
  expect(open().spent('SOL')).toBe(60n);
  // Where both fit, both are counted.
  reads = 0;
  slow.reserve(stake(60n), within(180n));
  expect(open().spent('SOL')).toBe(180n);
  expect(readdirSync(join(folder, '2026-11-18'))).toEqual([
    ...['000001.json', '000002.json', '000003.json'],
  ]);
});

test('files and folders are private, and drafts of killed processes do not count', () => {
  open().reserve(stake(5n), within(100n));
  writeFileSync(fileOf('000002.json.0123456789ab'), '{"kind":"res');
  expect(open().spent('SOL')).toBe(5n);
  const modes = [fileOf('000001.json'), folder, join(folder, '..')].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o700, 0o700]);
});

test.each(['', '{"kind":"reserved"}', '{"kind":"reserved","key":"a","amount":"x"}'])(
  'nothing is spent while an entry is damaged: %s',
  (text) => {
    open().reserve(stake(5n), within(100n));
    writeFileSync(fileOf('000002.json'), text);
    expect(() => open().reserve(stake(6n), within(100n))).toThrow('000002.json is damaged');
    rmSync(fileOf('000002.json'));
    open().reserve(stake(6n), within(100n));
    expect(open().spent('SOL')).toBe(11n);
  },
);
