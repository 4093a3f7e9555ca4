import { expect, test } from 'vitest';
import { Bytes } from '../../src/oracles/layouts/layout.ts';
import {
  findExtension,
  isSwitchedOn,
  listExtensions,
  SWITCHES,
} from '../../src/oracles/layouts/token-extensions.ts';

/** A token account of Token-2022: type and value of each extension. */
function account(...entries: readonly (readonly [type: number, ...value: number[]])[]): Bytes {
  const tail = entries.flatMap(([type, ...value]) => [
    ...[type & 255, type >> 8, value.length, 0],
    ...value,
  ]);
  return new Bytes(Uint8Array.from([...new Array(165).fill(9), 2, ...tail]));
}

const typesOf = (bytes: Bytes) => listExtensions(bytes).map(({ type }) => type);

test('extensions are listed until type 0', () => {
  expect(typesOf(account([7], [8, 1], [300, 1, 2, 3], [0, 0], [11, 1]))).toEqual([7, 8, 300]);
  expect(findExtension(account([7], [8, 1]), 8)).toBe(174);
  expect(findExtension(account([7], [8, 1]), 11)).toBeUndefined();
});

test('an account without extensions, and a classic one, have none', () => {
  expect(typesOf(account())).toEqual([]);
  expect(typesOf(new Bytes(new Uint8Array(165).fill(9)))).toEqual([]);
  expect(typesOf(new Bytes(new Uint8Array(82).fill(9)))).toEqual([]);
});

test('an extension whose value is cut off is listed', () => {
  const whole = account([7], [300, 1, 2, 3]);
  expect(typesOf(new Bytes(whole.slice(0, whole.length - 2)))).toEqual([7, 300]);
  expect(typesOf(new Bytes(whole.slice(0, 173)))).toEqual([7]);
});

test('a switch is on if its first byte is 1', () => {
  for (const type of Object.values(SWITCHES)) {
    expect(isSwitchedOn(account([7], [type, 1]), type)).toBe(true);
    expect(isSwitchedOn(account([7], [type, 0]), type)).toBe(false);
    expect(isSwitchedOn(account([7], [type]), type)).toBe(false);
    expect(isSwitchedOn(account([7], [19 - type, 1]), type)).toBe(false);
  }
});
