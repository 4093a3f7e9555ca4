import { CompiledQuery } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';

/** The wallets of Bettors, by address. */
export async function findWallets(
  db: Db,
  bettors: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const addresses = [...new Set(bettors)];
  if (addresses.length === 0) return new Map();
  const [isOne, list] = isPostgres(db)
    ? ['address = any($1::text[])', addresses]
    : ['address in (select value from json_each(?))', JSON.stringify(addresses)];
  const text = `select address, wallet from bettors where ${isOne}`;
  const query = CompiledQuery.raw(text, [list]);
  const { rows } = await db.executeQuery<{ address: string; wallet: string }>(query);
  return new Map(rows.map(({ address, wallet }) => [address, wallet]));
}
