// The fees that the relayer paid for each wallet, by day.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import type { Db } from '../store.ts';

const SECONDS_PER_DAY = 86_400;

export const dayOf = (at: UnixSeconds): number => Math.floor(at / SECONDS_PER_DAY);

export const dayAfter = (at: UnixSeconds): UnixSeconds =>
  unixSeconds((dayOf(at) + 1) * SECONDS_PER_DAY);

interface Fee {
  readonly wallet: string;
  readonly lamports: bigint;
  /** Wall time. */
  readonly now: UnixSeconds;
}

/** False if the wallet's fees of the day would be more than `most`. Then nothing is changed. */
export async function addFee(
  db: Db,
  { wallet, lamports, now }: Fee,
  most: bigint,
): Promise<boolean> {
  if (lamports > most) return false;
  const { rows } = await sql`
    insert into paid_fees as known (wallet, day, lamports)
    values (${wallet}, ${BigInt(dayOf(now))}, ${lamports})
    on conflict (wallet, day) do update set lamports = known.lamports + excluded.lamports
      where known.lamports + excluded.lamports <= ${most}
    returning wallet`.execute(db);
  return rows.length > 0;
}

export async function sumFees(
  db: Db,
  { wallet, now }: Pick<Fee, 'wallet' | 'now'>,
): Promise<bigint> {
  const row = await db
    .selectFrom('paid_fees')
    .select('lamports')
    .where('wallet', '=', wallet)
    .where('day', '=', BigInt(dayOf(now)))
    .executeTakeFirst();
  return row?.lamports ?? 0n;
}
