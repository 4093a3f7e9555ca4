import type { Signal } from '@preact/signals';
import type { Outcome } from '@tote/domain';
import type { Config, Market } from '@tote/sdk';
import { now } from '../data/clock.ts';
import { useFeed } from '../data/feed.ts';
import { useResource } from '../data/resource.ts';
import { session } from '../data/session.ts';
import { config, tote } from '../data/tote.ts';
import { BetForm } from './bet-form.tsx';
import { BetProgress } from './bet-progress.tsx';
import { useBet } from './use-bet.ts';

export interface TicketProps {
  readonly market: Market;
  readonly side: Signal<Outcome | undefined>;
  reload(): void;
}

export function Ticket(props: TicketProps) {
  return config.value ? <KnownTicket {...props} config={config.value} /> : null;
}

function KnownTicket({ market, reload, side, config }: TicketProps & { readonly config: Config }) {
  const wallet = session.value?.wallet;
  const account = useResource(
    async (signal) => (session.peek() ? tote.peek().getAccount({}, { signal }) : undefined),
    [wallet],
  );
  const readAgain = () => {
    account.reload();
    reload();
  };
  const bet = useBet(market, readAgain);
  // By the chain's clock, because the service may not have reported the close yet.
  const isOpen = market.bettingOpen && now.value < Date.parse(market.bettingClosesAt);
  const sent = bet.sent.value;
  // A bet in flight when the market was decided is still shown.
  if (market.status !== 'open' && (!sent || sent.state === 'final')) return null;
  return (
    <section class="ticket sheet stack" id="ticket" aria-labelledby="ticket-title">
      <h2 id="ticket-title">Your bet</h2>
      {wallet && <Money wallet={wallet} onChange={readAgain} />}
      {sent && <BetProgress sent={sent} bet={bet} />}
      {isOpen && !market.mismatch && (
        <BetForm {...{ market, config, account, side, place: bet.place }} isHidden={!!sent} />
      )}
      {!isOpen && market.status === 'open' && <p>{closedWords(market)}</p>}
      {market.mismatch && (
        <p>This market’s rule on chain differs from its text. Do not bet in it.</p>
      )}
    </section>
  );
}

function closedWords({ closedReason, hidden }: Market): string {
  if (hidden) return 'The operator hid this market, so it takes no bets here.';
  return closedReason
    ? 'Betting is closed, because the oracle’s key was disabled. All stakes are refunded.'
    : 'Betting has closed. The pools are final.';
}

/** Balances and permissions may change elsewhere: a payout, the faucet, another tab. */
function Money({ wallet, onChange }: { readonly wallet: string; onChange(): void }) {
  useFeed({ wallet }, { onEvent: onChange, onGap: onChange });
  return null;
}
