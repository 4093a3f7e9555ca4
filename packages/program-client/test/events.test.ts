import { expect, test } from 'vitest';
import {
  decodeEvent,
  EVENT_NAMES,
  findEvents,
  findReturnedEvent,
  TOTE_PROGRAM_ADDRESS,
} from '../src/index.ts';
import { addressOf as at, bytes, hexOf, README } from './support.ts';

// program/test/model compares the fields of every event with what the program did.

const [ONE, TWO] = ['0100000000000000', '0200000000000000'];
const CLOSED = { bettor: at(1), forfeitedSol: 1n, forfeitedUtility: 2n };

test.each([
  ['a fixed length', bytes('0403 000000000000', hexOf(1), ONE, TWO)],
  ['two bets', bytes('0903 02 01 00000000', hexOf(1), ONE, ONE, TWO, ONE, TWO, '00 22')],
  ['two positions', bytes('0d03 02 01 00000000', hexOf(1), ONE, TWO, ONE, ONE, TWO, '00 3d')],
])('an event of %s is refused if truncated, too long or of another version', (_, data) => {
  expect(decodeEvent(data)).toHaveProperty('name');
  expect(() => decodeEvent(data.slice(0, -1))).toThrow();
  expect(() => decodeEvent(Uint8Array.from([...data, 0]))).toThrow();
  expect(() => decodeEvent(data.with(1, 1))).toThrow('version 1');
  expect(() => decodeEvent(data.with(1, 2))).toThrow('version 2');
});

test('an unknown tag is refused', () => {
  expect(() => decodeEvent(bytes('1403 000000000000'))).toThrow('no event has the tag 20');
  expect(() => decodeEvent(new Uint8Array())).toThrow();
});

test('the events are those of the README, in its order', () => {
  const section = README.slice(README.indexOf('## Events'), README.indexOf('## Errors'));
  const rows = [...section.matchAll(/^\| (\d+) \| `(\w+)` /gm)].map((row) => [row[1], row[2]]);
  const ours = EVENT_NAMES.map((name, tag) => [String(tag), name]);
  expect(ours).toEqual(rows);
});

const closed = Buffer.from(bytes('0403 000000000000', hexOf(1), ONE, TWO)).toString('base64');
const grown = Buffer.from(bytes('0303 0500 00000000', hexOf(2))).toString('base64');
const TOTE = TOTE_PROGRAM_ADDRESS;

test('events are found in logs only while the program is running', () => {
  const logs = [
    'Program ComputeBudget111111111111111111111111111111 invoke [1]',
    'Program ComputeBudget111111111111111111111111111111 success',
    `Program data: ${closed}`,
    'Program Other11 invoke [1]',
    `Program data: ${closed}`,
    `Program log: Program data: ${closed}`,
    `Program log: Program ${TOTE} invoke [2]`,
    `Program data: ${closed}`,
    `Program ${TOTE} invoke [2]`,
    'Program Token11 invoke [3]',
    `Program data: ${closed}`,
    'Program Token11 success',
    `Program data: ${grown}`,
    `Program ${TOTE} consumed 900 of 200000 compute units`,
    `Program return: ${TOTE} ${grown}`,
    `Program ${TOTE} success`,
    `Program data: ${closed}`,
    'Program Other11 success',
    `Program ${TOTE} invoke [1]`,
    `Program data: ${closed}`,
    `Program ${TOTE} success`,
  ];
  expect(findEvents(logs)).toEqual([
    { name: 'BettorGrown', slotCount: 5, bettor: at(2) },
    { name: 'BettorClosed', ...CLOSED },
  ]);
  expect(findEvents(logs, at(60))).toEqual([]);
});

test('the last event is found in the return data, if it is ours', () => {
  const data = bytes('0403 000000000000', hexOf(1), ONE, TWO);
  expect(findReturnedEvent({ programAddress: TOTE, data })).toEqual({
    name: 'BettorClosed',
    ...CLOSED,
  });
  expect(findReturnedEvent({ programAddress: at(60), data })).toBeUndefined();
  expect(findReturnedEvent({ programAddress: TOTE, data: new Uint8Array() })).toBeUndefined();
  expect(findReturnedEvent(undefined)).toBeUndefined();
});
