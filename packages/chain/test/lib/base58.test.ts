import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { addressToBytes, bytesToAddress } from '@tote/chain/address-bytes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase58Exactly, encodeBase58 } from '../../src/lib/base58.ts';

test('base58 agrees with kit, both ways', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const text = encodeBase58(bytes);
      expect(text).toBe(getBase58Decoder().decode(bytes));
      expect(decodeBase58Exactly(text, bytes.length)).toEqual(bytes);
      expect(decodeBase58Exactly(text, bytes.length + 1)).toBeUndefined();
      expect(Buffer.from(getBase58Encoder().encode(text))).toEqual(Buffer.from(bytes));
    }),
  );
});

test.each(['0', 'O', 'I', 'l', 'é', ' ', '1'.repeat(200)])(
  '%s is not base58 of 32 bytes',
  (text) => {
    expect(decodeBase58Exactly(text, 32)).toBeUndefined();
    expect(() => addressToBytes(text)).toThrow(RangeError);
  },
);

test('addresses are decoded to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(addressToBytes(bytesToAddress(bytes))).toEqual(bytes);
    }),
  );
  expect(() => bytesToAddress(new Uint8Array(31))).toThrow(RangeError);
});
