import { describe, expect, test } from 'vitest';
import { readSignedUpdates } from '../../../src/oracles/pyth/signed-update.ts';
import {
  encodeMessage,
  GUARDIAN_SET,
  makeUpdate,
  priceAt,
  QUORUM,
  verifyUpdate,
} from '../support/pyth-updates.ts';

const SECOND = 1_790_000_000;
const OTHER = 'ab'.repeat(32);

describe('an update', () => {
  test('has every field of its prices, and what verifies them', () => {
    const prices = [
      priceAt(SECOND, { price: -(2n ** 63n), confidence: 2n ** 64n - 1n, exponent: -12 }),
      priceAt(SECOND, { feedId: OTHER, price: 2n ** 63n - 1n, emaPrice: -1n }),
    ];
    const updates = readSignedUpdates(makeUpdate(prices));
    expect(updates.map(({ price }) => price)).toEqual(prices);
    for (const { vaa, message, proof } of updates) {
      expect(vaa).toMatchObject({ guardianSet: GUARDIAN_SET, signatures: QUORUM });
      expect(verifyUpdate(vaa.bytes, { message, proof })).toBe(QUORUM);
    }
  });

  test('of another price has no proof', () => {
    const [update] = readSignedUpdates(makeUpdate([priceAt(SECOND)]));
    const { vaa, proof } = update as NonNullable<typeof update>;
    const message = encodeMessage(priceAt(SECOND, { price: 1n }));
    expect(() => verifyUpdate(vaa.bytes, { message, proof })).toThrow('InvalidPriceUpdate');
  });

  test('may have messages that are no prices, which are left out', () => {
    const twap = Buffer.concat([Buffer.from([1]), Buffer.alloc(80, 9)]);
    const updates = readSignedUpdates(makeUpdate([priceAt(SECOND)], { others: [twap] }));
    expect(updates.map(({ price }) => price)).toEqual([priceAt(SECOND)]);
  });

  test('may have fields that are newer than this code', () => {
    const bytes = makeUpdate([priceAt(SECOND)]);
    // A higher minor version, with three bytes in the field for additions.
    const grown = Buffer.concat([
      ...[bytes.subarray(0, 5), Buffer.from([7, 3, 1, 2, 3]), bytes.subarray(7)],
    ]);
    expect(readSignedUpdates(grown)).toHaveLength(1);
  });
});

describe('refuses', () => {
  const bytes = makeUpdate([priceAt(SECOND)]);
  const change = (at: number, value: number) => {
    const changed = Buffer.from(bytes);
    changed[at] = value;
    return changed;
  };

  test.each([
    ['another magic', change(0, 0x51), /no update/],
    ['another major version', change(4, 2), /version/],
    ['another type of proof', change(7, 1), /another type/],
    ['another version of the VAA', change(10, 2), /version of its VAA/],
    ['a VAA without signatures', change(15, 0), /too short/],
    ['more signatures than there are', change(15, 255), /too short/],
    ['a longer text', Buffer.concat([bytes, Buffer.alloc(1)]), /longer/],
    ['nothing', Buffer.alloc(0), /too early/],
  ])('%s', (_name, changed, reason) => {
    expect(() => readSignedUpdates(changed)).toThrow(reason);
  });

  test('every shorter text', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => readSignedUpdates(bytes.subarray(0, length))).toThrow(RangeError);
    }
  });
});
