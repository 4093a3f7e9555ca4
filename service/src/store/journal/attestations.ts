// What was attested about a market. There is one row per market, and the first one stands: the
// oracle's Yes, or the keeper's note at the expiry that none had come. So an attestation that comes
// at the last moment either counts or is refused, on whichever replica it arrives.
import type { Address } from '@solana/kit';
import {
  type Outcome,
  outcomeFromCode,
  outcomeToCode,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import type { Selectable } from 'kysely';
import type { MarketId } from '../projection/market-view.ts';
import type { JournalTables } from '../schema.ts';
import type { Db } from '../store.ts';

export interface Attestation {
  readonly marketId: MarketId;
  readonly outcome: Outcome;
  readonly evidence: string;
  readonly wallet: Address;
  /** By the chain's clock. */
  readonly createdAt: UnixSeconds;
}

/** Gives the attestation that stands: this one, or one that was there before. */
export async function recordAttestation(db: Db, attestation: Attestation): Promise<Attestation> {
  await db
    .insertInto('attestations')
    .values({
      market_id: attestation.marketId,
      outcome: BigInt(outcomeToCode(attestation.outcome)),
      evidence: attestation.evidence,
      wallet: attestation.wallet,
      created_at: BigInt(attestation.createdAt),
    })
    .onConflict((conflict) => conflict.column('market_id').doNothing())
    .execute();
  const standing = await findAttestation(db, attestation.marketId);
  if (!standing) throw new Error(`the attestation of ${attestation.marketId} is gone`);
  return standing;
}

export async function findAttestation(db: Db, marketId: string): Promise<Attestation | undefined> {
  const row = await db
    .selectFrom('attestations')
    .selectAll()
    .where('market_id', '=', marketId)
    .executeTakeFirst();
  return row && toAttestation(row);
}

/** Markets that the oracle attested and that are open all the same: somebody was interrupted. */
export async function listUnusedAttestations(db: Db, limit: number): Promise<MarketId[]> {
  const rows = await db
    .selectFrom('attestations')
    .innerJoin('markets', 'markets.id', 'attestations.market_id')
    .select('attestations.market_id')
    .where('markets.state', '=', OPEN)
    .where('attestations.outcome', '=', BigInt(outcomeToCode('Yes')))
    .orderBy('attestations.created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.market_id as MarketId);
}

const OPEN = 1n;

function toAttestation(row: Selectable<JournalTables['attestations']>): Attestation {
  const outcome = outcomeFromCode(Number(row.outcome));
  if (outcome === null) throw new RangeError(`an attestation of ${row.market_id} without outcome`);
  return {
    marketId: row.market_id as MarketId,
    outcome,
    evidence: row.evidence,
    wallet: row.wallet as Address,
    createdAt: unixSeconds(row.created_at),
  };
}
