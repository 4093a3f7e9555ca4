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
    const { market, oracle, config, outcome, evidenceHash } = input;
    return getGeneratedInstruction(
      { market, witness: oracle, config, outcome, evidenceHash },
      options,
    );
  }
  const { market, observedAccount } = input;
  return getGeneratedInstruction(
    { market, witness: observedAccount, outcome: Outcome.None, evidenceHash: null },
    options,
  );
}
