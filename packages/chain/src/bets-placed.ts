// Hand-written decoder of the BetsPlaced event: the generated one takes as long as a whole bet.
import type { Address } from '@solana/kit';
import { type BetResult, EVENT_VERSION, findEvents } from '@tote/program-client';
import { addressToBytes } from './address-bytes.ts';
import type { LandedTransaction } from './landed.ts';

const TAG = 9;
const MARKET_OFFSET = 8;
const POOLS_OFFSET = 48;
const POOLS_BYTES = 16;

/**
 * The result of each bet of the last `place_bets` in a successful transaction. If it was the last
 * instruction, its event is the return data. Otherwise the event is in the logs.
 */
export function findBetResults(
  { returned, logs }: LandedTransaction,
  programAddress: Address,
  market: Address,
): readonly BetResult[] | undefined {
  if (returned?.programAddress === programAddress) {
    const results = readBetsPlaced(returned.data, market);
    if (results) return results;
  }
  const events = findEvents(logs, programAddress);
  const event = events.findLast((one) => one.name === 'BetsPlaced' && one.market === market);
  return event?.name === 'BetsPlaced' ? event.bets : undefined;
}

/** Undefined if the bytes are not a BetsPlaced event of this market. */
export function readBetsPlaced(data: Uint8Array, market: Address): BetResult[] | undefined {
  const count = data[2] ?? 0;
  const verdictsOffset = POOLS_OFFSET + count * POOLS_BYTES;
  if (data[0] !== TAG || data[1] !== EVENT_VERSION || data.length !== verdictsOffset + count) {
    return undefined;
  }
  const named = data.subarray(MARKET_OFFSET, MARKET_OFFSET + 32);
  if (Buffer.compare(named, addressToBytes(market)) !== 0) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: count }, (_, index) => {
    const at = POOLS_OFFSET + index * POOLS_BYTES;
    return {
      poolYes: view.getBigUint64(at, true),
      poolNo: view.getBigUint64(at + 8, true),
      verdict: data[verdictsOffset + index] as number,
    };
  });
}
