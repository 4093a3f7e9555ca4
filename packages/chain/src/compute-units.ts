// Compute-unit limits from the figures in docs/compute-units.md, with a margin: a limit that is too
// high costs a little, one that is too low fails all bets of the transaction.
import { readWire } from './wire.ts';

const INSTRUCTION_UNITS = 3_000;
const BET_UNITS = 1_000;
/** With a wrong hint the program searches the slots. */
const SLOT_UNITS = 20;
const UNITS_MAX = 1_400_000;
/** We give no hint, so the position may be in the last slot. Doubled as a margin. */
const SETTLED_SLOT_UNITS = 6;
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const SET_UNITS_TAG = 2;

/** The most slots of an account. Anyone may have grown it since we read it. */
export const SLOTS_MAX = 1_024;

/** For this many `place_bets`; each number is the slot count of one bet's bettor. */
export function placeBetsUnits(slotCounts: readonly number[], instructions = 1): number {
  const units = slotCounts.reduce(
    (sum, slots) => sum + BET_UNITS + slots * SLOT_UNITS,
    instructions * INSTRUCTION_UNITS,
  );
  return Math.min(units, UNITS_MAX);
}

/** For a `settle_positions` of this many bettors with any number of slots. */
export function settlePositionsUnits(positions: number): number {
  const each = BET_UNITS + SLOTS_MAX * SETTLED_SLOT_UNITS;
  return Math.min(INSTRUCTION_UNITS + positions * each, UNITS_MAX);
}

/** The compute-unit limit of a transaction that we built. */
export function readUnitLimit(wire: Uint8Array): number {
  const { keys, instructions } = readWire(wire);
  const found = instructions.find(
    ({ programIndex, data }) => keys[programIndex] === COMPUTE_BUDGET && data[0] === SET_UNITS_TAG,
  );
  if (!found) return 0;
  const { buffer, byteOffset } = found.data;
  return new DataView(buffer, byteOffset).getUint32(1, true);
}
