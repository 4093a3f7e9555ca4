// The records of a group as they are in the ledger's file. They repeat the same addresses and log
// lines, so that compressed they need a half to a third of the space.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const COMPRESSED = Buffer.from([0]);
/** The fastest level: the others save a twentieth more. */
const LEVEL = 1;
/** Larger groups have programs that the sandbox loads, and are soon forgotten. */
const BYTES_MAX = 65_536;

export function storeRecords(packed: Uint8Array): Uint8Array {
  if (packed.length > BYTES_MAX) return packed;
  const compressed = Buffer.concat([COMPRESSED, deflateRawSync(packed, { level: LEVEL })]);
  return compressed.length < packed.length ? compressed : packed;
}

export function readStoredRecords(stored: Uint8Array): Uint8Array {
  return stored[0] === COMPRESSED[0] ? inflateRawSync(stored.subarray(1)) : stored;
}
