import type { Address } from '@solana/kit';
import { findMismatch } from '@tote/conditions/find-mismatch';
import { readCondition } from '@tote/conditions/read-condition';
import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { indexMeasured } from './0005-samples.ts';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/** Only these are listed and decided by the keeper. */
const MATCHES = 'mismatch is null';

/**
 * Markets whose condition is not what decides them. The indexes leave them out, so that creating
 * many of them does not slow down queries for the others.
 */
export const mismatches: Migration = { name: '0010-mismatches', projection: { up: addMismatch } };

async function addMismatch(db: Db): Promise<void> {
  const type = isPostgres(db) ? 'text collate "C"' : 'text';
  await sql.raw(`alter table markets add column mismatch ${type}`).execute(db);
  for (const columns of [
    ['state', 'created_at', 'created_slot', 'id'],
    ['source', 'state', 'expires_at', 'id'],
  ]) {
    const name = ['markets', ...columns].join('_');
    await sql.raw(`drop index if exists ${name}`).execute(db);
    await createIndex(db, 'markets', columns, { where: MATCHES });
  }
  await sql.raw('drop index if exists markets_measured').execute(db);
  await indexMeasured(db, MATCHES);
  await fillFromRules(db);
}

async function fillFromRules(db: Db): Promise<void> {
  const markets = await db
    .selectFrom('markets')
    .innerJoin('market_rules', 'market_rules.market_id', 'markets.id')
    .select(['id', 'condition', 'source', 'subject', 'fact_owner', 'flags', 'clauses'])
    .select(['created_at', 'closes_at', 'expires_at'])
    .execute();
  for (const { id, ...market } of markets) {
    const mismatch = await findMismatch({
      parsedCondition: readCondition(market.condition),
      source: Number(market.source),
      subject: market.subject as Address,
      factOwner: market.fact_owner as Address,
      clauses: Buffer.from(market.clauses, 'hex'),
      flags: Number(market.flags),
      createdAt: market.created_at,
      closesAt: market.closes_at,
      expiresAt: market.expires_at,
    });
    if (mismatch === null) continue;
    await db.updateTable('markets').set({ mismatch }).where('id', '=', id).execute();
  }
}
