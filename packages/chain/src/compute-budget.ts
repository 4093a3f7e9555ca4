import type { Address } from '@solana/kit';
import type { Wire, WireInstruction } from './wire.ts';

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
