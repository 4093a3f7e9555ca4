/** The Idempotency-Key of a request, and a hash that detects its use with another request. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of method, path and raw body, hex. */
  readonly requestHash: string;
}
