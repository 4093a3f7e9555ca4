export interface CallOptions {
  /** Aborts the call, which throws `aborted`. */
  readonly signal?: AbortSignal;
  /** For the whole call with its retries; default: 30 seconds. */
  readonly timeoutMs?: number;
  /**
   * Default: a random key per call, kept across its retries. Pass your own to repeat a call after
   * your program was stopped: the service acts once for each key.
   */
  readonly idempotencyKey?: string;
}
