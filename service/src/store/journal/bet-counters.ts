// Allocates bet ids, each of which the program accepts once. One counter per bettor and epoch.

import { CompiledQuery } from 'kysely';
import { bulkInsertReturning } from '../bulk-insert.ts';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { withHint } from '../write-hints.ts';

export interface WantedIds {
  readonly bettor: string;
  readonly epoch: bigint;
  /** How many. */
  readonly count: number;
  /** The highest id used on chain: after the loss of a journal ids must not start at 1 again. */
  readonly above: bigint;
}

type Counter = { bettor: string; epoch: bigint; next_id: bigint; count: bigint };

export const counterName = (bettor: string, epoch: bigint): string => `${bettor} ${epoch}`;

/** A cache of counters. Only with SQLite, where one process changes them. */
export interface KnownCounters {
  get(name: string): bigint | undefined;
  set(name: string, next: bigint): void;
}

/**
 * Gives the first id of each, by `counterName`; the others follow it. Cached counters are advanced
 * without reading them. They are read only if the cached value turns out to be wrong.
 */
export async function allocateBetIds(
  db: Db,
  wanted: readonly WantedIds[],
  known?: KnownCounters,
): Promise<ReadonlyMap<string, bigint>> {
  const firstIds =
    (known && (await advanceKnown(db, wanted, known))) ?? (await advance(db, wanted));
  for (const { bettor, epoch, count } of wanted) {
    const name = counterName(bettor, epoch);
    known?.set(name, (firstIds.get(name) as bigint) + BigInt(count));
  }
  return firstIds;
}

const ADVANCE =
  'update bet_counters set next_id = ? where bettor = ? and epoch = ? and next_id = ?';

/** Undefined when a cached value was wrong. Counters advanced before it keep a harmless gap. */
async function advanceKnown(
  db: Db,
  wanted: readonly WantedIds[],
  known: KnownCounters,
): Promise<ReadonlyMap<string, bigint> | undefined> {
  if (isPostgres(db)) return undefined;
  const firstIds = new Map<string, bigint>();
  const parameters: unknown[] = [];
  for (const { bettor, epoch, count, above } of wanted) {
    const name = counterName(bettor, epoch);
    const first = known.get(name);
    if (first === undefined || first <= above) return undefined;
    firstIds.set(name, first);
    parameters.push(first + BigInt(count), bettor, epoch, first);
  }
  const { length } = wanted;
  const hint = { expectedChanges: length, rows: length };
  const query = withHint(CompiledQuery.raw(ADVANCE, parameters), hint);
  const { numAffectedRows } = await db.executeQuery(query);
  return numAffectedRows === BigInt(length) ? firstIds : undefined;
}

async function advance(db: Db, wanted: readonly WantedIds[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = wanted.map(({ bettor, epoch, above, count }) => ({
    ...{ bettor, epoch, count: BigInt(count) },
    next_id: above + 1n + BigInt(count),
  }));
  // All in one order, so that replicas that want the same counters do not deadlock.
  rows.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const returned = await bulkInsertReturning<'bet_counters', Counter>(db, {
    table: 'bet_counters',
    columns: ['bettor', 'epoch', 'next_id', 'count'],
    rows,
    suffix: ON_CONFLICT,
    returning: 'bettor, epoch, next_id, count',
  });
  return new Map(returned.map((row) => [nameOf(row), row.next_id - row.count]));
}

const nameOf = ({ bettor, epoch }: Pick<Counter, 'bettor' | 'epoch'>) => counterName(bettor, epoch);

const ON_CONFLICT = `on conflict (bettor, epoch) do update set
    count = excluded.count,
    next_id = case
      when bet_counters.next_id < excluded.next_id - excluded.count then excluded.next_id
      else bet_counters.next_id + excluded.count end`;
