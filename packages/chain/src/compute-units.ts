// Compute-unit limits from the figures in docs/compute-units.md, with a margin: a limit that is too
// high costs a little, one that is too low fails all bets of the transaction.

import type { Address } from '@solana/kit';
import { readWire, type Wire, type WireInstruction } from './wire.ts';

const INSTRUCTION_UNITS = 3_000;
const BET_UNITS = 1_000;
/** With a wrong hint the program searches the slots. */
const SLOT_UNITS = 20;
const UNITS_MAX = 1_400_000;
/** We give no hint, so the position may be in the last slot. Doubled as a margin. */
const SETTLED_SLOT_UNITS = 6;
const VERSION_1_UNITS = 0b100;
const FEE_BYTES = 8;

/** The most slots of an account. Anyone may have grown it since we read it. */
export const SLOTS_MAX = 1_024;

export function placeBetsUnits(slotCounts: readonly number[], instructions = 1): number {
  const units = slotCounts.reduce(
    (sum, slots) => sum + BET_UNITS + slots * SLOT_UNITS,
    instructions * INSTRUCTION_UNITS,
  );
  return Math.min(units, UNITS_MAX);
}

export function settlePositionsUnits(positions: number): number {
  const each = BET_UNITS + SLOTS_MAX * SETTLED_SLOT_UNITS;
  return Math.min(INSTRUCTION_UNITS + positions * each, UNITS_MAX);
}

export function readUnitLimit(wire: Uint8Array): number {
  const parsed = readWire(wire);
  const { budget } = parsed;
  if (budget) {
    const hasUnits = (budget.mask & VERSION_1_UNITS) !== 0;
    const fee = statesFee(parsed) ? FEE_BYTES : 0;
    return hasUnits ? readU32(wire, budget.offset + fee) : 0;
  }
  const found = findBudgetInstruction(parsed, SET_UNITS_TAG);
  return found ? readU32(found.data, 1) : 0;
}

function readU32({ buffer, byteOffset }: Uint8Array, at: number): number {
  return new DataView(buffer, byteOffset).getUint32(at, true);
}

export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111' as Address;
export const SET_UNITS_TAG = 2;
export const SET_PRICE_TAG = 3;
/** Bits of the mask of version 1, which states the whole fee instead of a price. */
const VERSION_1_FEE = 0b11;

export function findBudgetInstruction(
  { keys, instructions }: Wire,
  tag: number,
): WireInstruction | undefined {
  return instructions.find(
    ({ programIndex, data }) => keys[programIndex] === COMPUTE_BUDGET && data[0] === tag,
  );
}

export const statesFee = ({ budget }: Wire): boolean =>
  budget !== undefined && (budget.mask & VERSION_1_FEE) !== 0;
