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
  const { authority, market, currency, config, operator, factAccount } = input;
  return getGeneratedInstruction(
    {
      authority,
      market,
      currency,
      factAccount,
      config,
      operator,
      ...encodeBets(input.bets),
      betCount: input.bets.length,
      flags: input.isStrict ? STRICT : 0,
    },
    options,
  );
}
