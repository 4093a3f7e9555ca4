import { expect, test } from 'vitest';
import { readVectors, type VectorCase } from '../../../tools/test-setup/vectors.ts';
import {
  addStake,
  amount,
  EMPTY_POOLS,
  type Outcome,
  otherPoolOf,
  poolOf,
  totalVolume,
} from '../src/index.ts';
import { refusalOf } from './support/refusals.ts';

interface AddStakeCase extends VectorCase {
  kind: string;
  pools: { yes: string; no: string };
  outcome: Outcome;
  stake: string;
  expected?: { yes: string; no: string };
  error?: string;
}

const cases = readVectors<AddStakeCase>('amounts.json').filter(({ kind }) => kind === 'addStake');
const poolsOf = ({ yes, no }: { yes: string; no: string }) => ({
  yes: amount(BigInt(yes)),
  no: amount(BigInt(no)),
});

test.each(cases)('vectors/amounts.json: $name', ({ pools, outcome, stake, expected, error }) => {
  const before = poolsOf(pools);
  const action = () => addStake(before, outcome, amount(BigInt(stake)));
  if (expected === undefined) expect(refusalOf(action)).toBe(error);
  else expect(action()).toEqual(poolsOf(expected));
  expect(before).toEqual(poolsOf(pools));
});

test('each outcome has its pool and the total is their sum', () => {
  const pools = { yes: amount(150n), no: amount(60n) };
  expect([poolOf(pools, 'Yes'), poolOf(pools, 'No')]).toEqual([150n, 60n]);
  expect([otherPoolOf(pools, 'Yes'), otherPoolOf(pools, 'No')]).toEqual([60n, 150n]);
  expect(totalVolume(pools)).toBe(210n);
  expect(totalVolume(EMPTY_POOLS)).toBe(0n);
});
