import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import type { Key } from '@tote/chain/key';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { backoff, retry, withJitter } from '@tote/chain/lib/retry';
import { measureTransaction, TRANSACTION_BYTES_MAX } from '@tote/chain/write-transaction';
import { readBuffer } from '../loader/loader-accounts.ts';
import { writeBuffer } from '../loader/loader-instructions.ts';
import type { DeployRequest } from './deploy-request.ts';

/** Room for a compute-unit limit and price, which the sender may add. */
const RESERVED_BYTES = 60;

interface Chunk {
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

/** Public endpoints refuse more than about forty calls of one kind in ten seconds. */
const AT_ONCE = 16;
/** A write that can no longer land is signed again. */
const WRITE_ATTEMPTS = { attempts: 8, pauseMs: withJitter(backoff(500, 8_000)) };
const ROUNDS = 5;

export async function fillBuffer(
  request: DeployRequest,
  buffer: Key,
  onProgress: (text: string) => void,
): Promise<void> {
  const { chain, code } = request;
  const size = chunkBytes(request, buffer);
  const all = Math.ceil(code.length / size);
  for (let round = 0; round < ROUNDS; round += 1) {
    const written = await readBuffer(chain, buffer.address);
    if (!written) throw new Error(`The buffer ${buffer.address} is gone. Run the command again.`);
    const missing = listMissing(code, written.code, size);
    if (missing.length === 0) return;
    let done = all - missing.length;
    await mapConcurrently(missing, AT_ONCE, async (chunk) => {
      await write(request, buffer, chunk);
      done += 1;
      onProgress(`Written: ${done} of ${all} pieces`);
    });
  }
  throw new Error('The writes do not reach the buffer. Run the command again.');
}

async function write(
  { chain, payer, authority }: DeployRequest,
  { address: buffer }: Key,
  { offset, bytes }: Chunk,
): Promise<void> {
  const instruction = writeBuffer({ buffer, authority: authority.address }, offset, bytes);
  // Writing the same bytes twice is harmless, so these are not remembered on disk.
  await retry(() => chain.send([instruction], [payer, authority]), {
    ...WRITE_ATTEMPTS,
    isRetried: isChainUnavailable,
  });
}
