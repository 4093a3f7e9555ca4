// Reads bytes of the chain one value after the other, little-endian.
import { type Address, getAddressDecoder } from '@solana/kit';

/** Throws a RangeError past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  bytes(length: number): Uint8Array {
    const start = this.#skip(length);
    return this.#bytes.slice(start, start + length);
  }

  u8(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#skip(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#skip(8), true);
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#skip(8), true);
  }

  address(): Address {
    return getAddressDecoder().decode(this.bytes(32));
  }

  #skip(length: number): number {
    if (length > this.left) throw new RangeError('the bytes end too early');
    const start = this.#at;
    this.#at += length;
    return start;
  }
}
