import { sql } from 'kysely';
import type { Db } from '../store.ts';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** 1 for a market of an oracle whose condition is measured, not attested. */
const IS_MEASURED =
  `(case when source <= 1 and condition not like '%"type":"attested"%' ` + 'then 1 else 0 end)';
export const MEASURED = `${IS_MEASURED} = 1`;

/** Samples for measured markets. */
export const samples: Migration = {
  name: '0005-samples',
  journal: createSamples,
  projection: { up: (db) => indexMeasured(db) },
};

async function createSamples(db: Db): Promise<void> {
  await createTable(db, 'samples', {
    columns: { source: 'text', slot: 'integer', observed_at: 'integer', sample: 'text' },
    key: ['source', 'slot'],
  });
  await createTable(db, 'sample_marks', {
    columns: { market_id: 'text', sampled_at: 'integer' },
    key: ['market_id', 'sampled_at'],
    isSmall: true,
  });
}

/** For finding the few measured markets among the attested ones. */
export async function indexMeasured(db: Db, where?: string): Promise<void> {
  const columns = `${IS_MEASURED}, state, expires_at, id`;
  const condition = where === undefined ? '' : ` where ${where}`;
  await sql.raw(`create index markets_measured on markets (${columns})${condition}`).execute(db);
}
