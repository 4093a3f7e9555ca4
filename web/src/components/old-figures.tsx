import { isAway, retryNow } from '../data/clock.ts';
import { oldSince } from '../data/feed.ts';
import { clockTime } from '../format/times.ts';
import { Button } from './forms.tsx';
import { Notice } from './notice.tsx';

export function OldFigures() {
  const since = oldSince.value;
  return (
    <div role="status">
      {since !== undefined && (
        <Notice kind="warning">
          <p>
            <strong>No live updates since {clockTime(since)}.</strong> The figures below are from
            then. The page will reconnect by itself. Your money is safe on the chain.
          </p>
          {!isAway.value && <Button onClick={retryNow}>Retry now</Button>}
        </Notice>
      )}
    </div>
  );
}
