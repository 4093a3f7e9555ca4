import type { Market } from '@tote/sdk';
import { Countdown } from '../../components/countdown.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { plainText } from '../../format/words.ts';

/** Between the last bet and the outcome: what happens, and what it waits for. */
export function Waiting({ market }: { readonly market: Market }) {
  const { proposedOutcome, vetoEndsAt, resolution } = market;
  if (proposedOutcome && vetoEndsAt) {
    return (
      <Notice>
        <p>
          <strong>The oracle says {proposedOutcome}.</strong> It is final in{' '}
          <Countdown to={vetoEndsAt} over="a moment" />, on <Moment at={vetoEndsAt} />. Until then
          the guardian may veto it, and every stake goes back.
        </p>
      </Notice>
    );
  }
  if (!resolution) return null;
  const { waitingFor, lastFailure, nextTryAt } = resolution;
  return (
    <Notice>
      <p>
        <strong>No outcome yet.</strong> It waits for {plainText(waitingFor)}.
      </p>
      {lastFailure && <p dir="auto">The last try failed: {plainText(lastFailure)}</p>}
      {nextTryAt && (
        <p>
          Next try in <Countdown to={nextTryAt} over="a moment" />.
        </p>
      )}
    </Notice>
  );
}
