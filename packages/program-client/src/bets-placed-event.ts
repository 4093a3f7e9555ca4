// Decodes the event of `place_bets` by offsets: every bet waits for it, and the generated decoder
// takes as long as the rest of a bet.
import type { ReadonlyUint8Array } from '@solana/kit';

/** Byte 1 of every event. */
export const EVENT_VERSION = 3;

const TAG = 9;
const COUNT_OFFSET = 2;
const ACCEPTED_OFFSET = 3;
const MARKET_OFFSET = 8;
const SEQUENCE_OFFSET = 40;
const POOLS_OFFSET = 48;
const POOLS_BYTES = 16;

export interface BetResult {
  poolYes: bigint;
  poolNo: bigint;
  verdict: number;
}

interface BetsPlaced {
  readonly accepted: number;
  /** The market's address. Base58 would cost more than everything else here. */
  readonly marketBytes: Uint8Array;
  readonly sequence: bigint;
  readonly bets: BetResult[];
}

/** Whether tag, version and length are those of such an event. */
export function isBetsPlaced(bytes: ReadonlyUint8Array): boolean {
  const count = bytes[COUNT_OFFSET] ?? 0;
  const length = POOLS_OFFSET + count * (POOLS_BYTES + 1);
  return bytes[0] === TAG && bytes[1] === EVENT_VERSION && bytes.length === length;
}

/** Throws a RangeError for any other bytes. */
export function readBetsPlaced(bytes: ReadonlyUint8Array): BetsPlaced {
  if (!isBetsPlaced(bytes)) {
    throw new RangeError(`${bytes.length} bytes with tag ${bytes[0]} are not a BetsPlaced event`);
  }
  const view = new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint8(COUNT_OFFSET);
  const verdictsOffset = POOLS_OFFSET + count * POOLS_BYTES;
  const bets = Array.from({ length: count }, (_, index) => {
    const at = POOLS_OFFSET + index * POOLS_BYTES;
    return {
      poolYes: view.getBigUint64(at, true),
      poolNo: view.getBigUint64(at + 8, true),
      verdict: view.getUint8(verdictsOffset + index),
    };
  });
  return {
    accepted: view.getUint8(ACCEPTED_OFFSET),
    marketBytes: (bytes as Uint8Array).subarray(MARKET_OFFSET, SEQUENCE_OFFSET),
    sequence: view.getBigUint64(SEQUENCE_OFFSET, true),
    bets,
  };
}
