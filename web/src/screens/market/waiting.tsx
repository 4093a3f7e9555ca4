import type { Market } from '@tote/sdk';
import { Countdown } from '../../components/countdown.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { plainText } from '../../format/words.ts';

export function Waiting({ market }: { readonly market: Market }) {
  const { proposedOutcome, vetoEndsAt, resolution } = market;
  if (proposedOutcome && vetoEndsAt) {
    return (
      <Notice>
        <p>
          <strong>The oracle says {proposedOutcome}.</strong> It is final in{' '}
          <Countdown to={vetoEndsAt} over="a moment" />, on <Moment at={vetoEndsAt} />. Until then
          the guardian can veto it, which refunds all stakes.
        </p>
      </Notice>
    );
  }
  if (!resolution) return null;
  const { waitingFor, lastFailure, nextTryAt } = resolution;
  return (
    <Notice>
      <p>
        <strong>No outcome yet.</strong> Waiting for {plainText(waitingFor)}.
      </p>
      {lastFailure && <p dir="auto">The last attempt failed: {plainText(lastFailure)}</p>}
      {nextTryAt && (
        <p>
          Next attempt in <Countdown to={nextTryAt} over="a moment" />.
        </p>
      )}
    </Notice>
  );
}
