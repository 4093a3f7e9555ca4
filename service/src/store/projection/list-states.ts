// The markets of a status, as ranges of an index that begins with the state.
import type { UnixSeconds } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import { OPEN, REFUNDED, RESOLVED } from './market-row.ts';

type Sql = RawBuilder<unknown>;
export type MarketStatus = 'open' | 'resolved';

export interface States {
  /** The conditions of each range. */
  readonly ranges: readonly (readonly Sql[])[];
  /** The conditions of a few more markets, which are found by when they ended. */
  readonly few?: readonly Sql[];
}

const RECENT_SECONDS = 24n * 60n * 60n;
/** Up to so many are sorted in memory. With more, the database finds them by their order. */
export const FEW = 1_000;

interface Asked {
  readonly status?: MarketStatus;
  readonly now: UnixSeconds;
}

/** What else counts as open, or ended in the last 24 hours; to be counted up to a few. */
export function selectEnded({ status, now }: Asked): Sql | undefined {
  if (status === 'resolved') return undefined;
  return sql`select 1 from markets where ${endedSince(status, BigInt(now)).hasEnded}`;
}

/** By default: the open ones and those resolved in the last 24 hours. */
export function findStates({ status, now }: Asked, endedCount: number): States {
  if (status === 'resolved') return { ranges: listResolved(BigInt(now)) };
  if (endedCount === 0) return { ranges: [[isIn(OPEN)]] };
  if (endedCount > FEW) return { ranges: listStates(status, BigInt(now)) };
  const ended = endedSince(status, BigInt(now));
  return { ranges: [[isIn(OPEN)]], few: [ended.hasEnded, ...ended.checks] };
}

/** Without looking for a few. */
export function listStates(status: MarketStatus | undefined, now: bigint): (readonly Sql[])[] {
  if (status === 'resolved') return listResolved(now);
  const { hasEnded, checks } = endedSince(status, now);
  const resolved = [isIn(RESOLVED), hasEnded, ...checks];
  if (status === 'open') return [[isIn(OPEN)], resolved];
  return [[isIn(OPEN)], resolved, [isIn(REFUNDED), hasEnded]];
}

function listResolved(now: bigint): (readonly Sql[])[] {
  const isFinal = sql`(veto_ends_at <= ${now} or veto_ends_at = resolved_at)`;
  return [[isIn(RESOLVED), isFinal], [isIn(REFUNDED)]];
}

/** An outcome that can still be vetoed counts as open. */
function endedSince(status: 'open' | undefined, now: bigint) {
  const after = status === 'open' ? now : now - RECENT_SECONDS;
  const hasEnded = sql`veto_ends_at is not null and veto_ends_at > ${after}`;
  // Not in the form of an index: it is found by when it ended.
  const isVetoable = sql`veto_ends_at > resolved_at and state + 0 = ${RESOLVED}`;
  return { hasEnded, checks: status === 'open' ? [isVetoable] : [] };
}

const isIn = (state: bigint): Sql => sql`state = ${state}`;
