import type { Db } from '../store.ts';

/** Whether the wallet has an account of the program. */
export async function hasBettor(db: Db, wallet: string): Promise<boolean> {
  const row = await db
    .selectFrom('bettors')
    .select('address')
    .where('wallet', '=', wallet)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
