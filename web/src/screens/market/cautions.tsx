import type { Market } from '@tote/sdk';
import { LinkedText } from '../../components/linked-text.tsx';
import { Notice } from '../../components/notice.tsx';
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
