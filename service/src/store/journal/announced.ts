// Which markets were announced as closed: time alone closes them, so no transaction says it.
import type { Db } from '../store.ts';

const PREFIX = 'announced-closed:';

/** True for whoever comes first. */
export async function claimAnnouncement(db: Db, marketId: string): Promise<boolean> {
  const claimed = await db
    .insertInto('settings')
    .values({ name: `${PREFIX}${marketId}`, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}
