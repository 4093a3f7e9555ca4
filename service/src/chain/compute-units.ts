// Limits by the figures of docs/compute-units.md, with room: too high a limit costs a little, too
// low a one fails everybody's bets.
const INSTRUCTION_UNITS = 3_000;
const BET_UNITS = 1_000;
/** A wrong hint makes the program look through the slots. */
const SLOT_UNITS = 20;
const UNITS_MAX = 1_400_000;

/** For a `place_bets` with bets of bettors that have so many slots each. */
export function placeBetsUnits(slotCounts: readonly number[]): number {
  const units = slotCounts.reduce(
    (sum, slots) => sum + BET_UNITS + slots * SLOT_UNITS,
    INSTRUCTION_UNITS,
  );
  return Math.min(units, UNITS_MAX);
}
