import type { UnixSeconds } from '@tote/domain';

export interface WebSource {
  readonly url: string;
  /** JSON pointer (RFC 6901) to the value. Left out: the body is a number in plain text. */
  readonly pointer?: string;
}

/** A complete HTTP answer, whatever its status. */
export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** SHA-256 of the server's certificate, hex. Null for a source without TLS (the demo's own). */
  readonly certificate: string | null;
}

/** One fetch: an answer, or why there is none. Times are the chain's. */
export interface WebFetch {
  readonly url: string;
  readonly startedAt: UnixSeconds;
  readonly endedAt: UnixSeconds;
  readonly answer?: WebAnswer;
  readonly failure?: string;
}

/** One fetch per source, in the order of the condition. */
export type WebRound = readonly WebFetch[];

export interface WebEvidence {
  readonly rounds: readonly WebRound[];
  /** When enough sources agreed that it was not met; their answers were not kept. */
  readonly polledAt: readonly UnixSeconds[];
}
