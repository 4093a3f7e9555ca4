import { findBudgetInstruction, readUnitLimit, SET_PRICE_TAG, statesFee } from './compute-units.ts';
import { readWire } from './wire.ts';

const MICRO = 1_000_000n;

/** The most that the service pays per day; TOTE_PRIORITY_BUDGET_PER_DAY changes it. */
export const PRIORITY_LAMPORTS_PER_DAY = 100_000_000n;

export function priorityLamports(microLamports: bigint, units: number): bigint {
  return (microLamports * BigInt(units) + MICRO - 1n) / MICRO;
}

export function priceWithin(lamports: bigint, units: number): bigint {
  return units === 0 ? 0n : (lamports * MICRO) / BigInt(units);
}

export function readPriorityFee(transaction: Uint8Array): bigint {
  const wire = readWire(transaction);
  if (wire.budget) return statesFee(wire) ? readU64(transaction, wire.budget.offset) : 0n;
  const found = findBudgetInstruction(wire, SET_PRICE_TAG);
  return found ? priorityLamports(readU64(found.data, 1), readUnitLimit(transaction)) : 0n;
}

function readU64({ buffer, byteOffset }: Uint8Array, at: number): bigint {
  return new DataView(buffer, byteOffset).getBigUint64(at, true);
}
