import { LIMITS } from '@tote/domain';

/** Bounds of the HTTP layer. Frameworks set few of them, and none that fits an API of this size. */
export const HTTP_LIMITS = {
  bodyBytesMax: LIMITS.bodyBytesMax,
  headerBytesMax: 16_384,
  urlCharactersMax: 8_192,
  headersMsMax: 10_000,
  requestMsMax: 15_000,
  keepAliveMsMax: 10_000,
  /** Without a byte either way for this long, a connection is dropped. */
  silenceMsMax: 60_000,
  connectionsMax: 10_000,
  streamsMax: 2_000,
  /** A reader of the feed that is behind by more is cut off; it can resume. */
  streamBufferBytesMax: 262_144,
  heartbeatMs: 15_000,
  retryMs: 2_000,
  /** Behind by more than this the service turns requests away instead of queueing them. */
  eventLoopLagMsMax: 3_000,
} as const;

export type HttpLimits = { readonly [Name in keyof typeof HTTP_LIMITS]: number };
