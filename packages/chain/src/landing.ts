// What became of a signed transaction.
import type { LandedTransaction, TransactionFailure } from './landed.ts';

/** The state on which a node tries a transaction before it sends it on. */
export type Preflight = 'processed' | 'confirmed';

/** Signed bytes. They are stored before they are sent, and sent again unchanged. */
export interface SignedTransaction {
  signature: string;
  wire: Uint8Array;
  lastValidBlockHeight: bigint;
  /**
   * Somebody may have sent these bytes before: a process that died, another replica. Then a node
   * that refuses them now says nothing about what became of them.
   */
  mayHaveBeenSent?: boolean;
  /** Left out: confirmed. */
  preflight?: Preflight;
}

export type Landing =
  /** Executed and confirmed. It may have failed on chain: `landed.error`. */
  | { kind: 'landed'; landed: LandedTransaction }
  /** The node refused to send it on: it never executed and never will. */
  | { kind: 'refused'; failure: TransactionFailure }
  /** Its blockhash is over and the chain does not know it: it never executed and never will. */
  | { kind: 'expired' };

export interface Lander {
  /** Sends the bytes again and again until the chain has decided. Survives RPC failures. */
  land(transaction: SignedTransaction, signal?: AbortSignal): Promise<Landing>;
}
