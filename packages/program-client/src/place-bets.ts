import type { Address, TransactionSigner } from '@solana/kit';
import { type BetInput, encodeBets } from './bets.ts';
import { getPlaceBetsInstruction as getGeneratedInstruction } from './generated/instructions';
import type { Currency } from './generated/types';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export const STRICT = 1;

export interface PlaceBetsInput {
  /** The bettors' delegate, or the wallet itself. */
  authority: TransactionSigner;
  market: Address;
  currency: Currency;
  bets: readonly BetInput[];
  /** The first refused bet fails the instruction. */
  isStrict?: boolean;
  config: Address;
  /** A gated market needs the operator's signature too. */
  operator?: TransactionSigner;
  /** The account of a triggered or latched state fact, which is checked before each batch. */
  factAccount?: Address;
}

export function getPlaceBetsInstruction(
  input: PlaceBetsInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const betCount = input.bets.length;
  const flags = input.isStrict ? STRICT : 0;
  return getGeneratedInstruction({ ...input, ...encodeBets(input.bets), betCount, flags }, options);
}
