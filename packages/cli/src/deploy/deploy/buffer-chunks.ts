import type { Key } from '@tote/chain/key';
import { measureTransaction, TRANSACTION_BYTES_MAX } from '@tote/chain/write-transaction';
import { writeBuffer } from '../loader/loader-instructions.ts';

/** Room for a compute-unit limit and price, which the sender may add. */
const RESERVED_BYTES = 60;

export interface Chunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export function chunkBytes({ payer, authority }: { payer: Key; authority: Key }, buffer: Key) {
  const accounts = { buffer: buffer.address, authority: authority.address };
  // Long enough for its length to take two bytes.
  const sample = new Uint8Array(200);
  const bytes = measureTransaction([writeBuffer(accounts, 0, sample)], payer.address);
  return TRANSACTION_BYTES_MAX - RESERVED_BYTES - (bytes - sample.length);
}

export function listMissing(code: Uint8Array, written: Uint8Array, size: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let offset = 0; offset < code.length; offset += size) {
    const bytes = code.subarray(offset, offset + size);
    const there = written.subarray(offset, offset + bytes.length);
    if (Buffer.compare(bytes, there) !== 0) chunks.push({ offset, bytes });
  }
  return chunks;
}
