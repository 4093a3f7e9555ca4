// Inside the chain an address or a signature is a binary string: as cheap to make from bytes as it
// is to look up in a map. Base58 is for the edges.
export type Key = string & { readonly __brand: 'Key' };

// Called on any bytes: putting a Buffer around them first costs more than reading them.
const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

export const toKey = (bytes: Uint8Array, start = 0, end = bytes.length): Key =>
  latin1Slice.call(bytes, start, end) as Key;

export const keyBytes = (key: Key): Buffer => Buffer.from(key, 'latin1');
