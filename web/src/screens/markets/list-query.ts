// The filters of the list, as the address of the page has them.
import type { Operations } from '@tote/sdk';

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

const NAMES = ['status', 'currency', 'decidedBy', 'sort', 'q', 'tokenAddress', 'creator'] as const;

/** Only what is set. What is no value of a filter the service refuses, with its reason. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const entries = NAMES.map((name) => [name, query.get(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value)) as ListQuery;
}
