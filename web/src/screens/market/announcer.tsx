import { useSignal } from '@preact/signals';
import type { Market } from '@tote/sdk';
import { useEffect, useRef } from 'preact/hooks';
import { throttle } from '../../data/throttle.ts';
import { hasBets, oddsInWords } from '../../format/odds.ts';

/** So that screen readers do not announce each bet. */
const PAUSE_MS = 10_000;

/** Announces changes of odds and state to screen readers, once each. */
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

function sentenceOf(market: Market): string {
  const { status, refunded, winningOutcome, bettingOpen } = market;
  if (status === 'resolved') {
    return refunded ? 'The market was refunded.' : `Resolved ${winningOutcome}.`;
  }
  const { Yes, No } = oddsInWords(market);
  const odds = hasBets(market) ? `Odds: Yes ${Yes}, No ${No}.` : 'No bets yet.';
  return bettingOpen ? odds : `Betting is closed. ${odds}`;
}
