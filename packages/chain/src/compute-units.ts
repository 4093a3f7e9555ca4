// Limits by the figures of docs/compute-units.md, with room: too high a limit costs a little, too
// low a one fails everybody's bets.
import { readWire } from './wire.ts';

const INSTRUCTION_UNITS = 3_000;
const BET_UNITS = 1_000;
/** A wrong hint makes the program look through the slots. */
const SLOT_UNITS = 20;
const UNITS_MAX = 1_400_000;
/** Finding the position in the last slot, as we give no hint where it is, with twice the room. */
const SETTLED_SLOT_UNITS = 6;
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const SET_UNITS_TAG = 2;

/** As many as an account can have. Anybody may have grown it since we read it. */
export const SLOTS_MAX = 1_024;

/** For a `place_bets` with bets of bettors that have so many slots each. */
export function placeBetsUnits(slotCounts: readonly number[]): number {
  const units = slotCounts.reduce(
    (sum, slots) => sum + BET_UNITS + slots * SLOT_UNITS,
    INSTRUCTION_UNITS,
  );
  return Math.min(units, UNITS_MAX);
}

/** For a `settle_positions` of so many bettors, however many slots they have. */
export function settlePositionsUnits(positions: number): number {
  const each = BET_UNITS + SLOTS_MAX * SETTLED_SLOT_UNITS;
  return Math.min(INSTRUCTION_UNITS + positions * each, UNITS_MAX);
}

/** What a transaction of ours asks for. */
export function readUnitLimit(wire: Uint8Array): number {
  const { keys, instructions } = readWire(wire);
  const found = instructions.find(
    ({ programIndex, data }) => keys[programIndex] === COMPUTE_BUDGET && data[0] === SET_UNITS_TAG,
  );
  if (!found) return 0;
  const { buffer, byteOffset } = found.data;
  return new DataView(buffer, byteOffset).getUint32(1, true);
}
