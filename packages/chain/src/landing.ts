import type { LandedTransaction, TransactionFailure } from './landed.ts';

export type Preflight = 'processed' | 'confirmed';

/** Signed bytes. They are stored before they are sent, and sent again unchanged. */
export interface SignedTransaction {
  signature: string;
  wire: Uint8Array;
  lastValidBlockHeight: bigint;
  /**
   * These bytes may have been sent before, by a crashed process or another replica. Then a refusal
   * by a node now does not prove that they were not executed.
   */
  mayHaveBeenSent?: boolean;
  /**
   * Default: confirmed. Use none only for checked transactions, because one that fails on chain
   * still costs its fee.
   */
  preflight?: Preflight | 'none';
  /** It calls no other program: if it succeeds, its bytes and its logs say all that it did. */
  isInLogs?: boolean;
}

export type Landing =
  /** Executed and confirmed. It may have failed on chain: `landed.error`. */
  | { kind: 'landed'; landed: LandedTransaction }
  /** It failed in a simulation and was not sent: it was not executed and never will be. */
  | { kind: 'refused'; failure: TransactionFailure }
  /** Its blockhash has expired and the chain does not know it: it will never be executed. */
  | { kind: 'expired' };

export interface Lander {
  land(transaction: SignedTransaction, signal?: AbortSignal): Promise<Landing>;
}
