import type { Db } from '../store.ts';
import type { TransactionRow } from './save-transactions.ts';

/** Below SQLite's limit of parameters in one statement. */
const BATCH = 1_000;

export async function findTransaction(
  db: Db,
  signature: string,
): Promise<TransactionRow | undefined> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('signature', '=', signature)
    .executeTakeFirst();
}

/** Those of the signatures that were applied. */
export async function findApplied(db: Db, signatures: readonly string[]): Promise<Set<string>> {
  const applied = new Set<string>();
  for (let from = 0; from < signatures.length; from += BATCH) {
    const rows = await db
      .selectFrom('transactions')
      .select('signature')
      .where('signature', 'in', signatures.slice(from, from + BATCH))
      .execute();
    for (const { signature } of rows) applied.add(signature);
  }
  return applied;
}

/** Signatures that were applied from these slots, both included. */
export async function listTransactionsBetween(
  db: Db,
  { fromSlot, toSlot }: { fromSlot: bigint; toSlot: bigint },
): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('signature')
    .where('slot', '>=', fromSlot)
    .where('slot', '<=', toSlot)
    .execute();
  return rows.map(({ signature }) => signature);
}

export async function findNewestSlot(db: Db): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('slot')
    .orderBy('slot', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.slot;
}

/** Failed transactions are left out: the embedded chain does not keep them. */
export async function findOldestSlot(db: Db): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('slot')
    .where('error', 'is', null)
    .orderBy('slot')
    .limit(1)
    .executeTakeFirst();
  return row?.slot;
}
