// Attestations: one row per market, and the first insert wins. It is what the oracle said, or of an
// event the keeper's No at the expiry when it said nothing. So an attestation at the last moment is
// either accepted or refused, the same on every replica.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import {
  type Outcome,
  outcomeFromCode,
  outcomeToCode,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import { findRow, listRows, listValues } from '../statements.ts';
import type { Db } from '../store.ts';

type Row = JournalTables['attestations'];

export interface Attestation {
  readonly marketId: MarketId;
  readonly outcome: Outcome;
  readonly evidence: string;
  readonly wallet: Address;
  readonly createdAt: UnixSeconds;
}

/** Gives the stored attestation: this one, or an earlier one. */
export async function recordAttestation(db: Db, attestation: Attestation): Promise<Attestation> {
  const [stored] = await recordAttestations(db, [attestation]);
  return stored as Attestation;
}

export async function recordAttestations(db: Db, attestations: readonly Attestation[]) {
  const rows = attestations.map(toRow).sort((a, b) => (a.market_id < b.market_id ? -1 : 1));
  await bulkInsert(db, 'attestations', rows, 'on conflict (market_id) do nothing');
  const ids = rows.map(({ market_id }) => market_id);
  const found = await listRows<Row>(db)`select * from attestations
    where market_id in (${sql.join(ids)})`;
  const stored = new Map(found.map((row) => [row.market_id, toAttestation(row)]));
  return attestations.map(({ marketId }) => {
    const one = stored.get(marketId);
    if (!one) throw new Error(`the attestation of ${marketId} is gone`);
    return one;
  });
}

export async function findAttestation(db: Db, marketId: string): Promise<Attestation | undefined> {
  const row = await findRow<Row>(db)`select * from attestations where market_id = ${marketId}`;
  return row && toAttestation(row);
}

export const listUnusedAttestations = (db: Db, limit: number) =>
  listValues<MarketId>(db)`select market_id from attestations
    join markets on markets.id = market_id where state = 1
    order by attestations.created_at limit ${limit}`;

function toRow(attestation: Attestation): Row {
  return {
    market_id: attestation.marketId,
    outcome: BigInt(outcomeToCode(attestation.outcome)),
    evidence: attestation.evidence,
    wallet: attestation.wallet,
    created_at: BigInt(attestation.createdAt),
  };
}

function toAttestation(row: Row): Attestation {
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
