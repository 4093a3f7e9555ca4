import type { Address } from '@solana/kit';
import { encodeBase58 } from '@tote/chain/lib/base58';
import {
  decodeEvent,
  EVENT_VERSION,
  getBetsPlacedEventDecoder,
  isBetsPlaced,
  readBetsPlaced,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBetsPlaced } from '../src/bets-placed.ts';
import { createWorld } from './world.ts';

/** tag, version, count, accepted, zeros, market, sequence, pools, verdicts */
function encode(count: number, market: Uint8Array, rest: Uint8Array): Uint8Array {
  const size = 48 + count * 17;
  const data = new Uint8Array(size);
  data.set([9, EVENT_VERSION, count, count]);
  data.set(market, 8);
  data.set(rest.subarray(0, size - 40), 40);
  return data;
}

const parts = {
  count: fc.integer({ min: 0, max: 56 }),
  market: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  rest: fc.uint8Array({ minLength: 960, maxLength: 960 }),
};

test('decodes like the generated decoder', () => {
  fc.assert(
    fc.property(fc.record(parts), ({ count, market, rest }) => {
      const data = encode(count, market, rest);
      const { accepted, sequence, tail, ...head } = getBetsPlacedEventDecoder().decode(data);
      const words = new DataView(tail.buffer as ArrayBuffer, tail.byteOffset);
      const bets = Array.from({ length: count }, (_, index) => ({
        poolYes: words.getBigUint64(16 * index, true),
        poolNo: words.getBigUint64(16 * index + 8, true),
        verdict: tail[16 * count + index],
      }));
      expect(readBetsPlaced(data)).toMatchObject({ accepted, sequence, bets });
      expect(decodeEvent(data)).toEqual({
        name: 'BetsPlaced',
        ...{ accepted, sequence, bets },
        market: head.market,
      });
      expect(isBetsPlaced(data)).toBe(true);
      for (const wrong of [data.subarray(1), data.subarray(0, -1)]) {
        expect(isBetsPlaced(wrong)).toBe(false);
        expect(() => readBetsPlaced(wrong)).toThrow(RangeError);
      }
    }),
    { numRuns: 50 },
  );
});

test('takes the return data only for its own market', () => {
  fc.assert(
    fc.property(fc.record(parts), ({ count, market, rest }) => {
      const programAddress = TOTE_PROGRAM_ADDRESS;
      const returned = { programAddress, data: encode(count, market, rest) };
      const landed = { ...LANDED, returned };
      const find = (of: Uint8Array) =>
        findBetsPlaced(landed, programAddress, [encodeBase58(of) as Address])[0]?.bets;
      expect(find(market)).toHaveLength(count);
      expect(find(rest.subarray(0, 32))).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

const LANDED = { signature: '', slot: 1n, blockTime: 1n, error: null, instructions: [], logs: [] };

test('finds the event in the logs if the return data is of another instruction', async () => {
  const world = await createWorld();
  const programAddress = world.chain.programAddress;
  const market = await world.createMarket();
  const data = encode(1, Buffer.from(new Uint8Array(32)), new Uint8Array(960));
  const logs = [
    `Program ${programAddress} invoke [1]`,
    `Program data: ${Buffer.from(data).toString('base64')}`,
    `Program ${programAddress} success`,
  ];
  const landed = { ...LANDED, logs, returned: { programAddress: market, data } };
  const system = '11111111111111111111111111111111' as Address;
  const [found, none] = findBetsPlaced(landed, programAddress, [system, market]);
  expect(found?.bets).toEqual([{ poolYes: 0n, poolNo: 0n, verdict: 0 }]);
  expect(none).toBeUndefined();
});

test('finds the event of every market of a transaction', () => {
  const programAddress = TOTE_PROGRAM_ADDRESS;
  const bytesOf = (fill: number) => new Uint8Array(32).fill(fill);
  const addressOf = (fill: number) => encodeBase58(bytesOf(fill)) as Address;
  const data = [1, 2, 3].map((fill) => encode(fill, bytesOf(fill), new Uint8Array(960)));
  const logs = data.flatMap((bytes) => [
    `Program ${programAddress} invoke [1]`,
    `Program data: ${Buffer.from(bytes).toString('base64')}`,
    `Program ${programAddress} success`,
  ]);
  const landed = { ...LANDED, logs, returned: { programAddress, data: data[2] as Uint8Array } };
  const found = findBetsPlaced(landed, programAddress, [3, 1, 4, 2].map(addressOf));
  expect(found.map((event) => event?.bets.length)).toEqual([3, 1, undefined, 2]);
  expect(found.map((event) => event?.market)).toEqual([
    ...[addressOf(3), addressOf(1), undefined, addressOf(2)],
  ]);
});
