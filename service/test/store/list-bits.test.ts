import { expect, test } from 'vitest';
import { bitsOf, bitsOfMarket } from '../../src/store/projection/list-bits.ts';

const MARKET = {
  ...{ question: 'Will Bitcoin?', creator: 'ana', token_address: 'oak', currency: 0n },
  decided_by: 'fact',
};
const ALL = { words: ['will', 'bitcoin'], creator: 'ana', token: 'oak', currency: 0n };

test('the bits are the same for ever, because they are stored', () => {
  expect(bitsOf({ words: ['will'] })).toBe(1073872896n);
  expect(bitsOfMarket(MARKET)).toBe(1375501233152n);
  expect(bitsOf({})).toBe(0n);
});

test('a market has the bits of everything that it can be found by', () => {
  const has = (bits: bigint) => (bitsOfMarket(MARKET) & bits) === bits;
  expect(bitsOf({ ...ALL, decidedBy: 'fact' })).toBe(bitsOfMarket(MARKET));
  expect(has(bitsOf({ words: ['bitcoin'], creator: 'ana' }))).toBe(true);
  expect(has(bitsOf({ token: 'oak', decidedBy: 'fact' }))).toBe(true);
  expect(has(bitsOf({ creator: 'oak', token: 'ana' }))).toBe(false);
  expect(bitsOf({ creator: undefined, token: null })).toBe(0n);
});

test('they are a number that both databases can store', () => {
  const words = Array.from({ length: 1_000 }, (_, index) => `word${index}`);
  expect(bitsOf({ words })).toBe(2n ** 63n - 1n);
});
