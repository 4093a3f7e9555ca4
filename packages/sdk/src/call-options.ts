export interface CallOptions {
  /** Ends the call: it throws `aborted`. */
  readonly signal?: AbortSignal;
  /** For the whole call with its retries; default: 30 seconds. */
  readonly timeoutMs?: number;
  /**
   * Default: a random one per call, kept over its retries. Give your own to repeat a call after
   * the program was ended: the service acts once for each key.
   */
  readonly idempotencyKey?: string;
}
