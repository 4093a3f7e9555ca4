import { LIMITS } from '@tote/domain';

/** Limits of the HTTP layer. The defaults of Fastify and Node are missing or too generous. */
export const HTTP_LIMITS = {
  bodyBytesMax: LIMITS.bodyBytesMax,
  headerBytesMax: 16_384,
  urlCharactersMax: 8_192,
  headersMsMax: 10_000,
  requestMsMax: 15_000,
  keepAliveMsMax: 10_000,
  idleMsMax: 60_000,
  connectionsMax: 10_000,
  streamsMax: 2_000,
  /** Per address, and per wallet. */
  streamsPerClientMax: 100,
  /** A subscriber of the feed with more unsent bytes is disconnected; it can resume. */
  streamBufferBytesMax: 262_144,
  /** A subscriber that takes no byte for this long while it replays is disconnected. */
  streamStallMsMax: 30_000,
  heartbeatMs: 15_000,
  retryMs: 2_000,
  /** Images of markets that are drawn for one address; those that are kept cost nothing. */
  cardsPerMinute: 60,
  /** With more event-loop lag than this, requests get 503 instead of being queued. */
  eventLoopLagMsMax: 3_000,
} as const;

export type HttpLimits = { readonly [Name in keyof typeof HTTP_LIMITS]: number };
