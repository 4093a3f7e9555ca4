// Inside the chain an address or a signature is a binary string: as cheap to make from bytes as it
// is to look up in a map. Base58 is for the edges.
export type Key = string & { readonly __brand: 'Key' };

export const toKey = (bytes: Uint8Array): Key =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') as Key;

export const keyBytes = (key: Key): Buffer => Buffer.from(key, 'latin1');
