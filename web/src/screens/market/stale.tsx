import { useSignal, useSignalEffect } from '@preact/signals';
import { Notice } from '../../components/notice.tsx';
import { now } from '../../data/clock.ts';
import { connection } from '../../data/feed.ts';
import { duration } from '../../format/times.ts';

/** Whether the figures may be old. */
export const useIsStale = (): boolean => connection.value === 'offline';

/** Says how old, and what to do. */
export function Stale({ retry }: { retry(): void }) {
  const since = useSignal(now.peek());
  useSignalEffect(() => {
    if (connection.value === 'live') since.value = now.peek();
  });
  return (
    <Notice kind="warning">
      <p role="status">
        The service does not answer. These are the last known figures, {age(now.value, since.value)}{' '}
        old. The page goes on by itself when the service is back.
      </p>
      <button type="button" class="button" onClick={retry}>
        Try now
      </button>
    </Notice>
  );
}

const age = (present: number, since: number) => duration(present - since);
