import type { FeedEvent, FeedItem } from '@tote/sdk';
import { findDemoName } from '../../data/tote.ts';
import { shortly } from '../../format/amounts.ts';
import { shortAddress } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

export const ACTIVITY_SHOWN = 8;

type Activities = readonly FeedEvent[] & { readonly nextCursor?: string };

export function Activity({ events }: { readonly events: Activities | undefined }) {
  return (
    // Not a live region, because it changes all the time.
    <div class="activity" role="log" aria-live="off" aria-label="Latest activity">
      <ol>
        {events?.length === 0 && <li>No activity yet</li>}
        {events?.map((event) => (
          <li key={event.id}>
            <a href={href(`/m/${event.marketId}`)}>{sentenceOf(event)}</a>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function addActivity(shown: Activities, events: readonly FeedItem[]): Activities {
  const known = new Set(shown.map(({ id }) => id));
  const fresh = events.filter((event) => isActivity(event) && !known.has(event.id)) as FeedEvent[];
  return [...fresh.reverse(), ...shown].slice(0, ACTIVITY_SHOWN);
}

/** The same events as in `GET /v1/activity`. */
function isActivity(event: FeedItem): boolean {
  if (event.type === 'position.settled') return event.data.payout !== '0';
  return ['bet.confirmed', 'market.resolved', 'market.refunded'].includes(event.type);
}

const nameOf = (wallet: string) => findDemoName(wallet) ?? shortAddress(wallet);

function sentenceOf(event: FeedEvent): string {
  switch (event.type) {
    case 'bet.confirmed': {
      const { wallet, amount, currency, outcome } = event.data;
      return `${nameOf(wallet)} bet ${shortly(amount)} ${currency} on ${outcome}`;
    }
    case 'position.settled': {
      const { wallet, payout, currency, state } = event.data;
      const verb = state === 'refunded' ? 'was refunded' : 'was paid';
      return `${nameOf(wallet)} ${verb} ${shortly(payout)} ${currency}`;
    }
    case 'market.resolved':
      return `A market was resolved: ${event.data.winningOutcome ?? 'refund'}`;
    case 'market.refunded':
      return 'A market was refunded';
    default:
      return event.type;
  }
}
