import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { decodeBase58, encodeBase58 } from '@tote/chain/lib/base58';
import { expect, test } from 'vitest';
import { decodeBase64 } from '../../src/rpc/encodings.ts';

test('base58 agrees with the client library for bytes of every length', () => {
  const reference = getBase58Decoder();
  for (let length = 0; length < 140; length += 1) {
    for (const bytes of [
      randomBytes(length),
      Buffer.alloc(length),
      Buffer.alloc(length, 255),
      Buffer.concat([Buffer.alloc(Math.min(length, 2)), randomBytes(length)]),
    ]) {
      const text = encodeBase58(bytes);
      expect(text).toBe(reference.decode(bytes));
      expect(decodeBase58(text, bytes.length)).toEqual(new Uint8Array(bytes));
      if (bytes.length > 0) expect(decodeBase58(text, bytes.length - 1)).toBeUndefined();
    }
  }
  expect(decodeBase58('0', 1)).toBeUndefined();
});

test('base64 is accepted in its canonical form only', () => {
  expect(decodeBase64('AQID')).toEqual(Buffer.from([1, 2, 3]));
  expect(decodeBase64('')).toEqual(Buffer.alloc(0));
  for (const text of ['AQI', 'AQ=D', 'A QI', 'AQ\nI', '-_-_', '====', 'AQI!', 'é===']) {
    expect([text, decodeBase64(text)]).toEqual([text, undefined]);
  }
});
