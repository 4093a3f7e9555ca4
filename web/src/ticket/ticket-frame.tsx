// The ticket's place: in the page, or on a phone in a sheet that a bar at the bottom opens.
import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { Outcome } from '@tote/domain';
import type { Market } from '@tote/sdk';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/forms.tsx';
import { lazy } from '../components/lazy.tsx';
import { now } from '../data/clock.ts';
import { hasBets, oddsInWords } from '../format/odds.ts';
import { place } from '../navigation/router.ts';
import { WalletNotices } from '../wallet/wallet-notices.tsx';
import type { TicketProps } from './ticket.tsx';

/** Loaded after the odds and the rule. */
const Ticket = lazy(() => import('./ticket.tsx'), 'Ticket');

const PHONE = '(width < 40rem)';

export function TicketFrame({ market, reload }: Omit<TicketProps, 'side'>) {
  const { bettingOpen, bettingClosesAt, mismatch } = market;
  const side = useSignal(readSide());
  const isPhone = useMedia(PHONE);
  const isBettable = useComputed(() => now.value < Date.parse(bettingClosesAt));
  const sheet = useRef<HTMLDialogElement>(null);
  const ticket = <Ticket {...{ market, reload, side }} />;
  const isSheet = isPhone.value && isBettable.value && bettingOpen && !mismatch;
  useEffect(() => {
    if (isSheet && side.peek()) sheet.current?.showModal();
  }, [isSheet, side]);
  if (!isSheet) return ticket;
  return (
    <>
      <dialog
        ref={sheet}
        class="dialog bet-sheet"
        aria-labelledby="ticket-title"
        // A tap beside it closes it.
        {...{ closedby: 'any' }}
      >
        <Button class="button bet-sheet-close" onClick={() => sheet.current?.close()}>
          Close
        </Button>
        {/* Those of the page cannot be reached behind the sheet. */}
        <WalletNotices />
        {ticket}
      </dialog>
      <BetBar {...{ market, side, sheet }} />
    </>
  );
}

interface BetBarProps {
  readonly market: Market;
  readonly side: Signal<Outcome | undefined>;
  readonly sheet: RefObject<HTMLDialogElement | null>;
}

function BetBar({ market, side, sheet }: BetBarProps) {
  const odds = oddsInWords(market);
  const open = (name: Outcome) => {
    side.value = name;
    sheet.current?.showModal();
    sheet.current?.querySelector<HTMLInputElement>(`input[value=${name}]`)?.focus();
  };
  return (
    <section class="bet-bar" aria-label="Bet">
      {(['Yes', 'No'] as const).map((name) => (
        <Button
          class={`button side side-${name.toLowerCase()}`}
          aria-haspopup="dialog"
          onClick={() => open(name)}
        >
          {name} {hasBets(market) && <span class="figure">{odds[name]}</span>}
        </Button>
      ))}
    </section>
  );
}

/** A link such as /m/…?side=Yes opens the ticket with the side chosen. */
function readSide(): Outcome | undefined {
  const side = place.peek().query.get('side');
  return side === 'Yes' || side === 'No' ? side : undefined;
}

function useMedia(query: string): Signal<boolean> {
  const matches = useSignal(matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const onChange = () => {
      matches.value = media.matches;
    };
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, [query, matches]);
  return matches;
}
