import { useLayoutEffect, useRef } from 'preact/hooks';
import { ExplorerLink } from '../components/chain-id.tsx';
import { Button } from '../components/forms.tsx';
import { Notice } from '../components/notice.tsx';
import { Steps } from '../components/steps.tsx';
import { config } from '../data/tote.ts';
import { compare, shortly, withCurrency } from '../format/amounts.ts';
import { prompt } from '../wallet/prompt.ts';
import type { BetInTicket, SentBet } from './use-bet.ts';

const NAMES = { pending: 'Pending', confirmed: 'Confirmed', final: 'Final' } as const;
const SENTENCES = {
  pending: 'It is on its way to the chain. Nothing has moved yet.',
  confirmed: 'Bet confirmed on chain.',
  final: 'Bet final.',
} as const;

interface BetProgressProps {
  readonly sent: SentBet;
  readonly bet: Pick<BetInTicket, 'askAgain' | 'dismiss'>;
}

/** A bet that was sent. It is not added to pools or balances until it is on chain. */
export function BetProgress({ sent, bet }: BetProgressProps) {
  const element = useRef<HTMLDivElement>(null);
  // The form that had the focus is hidden now. After a reload the focus is elsewhere and stays.
  useLayoutEffect(() => {
    if (document.activeElement?.closest('#ticket')) element.current?.focus();
  }, []);
  return (
    <div class="bet-progress stack" ref={element} tabIndex={-1}>
      <Result sent={sent} bet={bet} />
    </div>
  );
}

function Result({ sent, bet }: BetProgressProps) {
  const { state } = sent;
  const title = `${withCurrency(sent.amount, sent.currency)} on ${sent.outcome}`;
  if (state === 'failed') {
    return (
      <Notice kind="error">
        <p>
          Your bet of {title} was not placed. {sent.failure}
        </p>
        <Button onClick={bet.dismiss}>Back to the ticket</Button>
      </Notice>
    );
  }
  if (state === 'unknown') {
    return (
      <Notice kind="warning">
        <p>
          The service is not responding, so we do not know yet whether your bet of {title} was
          placed. Ask again: it is never placed twice.
        </p>
        <Button onClick={bet.askAgain}>Ask again</Button>
      </Notice>
    );
  }
  const isAsked = state === 'pending' && prompt.value !== undefined;
  return (
    <>
      <div role="status">
        <p class="bet-result">{state === 'pending' ? title : `You bet ${title}.`}</p>
        {state !== 'pending' && <p>{payoutSentence(sent)}</p>}
        <p class="quiet">{isAsked ? 'Confirm it in your wallet.' : SENTENCES[state]}</p>
      </div>
      <Steps names={NAMES} at={state} />
      {sent.transactionId && config.value?.explorerUrl && (
        <p>
          <ExplorerLink kind="tx" id={sent.transactionId}>
            See the transaction
          </ExplorerLink>
        </p>
      )}
      {state !== 'pending' && <Button onClick={bet.dismiss}>Bet again</Button>}
    </>
  );
}

const payoutSentence = ({ payout, amount, outcome }: SentBet): string =>
  compare(payout, amount) === 0
    ? 'Nobody has bet on the other side yet. If nobody does, you get your stake back.'
    : `It pays about ${shortly(payout)} if ${outcome} wins.`;
