// What was observed before a market was resolved by it. The chain keeps the SHA-256 of the bytes
// that decided; of everything that was observed, the row with that hash is the evidence.
import { bulkInsert } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

export interface ObservedEvidence {
  readonly marketId: string;
  /** SHA-256 of the observed account's data, hex. */
  readonly hash: string;
  /** As `renderSampledEvidence` writes it. */
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

/** The text whose observation has the hash that the chain recorded. */
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

/** Everything that was recorded about a market, in the order of time. */
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
