import { type Key, toKey } from './key.ts';

const INITIAL_BYTES = 4_096;

/** Grows as needed. It is reused: `reset`, write, then `copy`. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #at = 0;

  reset(): void {
    this.#at = 0;
  }

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#bytes.writeUInt32LE(value, at);
  }

  u64(value: bigint): void {
    const at = this.#reserve(8);
    this.#bytes.writeBigUInt64LE(value, at);
  }

  i64(value: bigint): void {
    const at = this.#reserve(8);
    this.#bytes.writeBigInt64LE(value, at);
  }

  f64(value: number): void {
    const at = this.#reserve(8);
    this.#bytes.writeDoubleLE(value, at);
  }

  key(key: Key): void {
    const at = this.#reserve(key.length);
    this.#bytes.write(key, at, key.length, 'latin1');
  }

  blob(bytes: Uint8Array): void {
    this.u32(bytes.length);
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  text(text: string): void {
    // A UTF-16 code unit takes at most three bytes of UTF-8.
    const at = this.#reserve(4 + text.length * 3);
    const length = this.#bytes.write(text, at + 4);
    this.#bytes.writeUInt32LE(length, at);
    this.#at = at + 4 + length;
  }

  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }

  /** A copy in its own memory: posting to a thread copies the whole underlying buffer. */
  copyUnpooled(): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.#at);
    this.#bytes.copy(copy, 0, 0, this.#at);
    return copy;
  }

  #reserve(length: number): number {
    const at = this.#at;
    this.#at = at + length;
    if (this.#at > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#at, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
    }
    return at;
  }
}

export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(packed: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  skip(length: number): number {
    const at = this.#at;
    this.#at += length;
    return at;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.skip(1));
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.skip(4));
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64LE(this.skip(8));
  }

  i64(): bigint {
    return this.#bytes.readBigInt64LE(this.skip(8));
  }

  f64(): number {
    return this.#bytes.readDoubleLE(this.skip(8));
  }

  key(length: number): Key {
    const start = this.skip(length);
    return toKey(this.#bytes, start, this.#at);
  }

  blob(): Buffer {
    const length = this.u32();
    const start = this.skip(length);
    return this.#bytes.subarray(start, this.#at);
  }

  text(): string {
    return this.blob().toString();
  }

  list<T>(read: (reader: ByteReader) => T): T[] {
    return Array.from({ length: this.u32() }, () => read(this));
  }
}
