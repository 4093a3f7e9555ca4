import { type Address, address, getAddressEncoder } from '@solana/kit';
import { expect, test } from 'vitest';
import { findSupplyKey } from '../../src/oracles/layouts/supply-key.ts';
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

function extended(...extensions: [type: number, value: Uint8Array][]): Buffer {
  const entries = extensions.map(([type, value]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  });
  return Buffer.concat([mintData(), Buffer.alloc(83), Buffer.of(1), ...entries]);
}

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
