// Observations, recorded before a market is resolved by them. The chain has the SHA-256 of those
// bytes that decided. The observation with that hash is the evidence.
import { bulkInsert } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

export interface ObservedEvidence {
  readonly marketId: string;
  /** SHA-256 of the observed account's data, hex. */
  readonly hash: string;
  /** In the format of `renderSampledEvidence`. */
  readonly text: string;
  /** By the chain's clock. */
  readonly createdAt: bigint;
}

export async function recordEvidence(db: Db, evidence: ObservedEvidence): Promise<void> {
  await recordAllEvidence(db, [evidence]);
}

export async function recordAllEvidence(
  db: Db,
  evidence: readonly ObservedEvidence[],
): Promise<void> {
  await bulkInsert(db, {
    table: 'evidence',
    columns: ['market_id', 'hash', 'text', 'created_at'],
    rows: evidence.map(({ marketId, hash, text, createdAt }) => ({
      market_id: marketId,
      hash,
      text,
      created_at: createdAt,
    })),
    suffix: 'on conflict (market_id, hash) do nothing',
  });
}

/** The text of the observation with this hash. */
export async function findEvidence(
  db: Db,
  marketId: string,
  hash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('evidence')
    .select('text')
    .where('market_id', '=', marketId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.text;
}

/** All observations of a market, oldest first. */
export async function listEvidence(db: Db, marketId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence')
    .select('text')
    .where('market_id', '=', marketId)
    .orderBy('created_at')
    .orderBy('hash')
    .execute();
  return rows.map(({ text }) => text);
}
