import { oldSince } from '../data/feed.ts';
import { clockTime } from '../format/times.ts';
import { Notice } from './notice.tsx';

/** Says since when the figures of the screen are not kept up to date. */
export function OldFigures() {
  const since = oldSince.value;
  return (
    <div role="status">
      {since !== undefined && (
        <Notice kind="warning">
          <p>
            <strong>No live figures since {clockTime(since)}.</strong> What you see is from then.
            The page connects again by itself. Your money is on the chain and is safe.
          </p>
        </Notice>
      )}
    </div>
  );
}
