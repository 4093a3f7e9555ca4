// The ids by which a delegate's bets happen once: a counter per bettor and epoch of its delegate.

import { bulkInsertReturning } from '../projection/bulk-insert.ts';
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

/** The first of the ids of each, by `counterName`. The others follow it. */
export async function allocateBetIds(
  db: Db,
  wanted: readonly WantedIds[],
): Promise<ReadonlyMap<string, bigint>> {
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
