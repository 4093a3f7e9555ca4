import { expect, test } from 'vitest';
import { sha256, sha256Hex } from '../../src/lib/sha256.ts';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('hashes text as UTF-8, bytes, and parts one after the other', () => {
  expect(sha256Hex('abc')).toBe(ABC);
  expect(sha256Hex(Uint8Array.of(97, 98, 99))).toBe(ABC);
  expect(sha256Hex('a', Uint8Array.of(98), 'c')).toBe(ABC);
  expect(sha256('abc').toString('hex')).toBe(ABC);
  expect(sha256Hex('é')).toBe(sha256Hex(Uint8Array.of(0xc3, 0xa9)));
});
