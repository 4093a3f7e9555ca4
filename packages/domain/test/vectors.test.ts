import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readVectors, type VectorCase } from '../../../tools/test-setup/vectors.ts';

const folder = new URL('../../../vectors/', import.meta.url);
const ours = [
  'amounts.json',
  'bet-window.json',
  'buyback.json',
  'mul-div.json',
  'odds.json',
  'payouts.json',
  'times.json',
  'utility-mints.json',
];

describe.each(ours)('vectors/%s', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8');

  test('has a description, and a unique name for each case', () => {
    const { about, cases } = JSON.parse(text) as { about: string; cases: { name: string }[] };
    expect(about.length).toBeGreaterThan(40);
    const names = cases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name.length > 0)).toBe(true);
  });

  test('contains no JSON number, which could lose digits', () => {
    const isNumber = (_: string, value: unknown) => {
      if (typeof value === 'number') expect.fail(`${file} holds the number ${value}`);
      return value;
    };
    JSON.parse(text, isNumber);
  });
});

test('the list has all files of the folder', () => {
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(ours));
});

const sources = new Set(
  ours.flatMap((file) => readVectors<VectorCase>(file).map(({ source }) => source)),
);

test('each of the 28 money-math cases of reliability section 4 has a named case', () => {
  const missing = Array.from({ length: 28 }, (_, index) => `reliability 4.${index + 1}`).filter(
    (source) => !sources.has(source),
  );
  // A refund after payouts: program/test/model/ has it, with the program itself.
  expect(missing).toEqual(['reliability 4.27']);
});

test('each row of design section 5 about money or times has a named case', () => {
  const rows = [
    'amounts',
    'bettingClosesAt',
    'data missing, stale or contradictory at expiry',
    'expireAt',
    'fee base, payoutRatio',
    'feesCollected',
    'initial stake',
    'limits',
    'odds',
    'refund',
    'yourWinnings, claimable',
  ];
  expect(rows.filter((row) => !sources.has(`design 5: ${row}`))).toEqual([]);
});
