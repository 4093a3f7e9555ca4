// Events of all markets, batched a few times a second, so that each figure changes once.
import type { FeedItem } from '@tote/sdk';
import { useRef } from 'preact/hooks';
import { useFeed } from '../../data/feed.ts';
import { useSoon } from '../../data/soon.ts';

const PAUSE_MS = 250;

interface Listener {
  onEvents(events: readonly FeedItem[]): void;
  onGap(): void;
}

export function useEvents(listener: Listener): void {
  const newest = useRef(listener);
  newest.current = listener;
  const waiting = useRef<FeedItem[]>([]);
  const soon = useSoon(() => newest.current.onEvents(waiting.current.splice(0)), PAUSE_MS);
  useFeed(
    {},
    {
      onEvent(event) {
        waiting.current.push(event);
        soon();
      },
      onGap: () => newest.current.onGap(),
    },
  );
}
