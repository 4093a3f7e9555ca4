export class MessageWriter {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
  }

  bytes(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  u8(...values: number[]): void {
    for (const value of values) this.#bytes[this.#at++] = value;
  }

  u32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  u64(value: bigint): void {
    this.#view.setBigUint64(this.#at, value, true);
    this.#at += 8;
  }

  /** Short-vec length: seven bits per byte. */
  length(value: number): void {
    if (value > 0x7f) this.u8((value & 0x7f) | 0x80, value >> 7);
    else this.u8(value);
  }

  /** Throws if the computed size was wrong. */
  done(): Uint8Array<ArrayBuffer> {
    if (this.#at !== this.#bytes.length) throw new RangeError('the message has another size');
    return this.#bytes;
  }
}
