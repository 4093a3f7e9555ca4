import type { FeedEvent } from '../../feed/feed-event.ts';

const rendered = new WeakMap<FeedEvent, string>();

/** An event as JSON text. It is rendered once for all subscribers. */
export function renderEnvelope(event: FeedEvent): string {
  const known = rendered.get(event);
  if (known !== undefined) return known;
  const { id, type, marketId, data, at } = event;
  // Ids are text, so that clients can send them back without losing digits.
  const envelope = { id: String(id), type, marketId, data, at: new Date(at).toISOString() };
  const text = JSON.stringify(envelope);
  rendered.set(event, text);
  return text;
}

interface Gap {
  readonly oldest: string;
  readonly newest: string;
}

/** Not null when the requested events were deleted or do not exist yet. */
export function findGap(
  afterId: bigint | undefined,
  { oldest, newest }: { oldest: bigint; newest: bigint },
): Gap | null {
  if (afterId === undefined) return null;
  const isComplete = afterId + 1n >= oldest && afterId <= newest;
  return isComplete ? null : { oldest: String(oldest), newest: String(newest) };
}
