// Writing and reading packed bytes, the low byte of a number first.
import { type Key, toKey } from './key.ts';

const ROOM = 4_096;

/** Grows as needed, and is used again from `start` to `take`. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(ROOM);
  #at = 0;

  /** Forgets what a writing that failed may have left. */
  start(): void {
    this.#at = 0;
  }

  u8(value: number): void {
    const at = this.#claim(1);
    this.#bytes[at] = value;
  }

  u32(value: number): void {
    const at = this.#claim(4);
    this.#bytes.writeUInt32LE(value, at);
  }

  u64(value: bigint): void {
    const at = this.#claim(8);
    this.#bytes.writeBigUInt64LE(value, at);
  }

  i64(value: bigint): void {
    const at = this.#claim(8);
    this.#bytes.writeBigInt64LE(value, at);
  }

  f64(value: number): void {
    const at = this.#claim(8);
    this.#bytes.writeDoubleLE(value, at);
  }

  /** An address or a signature. The reader knows which. */
  key(key: Key): void {
    const at = this.#claim(key.length);
    this.#bytes.write(key, at, key.length, 'latin1');
  }

  /** Bytes with their length before them. */
  piece(bytes: Uint8Array): void {
    this.u32(bytes.length);
    const at = this.#claim(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** Text with its length in bytes before it. */
  text(text: string): void {
    // A character of UTF-16 is at most three bytes of UTF-8.
    const at = this.#claim(4 + text.length * 3);
    const length = this.#bytes.write(text, at + 4);
    this.#bytes.writeUInt32LE(length, at);
    this.#at = at + 4 + length;
  }

  /** What was written. A small piece shares its memory with others. */
  take(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }

  /** What was written, in memory of its own: what goes to another thread takes its memory along. */
  takeOwn(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#at);
    this.#bytes.copy(taken, 0, 0, this.#at);
    return taken;
  }

  #claim(length: number): number {
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

  piece(): Buffer {
    const length = this.u32();
    const start = this.skip(length);
    return this.#bytes.subarray(start, this.#at);
  }

  text(): string {
    return this.piece().toString();
  }

  /** As many as the number before them says. */
  list<T>(read: (reader: ByteReader) => T): T[] {
    return Array.from({ length: this.u32() }, () => read(this));
  }
}
