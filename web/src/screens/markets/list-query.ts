// The filters of the list, as the address of the page has them.
import type { FeedItem, Operations } from '@tote/sdk';

type ListQuery = NonNullable<Parameters<Operations['listMarkets']>[0]>;

/** The names that the API has, too. */
export const FILTERS = {
  status: { open: 'Open', resolved: 'Resolved' },
  currency: { SOL: 'SOL', UTILITY: 'UTILITY' },
  decidedBy: {
    fact: 'On-chain fact',
    samples: 'Measured',
    web: 'Web sources',
    attestation: 'Attested',
  },
  sort: { newest: 'Newest', endingSoon: 'Ending soon', volume: 'Volume' },
} as const;

/** What each field of the address is called. */
export const LABELS = {
  q: 'Search',
  status: 'State',
  currency: 'Currency',
  decidedBy: 'Decided by',
  sort: 'Order',
  tokenAddress: 'Token',
  creator: 'Creator',
} as const;

export type FilterName = keyof typeof LABELS;

const NAMES = Object.keys(LABELS) as FilterName[];

/** Only what is set. What is no value of a filter the service refuses, with its reason. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const entries = NAMES.map((name) => [name, query.get(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value)) as ListQuery;
}

/** Whether a new market belongs to the list. What decides it the event does not say. */
export function isNewIn(query: URLSearchParams, event: FeedItem): boolean {
  if (event.type !== 'market.created' || event.data.mismatch) return false;
  const { status, decidedBy, q = '', sort: _, ...same } = readListQuery(query);
  if (status === 'resolved' || decidedBy) return false;
  const words = event.data.question.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const hasWords = q.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    hasWords.every((word) => words.includes(word)) &&
    Object.entries(same).every(([name, value]) => Object(event.data)[name] === value)
  );
}
