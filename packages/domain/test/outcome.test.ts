import { expect, test } from 'vitest';
import {
  OUTCOMES,
  otherOutcome,
  outcomeFromCode,
  outcomeToCode,
  parseOutcome,
} from '../src/index.ts';
import { refusalOf } from './support/refusals.ts';

test('an outcome is parsed by exact match: look-alikes are refused', () => {
  expect(parseOutcome('Yes')).toBe('Yes');
  expect(parseOutcome('No')).toBe('No');
  const cyrillic = 'Y\u0435s';
  const fullwidth = '\uff39\uff45\uff53';
  for (const text of ['yes', 'YES', 'Yes ', '', '1', cyrillic, fullwidth, 'No\u0000']) {
    expect(refusalOf(() => parseOutcome(text))).toBe('outcome_invalid');
  }
});

test('the program stores Yes as 1, No as 2 and none as 0', () => {
  expect([null, 'Yes', 'No'].map((outcome) => outcomeToCode(outcome as 'Yes'))).toEqual([0, 1, 2]);
  expect([0, 1, 2].map(outcomeFromCode)).toEqual([null, 'Yes', 'No']);
  for (const code of [3, -1, 0.5, Number.NaN]) {
    expect(() => outcomeFromCode(code)).toThrow(RangeError);
  }
});

test('each outcome has one other', () => {
  expect(OUTCOMES.map(otherOutcome)).toEqual(['No', 'Yes']);
});
