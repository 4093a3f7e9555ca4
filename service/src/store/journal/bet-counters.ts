// The ids by which a delegate's bets happen once: a counter per bettor and epoch of its delegate.

import { CompiledQuery } from 'kysely';
import { bulkInsertReturning } from '../bulk-insert.ts';
import { isPostgres } from '../engine.ts';
import { giveLeave } from '../execute-later.ts';
import type { Db } from '../store.ts';

export interface WantedIds {
  readonly bettor: string;
  readonly epoch: bigint;
  /** How many. */
  readonly count: number;
  /** The highest id that the chain has seen: a journal that was lost must not count from 1. */
  readonly above: bigint;
}

type Counter = { bettor: string; epoch: bigint; next_id: bigint };

export const counterName = (bettor: string, epoch: bigint): string => `${bettor} ${epoch}`;

/** What the counters of the one process of a SQLite file stand at, as far as it remembers. */
export interface KnownCounters {
  get(name: string): bigint | undefined;
  set(name: string, next: bigint): void;
}

/**
 * The first of the ids of each, by `counterName`. The others follow it. Counters that are known are
 * moved on from where they are taken to be, and asked about only if they are not there.
 */
export async function allocateBetIds(
  db: Db,
  wanted: readonly WantedIds[],
  known?: KnownCounters,
): Promise<ReadonlyMap<string, bigint>> {
  const firstIds = (known && (await moveKnown(db, wanted, known))) ?? (await countOn(db, wanted));
  for (const { bettor, epoch, count } of wanted) {
    const name = counterName(bettor, epoch);
    known?.set(name, (firstIds.get(name) as bigint) + BigInt(count));
  }
  return firstIds;
}

const MOVE = 'update bet_counters set next_id = ? where bettor = ? and epoch = ? and next_id = ?';

/** Undefined when one is not where it was thought to be. Those that were leave a gap: no harm. */
async function moveKnown(
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
  const query = giveLeave(CompiledQuery.raw(MOVE, parameters), { changes: length, rows: length });
  const { numAffectedRows } = await db.executeQuery(query);
  return numAffectedRows === BigInt(length) ? firstIds : undefined;
}

async function countOn(db: Db, wanted: readonly WantedIds[]): Promise<ReadonlyMap<string, bigint>> {
  const firstIds = new Map<string, bigint>();
  const counts = [...new Set(wanted.map(({ count }) => count))].sort((a, b) => a - b);
  for (const count of counts) {
    const rows = wanted
      .filter((one) => one.count === count)
      .map(({ bettor, epoch, above }) => ({ bettor, epoch, next_id: above + 1n + BigInt(count) }))
      // In one order everywhere: replicas that want the same counters must not lock each other.
      .sort((a, b) => (a.bettor < b.bettor ? -1 : 1));
    const returned = await bulkInsertReturning<'bet_counters', Counter>(db, {
      table: 'bet_counters',
      columns: ['bettor', 'epoch', 'next_id'],
      rows,
      suffix: conflictClause(count),
    });
    for (const { bettor, epoch, next_id } of returned) {
      firstIds.set(counterName(bettor, epoch), next_id - BigInt(count));
    }
  }
  return firstIds;
}

const conflictClause = (count: number) =>
  `on conflict (bettor, epoch) do update set next_id = case
    when bet_counters.next_id < excluded.next_id - ${count} then excluded.next_id
    else bet_counters.next_id + ${count} end
  returning bettor, epoch, next_id`;
