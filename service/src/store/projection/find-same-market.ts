import type { MarketId } from '@tote/chain/ids';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { MARKET_FLAGS } from '@tote/program-client';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store.ts';
import { OPEN } from './market-view.ts';

/** Markets with the same condition count as the same when they expire within this of each other. */
const CLOSE_SECONDS = 3_600;

interface AskedMarket {
  readonly questionKey: string;
  readonly conditionKey: string;
  readonly expiresAt: UnixSeconds;
  readonly now: UnixSeconds;
}

/** The open market that asks the same and expires nearest. Only those that delegates may bet in. */
export async function findSameMarket(
  db: Db,
  { questionKey, conditionKey, expiresAt, now }: AskedMarket,
) {
  const at = BigInt(expiresAt);
  const close = BigInt(CLOSE_SECONDS);
  const isLater = sql`question_key = ${questionKey} and expires_at >= ${at}`;
  const isEarlier = sql`question_key = ${questionKey} and expires_at < ${at}`;
  const isSame = sql`condition_key = ${conditionKey}
    and expires_at >= ${at - close} and expires_at <= ${at + close}`;
  const searches = [
    first(isLater, now, sql.raw('asc')),
    first(isEarlier, now, sql.raw('desc')),
    ...(conditionKey === '' ? [] : [first(isSame, now, sql.raw('asc'))]),
  ];
  const { rows } = await sql<Row>`${sql.join(searches, sql` union all `)}`.execute(db);
  const distance = ({ expires_at }: Row) => (expires_at < at ? at - expires_at : expires_at - at);
  const [nearest] = rows.sort((a, b) => Number(distance(a) - distance(b)));
  return nearest && { id: nearest.id as MarketId, expiresAt: unixSeconds(nearest.expires_at) };
}

interface Row {
  readonly id: string;
  readonly expires_at: bigint;
}

/** One row by its index, so the cost does not grow with the number of such markets. */
function first(condition: RawBuilder<unknown>, now: UnixSeconds, order: RawBuilder<unknown>) {
  return sql`select * from (
    select id, expires_at from markets
    where ${condition} and expires_at > ${BigInt(now)} and state = ${OPEN}
      and mismatch is null and flags & ${BigInt(MARKET_FLAGS.custom)} = 0
    order by expires_at ${order} limit 1) as found`;
}
