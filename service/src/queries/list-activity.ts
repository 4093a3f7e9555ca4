import { listEventsBefore } from '../feed/list-events.ts';
import type { QueryContext } from './query-context.ts';

const TYPES = {
  bet: ['bet.confirmed'],
  outcome: ['market.resolved', 'market.refunded'],
  payout: ['position.settled'],
} as const;

type ActivityType = keyof typeof TYPES;
export const ACTIVITY_TYPES = Object.keys(TYPES) as ActivityType[];

interface ActivityPage {
  readonly type?: ActivityType;
  readonly limit: number;
  readonly before?: bigint;
}

export function listActivity({ store }: QueryContext, { type, limit, before }: ActivityPage) {
  const types: ReadonlySet<string> = new Set(
    (type === undefined ? ACTIVITY_TYPES : [type]).flatMap((each) => TYPES[each]),
  );
  return listEventsBefore(store.db, {
    before,
    limit,
    // A position that lost is settled, and paid nothing.
    isListed: (event) => types.has(event.type) && event.data.payout !== '0',
  });
}
