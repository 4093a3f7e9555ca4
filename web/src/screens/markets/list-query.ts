import type { FeedItem, Operations } from '@tote/sdk';

type ListQuery = NonNullable<Parameters<Operations['listMarkets']>[0]>;

/** The same names as in the API. */
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

export const LABELS = {
  q: 'Search',
  status: 'Status',
  currency: 'Currency',
  decidedBy: 'Decided by',
  sort: 'Sort by',
  tokenAddress: 'Token',
  creator: 'Creator',
} as const;

export type FilterName = keyof typeof LABELS;

const NAMES = Object.keys(LABELS) as FilterName[];

/** Only the fields that are set. The service refuses invalid values with a reason. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const entries = NAMES.map((name) => [name, query.get(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value)) as ListQuery;
}

/** Whether a new market belongs to the list; its event does not say what decides it. */
export function isNewIn(query: URLSearchParams, event: FeedItem): boolean {
  if (event.type !== 'market.created' || event.data.mismatch || event.data.series) return false;
  const { status, decidedBy, q = '', sort: _, ...same } = readListQuery(query);
  if (status === 'resolved' || decidedBy) return false;
  const words = event.data.question.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const hasWords = q.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    hasWords.every((word) => words.includes(word)) &&
    Object.entries(same).every(([name, value]) => Object(event.data)[name] === value)
  );
}
