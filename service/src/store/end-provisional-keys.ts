import type { UnixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import type { Db } from './store.ts';

const ROWS_PER_BATCH = 1_000;

/**
 * Deletes keys of wallets that opened no account in time; those that did lose the limit. Returns
 * the number of keys: call again until it is 0.
 */
export async function endProvisionalKeys(db: Db, now: UnixSeconds): Promise<bigint> {
  const query = sql<{ id: string; isKept: bigint }>`
    select id, case when exists (
      select 1 from bettors where bettors.wallet = api_keys.wallet
    ) then 1 else 0 end as "isKept" from api_keys
    where provisional_until < ${BigInt(now)}
    order by provisional_until limit ${ROWS_PER_BATCH}`;
  const { rows } = await query.execute(db);
  const idsOf = (isKept: bigint) => rows.filter((row) => row.isKept === isKept).map(({ id }) => id);
  const [kept, ended] = [idsOf(1n), idsOf(0n)];
  if (kept.length > 0) {
    const keep = db.updateTable('api_keys').set({ provisional_until: null });
    await keep.where('id', 'in', kept).execute();
  }
  if (ended.length > 0) await db.deleteFrom('api_keys').where('id', 'in', ended).execute();
  return BigInt(rows.length);
}
