// One read-only transaction of PostgreSQL, in which everything is of one moment.
import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../schema.ts';
import type { Db } from '../store.ts';
import { makePool } from './config.ts';
import { poolDialect } from './dialect.ts';
import { toStoreError } from './failures.ts';

const BEGIN = 'begin isolation level repeatable read read only';
/** Whoever takes the rows may be slow. */
const WITHOUT_TIMEOUT = 'set local idle_in_transaction_session_timeout = 0';

export async function openPostgresReader(
  url: string,
): Promise<{ readonly db: Db; close(): Promise<void> }> {
  const pool = makePool(url, { isReader: true });
  const client = await pool.connect();
  await client.query(`${BEGIN}; ${WITHOUT_TIMEOUT}`);
  // Every statement gets the one connection that has the transaction.
  const query = client.query.bind(client);
  const held = { connect: async () => ({ query, release: () => undefined }) };
  const dialect = poolDialect(held as unknown as Pool, { isReader: true, toError: toStoreError });
  return {
    db: new Kysely<Tables>({ dialect }),
    async close() {
      client.release(true);
      await pool.end();
    },
  };
}
