import type { FeedEvent } from '../../feed/feed-event.ts';

const rendered = new WeakMap<FeedEvent, string>();

/** An event as readers get it. It is rendered once, however many they are. */
export function renderEnvelope(event: FeedEvent): string {
  const known = rendered.get(event);
  if (known !== undefined) return known;
  const { id, type, marketId, data, at } = event;
  // Ids are text: a reader must be able to send back what it saw, digit for digit.
  const envelope = { id: String(id), type, marketId, data, at: new Date(at).toISOString() };
  const text = JSON.stringify(envelope);
  rendered.set(event, text);
  return text;
}

interface Gap {
  readonly oldest: string;
  readonly newest: string;
}

/** What a reader missed for good: it asks for events that are no longer, or not yet, there. */
export function findGap(
  afterId: bigint | undefined,
  { oldest, newest }: { oldest: bigint; newest: bigint },
): Gap | null {
  if (afterId === undefined) return null;
  const isComplete = afterId + 1n >= oldest && afterId <= newest;
  return isComplete ? null : { oldest: String(oldest), newest: String(newest) };
}
