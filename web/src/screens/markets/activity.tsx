import type { FeedEvent, FeedItem, MarketSummary } from '@tote/sdk';
import { useRef } from 'preact/hooks';
import { useResource } from '../../data/resource.ts';
import { findDemoName, tote } from '../../data/tote.ts';
import { shortly } from '../../format/amounts.ts';
import { plainText, shortAddress } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

export const ACTIVITY_SHOWN = 8;

type Activities = readonly FeedEvent[] & { readonly nextCursor?: string };

export function Activity(read: {
  readonly events: Activities | undefined;
  readonly markets: readonly MarketSummary[] | undefined;
}) {
  const { markets } = read;
  // After the first list, because the markets that it has need no request.
  const isListed = useRef(false);
  isListed.current ||= markets !== undefined;
  const events = isListed.current ? read.events : undefined;
  return (
    // Not a live region, because it changes all the time.
    <div class="activity" role="log" aria-live="off" aria-label="Latest activity">
      <ol>
        {events?.length === 0 && <li>No activity yet</li>}
        {events?.map((event) => (
          <li key={event.id}>
            <Line event={event} market={markets?.find(({ id }) => id === event.marketId)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** By market; the question of a market never changes. */
const questions = new Map<string | null, Promise<string | undefined>>();

async function readQuestion(marketId: string): Promise<string | undefined> {
  const { question, hidden } = await tote.peek().getMarket({ marketId });
  return hidden ? undefined : question;
}

function Line({ event, market }: { event: FeedEvent; market: MarketSummary | undefined }) {
  const { marketId } = event;
  const question = useResource(async () => {
    if (market || marketId === null) return market?.question;
    const asked = questions.get(marketId) ?? readQuestion(marketId);
    questions.set(marketId, asked);
    asked.catch(() => questions.delete(marketId));
    return asked;
  }, [marketId]);
  const text = market?.question ?? question.value.value;
  return (
    <a href={href(`/m/${marketId}`)}>
      {sentenceOf(event)}{' '}
      {text && (
        <span class="activity-market" dir="auto">
          {plainText(text)}
        </span>
      )}
    </a>
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
      return `Resolved: ${event.data.winningOutcome ?? 'refund'}`;
    case 'market.refunded':
      return 'Refunded';
    default:
      return event.type;
  }
}
