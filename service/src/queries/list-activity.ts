import { listEventsBefore } from '../feed/list-events.ts';
import type { Db } from '../store/store.ts';
import {
  ACTIVITY_TYPES,
  type ActivityPage,
  type ActivityRecord,
  type ActivityType,
} from './ledger.ts';

const ALL = Object.keys(ACTIVITY_TYPES) as readonly ActivityType[];

export function listActivity(
  db: Db,
  { type, limit, before }: ActivityPage,
): Promise<ActivityRecord> {
  const types: ReadonlySet<string> = new Set(
    (type === undefined ? ALL : [type]).flatMap((each) => ACTIVITY_TYPES[each]),
  );
  return listEventsBefore(db, {
    before,
    limit,
    // A position that lost is settled, and paid nothing.
    isListed: (event) => types.has(event.type) && event.data.payout !== '0',
  });
}
