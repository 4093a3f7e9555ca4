// Writes a zstd frame of raw blocks: valid for every decoder, without compressing.
const MAGIC = 0xfd2fb528;
/** Single segment, with a content size of four bytes. */
const DESCRIPTOR = 0xa0;
const BLOCK_BYTES_MAX = 128 * 1024;

export function toZstdFrame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt32LE(MAGIC);
  head.writeUInt8(DESCRIPTOR, 4);
  head.writeUInt32LE(bytes.length, 5);
  const pieces: Uint8Array[] = [head];
  let at = 0;
  do {
    const block = bytes.subarray(at, at + BLOCK_BYTES_MAX);
    at += block.length;
    const blockHead = Buffer.alloc(3);
    // The lowest bit marks the last block. The two bits above are the type: 0, raw.
    blockHead.writeUIntLE((block.length << 3) | (at >= bytes.length ? 1 : 0), 0, 3);
    pieces.push(blockHead, block);
  } while (at < bytes.length);
  return Buffer.concat(pieces);
}
