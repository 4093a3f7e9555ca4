import type { FeedEvent } from '@tote/sdk';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { shortly } from '../../format/amounts.ts';
import { shortAddress } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

const SHOWN = 6;

/** A strip of what happened last, over all markets. */
export function Activity() {
  const { value } = useResource(
    (signal) => tote.value.listActivity({ limit: SHOWN }, { signal }),
    [],
  );
  const events = value.value ?? [];
  if (events.length === 0) return null;
  return (
    <ul class="activity" aria-label="Latest activity">
      {events.map((event) => (
        <li key={event.id}>
          <a href={href(`/m/${event.marketId}`)}>{sentenceOf(event)}</a>
        </li>
      ))}
    </ul>
  );
}

function sentenceOf(event: FeedEvent): string {
  switch (event.type) {
    case 'bet.confirmed': {
      const { wallet, amount, currency, outcome } = event.data;
      return `${shortAddress(wallet)} bet ${shortly(amount)} ${currency} on ${outcome}`;
    }
    case 'position.settled': {
      const { wallet, payout, currency } = event.data;
      return `${shortAddress(wallet)} got ${shortly(payout)} ${currency}`;
    }
    case 'market.resolved':
      return `A market was decided: ${event.data.winningOutcome ?? 'refund'}`;
    case 'market.refunded':
      return 'A market was refunded';
    default:
      return event.type;
  }
}
