// Inside the chain an address or a signature is a binary string: cheap to make from bytes and to
// use as a map key. Base58 is used only in requests and responses.
export type Key = string & { readonly __brand: 'Key' };

// Called on any bytes: wrapping them in a Buffer first costs more than reading them.
const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

export const toKey = (bytes: Uint8Array, start = 0, end = bytes.length): Key =>
  latin1Slice.call(bytes, start, end) as Key;

export const keyBytes = (key: Key): Buffer => Buffer.from(key, 'latin1');
