import type { Address } from '@solana/kit';
import { type Clause, type Decider, MarketSource } from '@tote/program-client';
import { u64Bytes } from './address-bytes.ts';
import { addresses } from './genesis.ts';

/** A state that counts up: met as soon as the number at offset 8 is at least this. */
export function stateFact(
  account: Address,
  { atLeast = 1n, factOwner = addresses.factProgram, requirements = [] as Clause[] } = {},
): Decider {
  const decision: Clause = { offset: 8, type: 'u64', comparator: 'gte', value: atLeast };
  const clauses = [...requirements, decision];
  return { source: MarketSource.StateFact, account, factOwner, clauses };
}

/** Owns the accounts that `latchedFact` observes: the program knows that they stay true. */
export const PUMP_PROGRAM = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' as Address;
const CURVE_DISCRIMINATOR = 0x60acd86037f8b717n;

/** A bonding curve that is complete: met for ever once it is. */
export function latchedFact(account: Address): Decider {
  const clauses: Clause[] = [
    { offset: 0, type: 'u64', comparator: 'eq', value: CURVE_DISCRIMINATOR },
    { offset: 48, type: 'u8', comparator: 'eq', value: 1n },
  ];
  return { source: MarketSource.StateFact, account, factOwner: PUMP_PROGRAM, clauses };
}

/** The data of an account that `latchedFact` observes. */
export function latchedFactData(isMet: boolean): Uint8Array {
  const data = Buffer.alloc(49);
  data.set(u64Bytes(CURVE_DISCRIMINATOR));
  data[48] = isMet ? 1 : 0;
  return data;
}

/** The data of an account that `stateFact` observes. */
export function stateFactData(count: bigint): Uint8Array {
  return Buffer.concat([u64Bytes(0n), u64Bytes(count)]);
}

/** A price at expiry, in the manner of Pyth: exactly one observation is the first since then. */
export function timedFact({ atLeast = 100n, factOwner = addresses.factProgram } = {}): Decider {
  const clauses: Clause[] = [
    { offset: 16, type: 'i64', comparator: 'lt', secondsAfterExpiry: 0n },
    { offset: 8, type: 'i64', comparator: 'gte', secondsAfterExpiry: 0n },
    { offset: 0, type: 'i64', comparator: 'gte', value: atLeast },
  ];
  return { source: MarketSource.TimedFact, factOwner, clauses };
}

export interface PriceObservation {
  price: bigint;
  publishTime: bigint;
  previousPublishTime: bigint;
}

/** The data of an account that `timedFact` observes. */
export function timedFactData({ price, publishTime, previousPublishTime }: PriceObservation) {
  return Buffer.concat([u64Bytes(price), u64Bytes(publishTime), u64Bytes(previousPublishTime)]);
}
