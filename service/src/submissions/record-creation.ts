// What only the creation of a market knows, stored with its transaction.
import { recordBaseline, recordWarnings } from '../store/journal/evidence.ts';
import type { Db } from '../store/store.ts';

export interface CreationRecord {
  readonly warnings?: readonly string[];
  /** The samples that a relative threshold was computed from. */
  readonly baseline?: string;
}

export async function recordCreation(
  db: Db,
  marketId: string,
  { warnings = [], baseline }: CreationRecord,
): Promise<void> {
  await recordWarnings(db, marketId, warnings);
  if (baseline !== undefined) await recordBaseline(db, marketId, baseline);
}
