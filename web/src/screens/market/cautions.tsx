import type { Market } from '@tote/sdk';
import { Countdown, Moment } from '../../components/countdown.tsx';
import { Notice } from '../../components/notice.tsx';
import { LinkedText } from '../../components/rule-text.tsx';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

export function Cautions({ market }: { readonly market: Market }) {
  const { mismatch, mismatchReason, custom, hidden } = market;
  if (hidden) {
    return (
      <Notice kind="warning">
        <p>
          <strong>Hidden by the operator:</strong> <bdi>{plainText(hidden.reason)}</bdi>
        </p>
        <p>
          It is not listed and takes no bets here. Its money and outcome are safe: it is decided and
          paid like any other. <a href={href('/hidden')}>All hidden markets</a>
        </p>
      </Notice>
    );
  }
  if (mismatch) {
    return (
      <Notice kind="error">
        <p>
          <strong>The text below does not decide this market.</strong> Its rule on chain does.{' '}
          <LinkedText text={plainText(mismatchReason ?? '')} />
        </p>
        <p>It is not listed, and nobody should bet in it.</p>
      </Notice>
    );
  }
  if (!custom) return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>A custom market.</strong> Only its creator stands behind the rule, or a single key
        can move what it measures. Your wallet must sign each bet.
      </p>
    </Notice>
  );
}

/** The page has its own text for this warning, above. */
const CUSTOM = /^A custom market:/;

export function Warnings({ market: { warnings, status } }: { readonly market: Market }) {
  const shown = warnings.filter((text) => !CUSTOM.test(text));
  if (shown.length === 0) return null;
  return (
    <Notice kind="warning">
      <h3>{status === 'open' ? 'Know before you bet' : 'Known at creation'}</h3>
      <ul class="warnings">
        {shown.map((text) => (
          <li dir="auto">
            <LinkedText text={plainText(text)} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

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
