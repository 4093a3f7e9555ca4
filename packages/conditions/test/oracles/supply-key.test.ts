import { type Address, address, getAddressEncoder } from '@solana/kit';
import { expect, test } from 'vitest';
import { Bytes } from '../../src/oracles/layouts/layout.ts';
import { findSupplyKey } from '../../src/oracles/layouts/supply-key.ts';
import {
  findExtension,
  isSwitchedOn,
  listExtensions,
  SWITCHES,
} from '../../src/oracles/layouts/token-extensions.ts';
import { PUMP_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/oracles/programs.ts';

const MINT = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const KEY = address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');
const KEY_BYTES = getAddressEncoder().encode(KEY) as Uint8Array;

function mintData(authority?: Uint8Array): Buffer {
  const data = Buffer.alloc(82);
  if (authority) {
    data.writeUInt32LE(1, 0);
    data.set(authority, 4);
  }
  data.writeUInt8(6, 44);
  data.writeUInt8(1, 45);
  return data;
}

/** Type, length and value of each extension. */
const entriesOf = (extensions: readonly (readonly [type: number, value: Iterable<number>])[]) =>
  extensions.flatMap(([type, value]) => [type & 255, type >> 8, [...value].length, 0, ...value]);

const extended = (...extensions: [type: number, value: Uint8Array][]): Buffer =>
  Buffer.concat([mintData(), Buffer.alloc(83), Buffer.of(1, ...entriesOf(extensions))]);

const find = (data: Uint8Array, owner: Address = TOKEN_PROGRAM) => {
  const reading = findSupplyKey({ address: MINT, owner, data });
  return reading.ok ? reading.value : reading.code;
};

const PERMANENT_DELEGATE = 12;
const MINT_CLOSE = 3;
const POINTER: [number, Uint8Array] = [18, new Uint8Array(64)];

test('a mint authority can, in either program', () => {
  const expected = { address: KEY, power: 'mint as many as it likes' };
  expect(find(mintData(KEY_BYTES))).toEqual(expected);
  expect(find(mintData(KEY_BYTES), TOKEN_2022_PROGRAM)).toEqual(expected);
});

test('without a mint authority there is no such key', () => {
  expect(find(mintData())).toBeNull();
  expect(find(mintData(), TOKEN_2022_PROGRAM)).toBeNull();
  expect(find(extended(POINTER), TOKEN_2022_PROGRAM)).toBeNull();
});

test('extensions of Token-2022 can give a key this power', () => {
  const found = (...extensions: [number, Uint8Array][]) =>
    find(extended(...extensions), TOKEN_2022_PROGRAM);
  const burner = { address: KEY, power: 'burn the tokens of everyone' };
  expect(found([PERMANENT_DELEGATE, KEY_BYTES])).toEqual(burner);
  expect(found(POINTER, [PERMANENT_DELEGATE, KEY_BYTES])).toEqual(burner);
  expect(found([MINT_CLOSE, KEY_BYTES])).toEqual({ address: KEY, power: 'close the mint' });
  // Zeros mean no key, and a truncated entry is ignored.
  expect(found([PERMANENT_DELEGATE, new Uint8Array(32)])).toBeNull();
  expect(found([PERMANENT_DELEGATE, KEY_BYTES.slice(0, 31)])).toBeNull();
});

test('an account that is not a mint is refused', () => {
  expect(find(mintData(), PUMP_PROGRAM)).toBe('wrong_owner');
  expect(find(mintData().subarray(0, 81))).toBe('wrong_length');
  expect(find(Buffer.alloc(82))).toBe('wrong_type');
});

/** A token account of Token-2022. */
function account(...extensions: readonly (readonly [type: number, ...value: number[]])[]): Bytes {
  const entries = entriesOf(extensions.map(([type, ...value]) => [type, value]));
  return new Bytes(Uint8Array.from([...new Array(165).fill(9), 2, ...entries]));
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
