import { expect, test } from 'vitest';
import { decodeBase64 } from '../../src/rpc/encodings.ts';

test('base64 is accepted in its canonical form only', () => {
  expect(decodeBase64('AQID')).toEqual(Buffer.from([1, 2, 3]));
  expect(decodeBase64('')).toEqual(Buffer.alloc(0));
  for (const text of ['AQI', 'AQ=D', 'A QI', 'AQ\nI', '-_-_', '====', 'AQI!', 'é===']) {
    expect([text, decodeBase64(text)]).toEqual([text, undefined]);
  }
});
