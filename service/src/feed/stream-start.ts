import type { Feed, FeedEvent } from './feed-event.ts';

interface StreamStart {
  /** Undefined: only new events. */
  readonly after: bigint | undefined;
  /** To be sent first: the stream does not begin where the client asked. */
  readonly reset: FeedEvent | undefined;
}

/** The reset has the id after which the stream goes on, for a client that resumes again. */
export async function findStreamStart(
  feed: Pick<Feed, 'findStart'>,
  asked: bigint | undefined,
  wallMs: () => number,
): Promise<StreamStart> {
  if (asked === undefined) return { after: undefined, reset: undefined };
  const { after, isKnown } = await feed.findStart(asked);
  if (isKnown) return { after, reset: undefined };
  const data = { lastEventId: String(asked), resumesAfter: String(after) };
  const about = { type: 'feed.reset', marketId: null, wallet: null } as const;
  return { after, reset: { id: after, ...about, data, at: wallMs() } };
}
