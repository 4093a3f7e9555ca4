// A fact about a Pyth price at expiry, the longest fact that the service creates.
import { type Clause, type Decider, MarketSource } from '@tote/program-client';
import { addresses } from '../../program/test/support/genesis.ts';

const FEED_ID = new Uint8Array(32).fill(0xef);
const DISCRIMINATOR = Buffer.from('22f123639d7ef4cd', 'hex').readBigUInt64LE();
const FULL = 1;
const EXPONENT = -8;
const PRICE = 25_000_000_000n;
const CONFIDENCE_MAX = 125_000_000n;

const CLAUSES: Clause[] = [
  { offset: 0, type: 'u64', comparator: 'eq', value: DISCRIMINATOR },
  { offset: 40, type: 'u8', comparator: 'eq', value: BigInt(FULL) },
  { offset: 41, type: 'bytes32', comparator: 'eq', value: FEED_ID },
  { offset: 73, type: 'i64', comparator: 'gt', value: 0n },
  { offset: 81, type: 'u64', comparator: 'lte', value: CONFIDENCE_MAX },
  { offset: 89, type: 'i32', comparator: 'eq', value: BigInt(EXPONENT) },
  { offset: 93, type: 'i64', comparator: 'gte', secondsAfterExpiry: 0n },
  { offset: 93, type: 'i64', comparator: 'lte', secondsAfterExpiry: 60n },
  { offset: 101, type: 'i64', comparator: 'lt', secondsAfterExpiry: 0n },
  { offset: 73, type: 'i64', comparator: 'gte', value: PRICE },
];

export const pythFact: Decider = {
  source: MarketSource.TimedFact,
  factOwner: addresses.factProgram,
  clauses: CLAUSES,
};

/** The 134 bytes of a PriceUpdateV2 with the first price since that time. */
export function pythUpdate(publishTime: bigint): Uint8Array {
  const data = Buffer.alloc(134);
  data.writeBigUInt64LE(DISCRIMINATOR, 0);
  data.writeUInt8(FULL, 40);
  data.set(FEED_ID, 41);
  data.writeBigInt64LE(PRICE, 73);
  data.writeBigUInt64LE(CONFIDENCE_MAX, 81);
  data.writeInt32LE(EXPONENT, 89);
  data.writeBigInt64LE(publishTime, 93);
  data.writeBigInt64LE(publishTime - 1n, 101);
  return data;
}
