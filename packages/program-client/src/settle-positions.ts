import type { Address } from '@solana/kit';
import { getSettlePositionsInstruction as getGeneratedInstruction } from './generated/instructions';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export interface SettlePositionsInput {
  market: Address;
  /** `slot` is a hint: the slot in which the position probably is. */
  positions: readonly { bettor: Address; slot?: number }[];
}

export function getSettlePositionsInstruction(
  { market, positions }: SettlePositionsInput,
  options?: ProgramOptions,
): ProgramInstruction {
  return getGeneratedInstruction(
    {
      market,
      positionCount: positions.length,
      slotHints: positions.map(({ slot = 0 }) => slot),
      bettors: positions.map(({ bettor }) => bettor),
    },
    options,
  );
}
