import type { Address, ReadonlyUint8Array, TransactionSigner } from '@solana/kit';
import { getResolveMarketInstruction as getGeneratedInstruction } from './generated/instructions';
import { Outcome } from './generated/types';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export type ResolveMarketInput =
  | {
      market: Address;
      oracle: TransactionSigner;
      config: Address;
      outcome: Outcome.Yes | Outcome.No;
      evidenceHash: ReadonlyUint8Array;
    }
  | { market: Address; observedAccount: Address };

export function getResolveMarketInstruction(
  input: ResolveMarketInput,
  options?: ProgramOptions,
): ProgramInstruction {
  if ('oracle' in input) {
    return getGeneratedInstruction({ ...input, witness: input.oracle }, options);
  }
  const { market, observedAccount: witness } = input;
  const none = { outcome: Outcome.None, evidenceHash: null };
  return getGeneratedInstruction({ market, witness, ...none }, options);
}
