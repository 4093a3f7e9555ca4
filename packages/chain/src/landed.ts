// A transaction that the chain has executed, as the indexer reads it.
import type { Address } from '@solana/kit';
import type { LandedInstruction } from '@tote/program-client';

export interface LandedTransaction {
  signature: string;
  slot: bigint;
  blockTime: bigint;
  /** Null when it succeeded. A failed one was charged and changed nothing else. */
  error: TransactionFailure | null;
  /** Outer and inner instructions of all programs, in the order of execution. */
  instructions: readonly ExecutedInstruction[];
  logs: readonly string[];
  returned?: { programAddress: Address; data: Uint8Array };
}

export interface ExecutedInstruction extends LandedInstruction {
  programAddress: Address;
}

/** `customError` is the number of the program's error when an instruction of ours failed. */
export interface TransactionFailure {
  text: string;
  customError?: number;
}

/** What `chain.send` throws when the transaction was refused or failed on chain. */
export class TransactionFailed extends Error {
  readonly failure: TransactionFailure;

  constructor(failure: TransactionFailure) {
    super(`The transaction failed: ${failure.text}`);
    this.failure = failure;
  }
}
