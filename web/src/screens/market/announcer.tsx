import { useSignal } from '@preact/signals';
import type { Market } from '@tote/sdk';
import { useEffect, useRef } from 'preact/hooks';
import { throttle } from '../../data/throttle.ts';
import { percent } from '../../format/amounts.ts';

/** A screen reader should not have to listen to each bet. */
const PAUSE_MS = 10_000;

/** Says changes of odds and states once, to those who do not see them. */
export function Announcer({ market }: { readonly market: Market }) {
  const said = useSignal('');
  const sentence = useRef('');
  const current = sentenceOf(market);
  const first = useRef(current);
  sentence.current = current;
  const speak = useRef<ReturnType<typeof throttle> | undefined>(undefined);
  speak.current ??= throttle(() => {
    said.value = sentence.current;
  }, PAUSE_MS);
  useEffect(() => {
    if (current !== first.current || said.peek() !== '') speak.current?.call();
  }, [current, said]);
  useEffect(() => () => speak.current?.cancel(), []);
  return (
    <p class="visually-hidden" role="status">
      {said.value}
    </p>
  );
}

function sentenceOf({ status, refunded, winningOutcome, outcomes, bettingOpen }: Market): string {
  if (status === 'resolved') {
    return refunded ? 'The market is refunded.' : `The outcome is ${winningOutcome}.`;
  }
  const odds = outcomes.map(({ name, odds = 0.5 }) => `${name} ${percent(odds, 1)}`).join(', ');
  return bettingOpen ? `Odds: ${odds}.` : `Betting is closed. Odds: ${odds}.`;
}
