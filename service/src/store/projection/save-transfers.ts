import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type TransferRow = ProjectionTables['transfers'];

const COLUMNS = [
  'signature',
  'instruction',
  'bettor',
  'kind',
  'currency',
  'amount',
  'slot',
  'block_time',
] as const satisfies readonly (keyof TransferRow)[];

export async function insertTransfers(db: Db, rows: readonly TransferRow[]): Promise<void> {
  const suffix = 'on conflict (signature, instruction) do nothing';
  await bulkInsert(db, { table: 'transfers', columns: COLUMNS, rows, suffix });
}
