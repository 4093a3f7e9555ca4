/** Who pays for a transaction that a wallet signs. The relayer pays only within its limits. */
export type FeePayer = 'relayer' | 'wallet';

/** How a transaction that a wallet signs is prepared. */
export interface PrepareOptions {
  /** Default: the relayer. */
  readonly feePayer?: FeePayer;
  /** Version 0 or an error. Default: version 1 if it does not fit version 0. */
  readonly transactionVersion?: 0;
}

/** An unsigned transaction for a wallet to sign. */
export interface PreparedTransaction {
  /** Base64 of the whole transaction, with empty signatures. */
  readonly transaction: string;
  readonly lastValidBlockHeight: bigint;
  /** What it will do, in sentences. */
  readonly summary: readonly string[];
}
