import type { Address } from '@solana/kit';
import type { UtilityToken } from './addresses.ts';
import { getCollectFeesInstruction as getGeneratedInstruction } from './generated/instructions';
import type { Currency } from './generated/types';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export type CollectFeesInput = { config: Address; vault: Address } & (
  | { currency: Currency.Sol; treasury: Address }
  | ({ currency: Currency.Utility; treasuryToken: Address; vaultToken: Address } & UtilityToken)
);

export function getCollectFeesInstruction(
  input: CollectFeesInput,
  options?: ProgramOptions,
): ProgramInstruction {
  return getGeneratedInstruction(input, options);
}
