// What a price per compute unit comes to, and what a transaction states of it.
import { readUnitLimit } from './compute-units.ts';
import { readWire, type Wire, type WireInstruction } from './wire.ts';

const MICRO = 1_000_000n;
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const SET_PRICE_TAG = 3;
/** Bits of the mask of version 1, which states the whole fee instead of a price. */
const VERSION_1_FEE = 0b11;

/** Lamports for a limit of so many compute units, whether or not they are used. Rounded up. */
export function priorityLamports(microLamports: bigint, units: number): bigint {
  return (microLamports * BigInt(units) + MICRO - 1n) / MICRO;
}

/** The highest price with which the priority fee is at most so many lamports. */
export function priceWithin(lamports: bigint, units: number): bigint {
  return units === 0 ? 0n : (lamports * MICRO) / BigInt(units);
}

/** Lamports of priority fee that the transaction pays. */
export function readPriorityFee(transaction: Uint8Array): bigint {
  const wire = readWire(transaction);
  if (wire.budget) return statesFee(wire) ? readU64(transaction, wire.budget.offset) : 0n;
  const found = findSetPrice(wire);
  return found ? priorityLamports(readU64(found.data, 1), readUnitLimit(transaction)) : 0n;
}

/** Whether a version 1 transaction states a fee. */
export const statesFee = ({ budget }: Wire): boolean =>
  budget !== undefined && (budget.mask & VERSION_1_FEE) !== 0;

/** The instruction with the price, which other versions have; its value is behind one byte. */
export function findSetPrice({ keys, instructions }: Wire): WireInstruction | undefined {
  return instructions.find(
    ({ programIndex, data }) => keys[programIndex] === COMPUTE_BUDGET && data[0] === SET_PRICE_TAG,
  );
}

function readU64({ buffer, byteOffset }: Uint8Array, at: number): bigint {
  return new DataView(buffer, byteOffset).getBigUint64(at, true);
}
