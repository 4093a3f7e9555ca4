import { createKey } from '@tote/chain/key';
import { measureTransaction, TRANSACTION_BYTES_MAX } from '@tote/chain/write-transaction';
import { expect, test } from 'vitest';
import { chunkBytes, listMissing } from '../../src/deploy/deploy/buffer-chunks.ts';
import { writeBuffer } from '../../src/deploy/loader/loader-instructions.ts';

test('a piece fits into a transaction, with room for a compute-unit limit and a price', async () => {
  const [payer, authority, buffer] = [await createKey(), await createKey(), await createKey()];
  for (const by of [payer, authority]) {
    const size = chunkBytes({ payer, authority: by }, buffer);
    expect(size).toBeGreaterThan(800);
    const accounts = { buffer: buffer.address, authority: by.address };
    const write = writeBuffer(accounts, 0, new Uint8Array(size));
    expect(measureTransaction([write], payer.address)).toBe(TRANSACTION_BYTES_MAX - 60);
  }
});

test('only what differs is written', () => {
  const code = Uint8Array.from({ length: 25 }, (_, at) => at + 1);
  const offsets = (written: Uint8Array) =>
    listMissing(code, written, 10).map(({ offset, bytes }) => [offset, bytes.length]);
  const all = [
    [0, 10],
    [10, 10],
    [20, 5],
  ];
  expect(offsets(new Uint8Array())).toEqual(all);
  expect(offsets(new Uint8Array(25))).toEqual(all);
  expect(offsets(code)).toEqual([]);
  expect(offsets(code.with(9, 0))).toEqual([[0, 10]]);
  expect(offsets(code.with(10, 0))).toEqual([[10, 10]]);
  expect(offsets(code.with(24, 0))).toEqual([[20, 5]]);
  expect(offsets(code.subarray(0, 24))).toEqual([[20, 5]]);
});
