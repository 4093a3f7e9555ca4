import type { Address } from '@solana/kit';
import type { LandedInstruction } from '@tote/program-client';

export interface LandedTransaction {
  signature: string;
  slot: bigint;
  blockTime: bigint;
  /** Null if it succeeded. A failed one paid its fee and changed nothing else. */
  error: TransactionFailure | null;
  instructions: readonly ExecutedInstruction[];
  logs: readonly string[];
  returned?: { programAddress: Address; data: Uint8Array };
}

export interface ExecutedInstruction extends LandedInstruction {
  programAddress: Address;
}

export interface TransactionFailure {
  text: string;
  customError?: number;
}

export class TransactionFailed extends Error {
  readonly failure: TransactionFailure;

  constructor(failure: TransactionFailure) {
    super(`The transaction failed: ${failure.text}`);
    this.failure = failure;
  }
}
