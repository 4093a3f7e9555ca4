// Bets that we submitted as delegate. While a transaction is pending its bets are in the row of its
// submission, as one text. Afterwards accepted bets are in the projection, failed ones here.
import type { Address } from '@solana/kit';
import { delegatedBetId } from '@tote/chain/ids';
import type { RecentMap } from '@tote/chain/lib/recent-map';
import { CompiledQuery } from 'kysely';
import { bulkInsert, bulkInsertReturning } from '../bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import { isPostgres, listRows, withHint } from '../statements.ts';
import type { Db } from '../store.ts';
import type { SubmissionRow } from './submissions.ts';

export type SubmittedBetRow = JournalTables['submitted_bets'];

type SubmissionOfBets = Pick<SubmissionRow, 'signature' | 'market_id' | 'bets' | 'created_at'>;

type BetText = [
  wallet: string,
  bettor: string,
  epoch: string,
  id: string,
  outcome: number,
  amount: string,
  idempotencyKey: string | null,
  marketId?: string,
];

type NewBet = Pick<
  SubmittedBetRow,
  'wallet' | 'bettor' | 'epoch' | 'id_number' | 'market_id' | 'outcome' | 'amount'
> &
  Partial<Pick<SubmittedBetRow, 'signature' | 'idempotency_key'>>;

export function newBetRow(bet: NewBet, createdAt: bigint): SubmittedBetRow {
  return {
    signature: '',
    idempotency_key: null,
    bet_id: delegatedBetId(bet.bettor as Address, bet.epoch, bet.id_number),
    state: 'pending',
    pool_yes: null,
    pool_no: null,
    error: null,
    created_at: createdAt,
    decided_at: null,
    ...bet,
  };
}

/** For the column `bets` of their submission, whose `market_id` is null if they differ in it. */
export function formatBets(rows: readonly SubmittedBetRow[], marketId: string | null): string {
  const bets = rows.map(
    (row): BetText => [
      row.wallet,
      row.bettor,
      row.epoch.toString(),
      row.id_number.toString(),
      Number(row.outcome),
      row.amount.toString(),
      row.idempotency_key,
      ...(marketId === null ? ([row.market_id] as const) : ([] as const)),
    ],
  );
  return JSON.stringify(bets);
}

export function readBets(submission: SubmissionOfBets): SubmittedBetRow[] {
  const { signature, market_id, bets, created_at } = submission;
  if (bets === null) return [];
  const texts = JSON.parse(bets) as BetText[];
  return texts.map(([wallet, bettor, epoch, id, outcome, amount, idempotency_key, marketId]) =>
    newBetRow(
      {
        ...{ wallet, bettor, signature, idempotency_key },
        epoch: BigInt(epoch),
        id_number: BigInt(id),
        market_id: market_id ?? marketId ?? '',
        outcome: BigInt(outcome),
        amount: BigInt(amount),
      },
      created_at,
    ),
  );
}

export async function insertFailedBets(db: Db, rows: readonly SubmittedBetRow[]): Promise<void> {
  const failed = rows.filter(({ state }) => state === 'failed');
  await bulkInsert(db, 'submitted_bets', failed, 'on conflict (bet_id) do nothing');
}

export async function findSubmittedBet(db: Db, betId: string) {
  const pending = await listPendingBets(db);
  const found = pending.find(({ bet_id }) => bet_id === betId);
  if (found) return found;
  return db.selectFrom('submitted_bets').selectAll().where('bet_id', '=', betId).executeTakeFirst();
}

export async function listSubmittedBets(db: Db, signature: string): Promise<SubmittedBetRow[]> {
  const pending = await listPendingBets(db, signature);
  const failed = await listRows<SubmittedBetRow>(db)`select * from submitted_bets
    where signature = ${signature} order by bet_id`;
  const known = new Set(failed.map(({ bet_id }) => bet_id));
  return [...pending.filter(({ bet_id }) => !known.has(bet_id)), ...failed];
}

interface OldestPending {
  readonly bettor: string;
  readonly epoch: bigint;
  readonly oldest: bigint;
}

export async function findOldestPending(
  db: Db,
  bettors: readonly string[],
  isDecided: (signature: string) => boolean,
): Promise<OldestPending[]> {
  if (bettors.length === 0) return [];
  const wanted = new Set(bettors);
  const oldest = new Map<string, OldestPending>();
  for (const { signature, bettor, epoch, id_number: id } of await listPendingBets(db)) {
    if (!wanted.has(bettor) || isDecided(signature)) continue;
    const key = `${bettor} ${epoch}`;
    const known = oldest.get(key);
    if (!known || id < known.oldest) oldest.set(key, { bettor, epoch, oldest: id });
  }
  return [...oldest.values()];
}

async function listPendingBets(db: Db, signature?: string): Promise<SubmittedBetRow[]> {
  let query = db
    .selectFrom('submissions')
    .select(['signature', 'market_id', 'bets', 'created_at'])
    .where('state', '=', 'pending')
    .where('bets', 'is not', null);
  if (signature !== undefined) query = query.where('signature', '=', signature);
  return (await query.execute()).flatMap(readBets);
}

// Allocates bet ids, each of which the program accepts once. One counter per bettor and epoch.

export interface WantedIds {
  readonly bettor: string;
  readonly epoch: bigint;
  readonly count: number;
  /** The highest id used on chain: after the loss of a journal ids must not start at 1 again. */
  readonly above: bigint;
}

type Counter = { bettor: string; epoch: bigint; next_id: bigint; count: bigint };

export const counterName = (bettor: string, epoch: bigint): string => `${bettor} ${epoch}`;

/** A cache of counters. Only with SQLite, where one process changes them. */
export type KnownCounters = Pick<RecentMap<string, bigint>, 'get' | 'set'>;

/** Gives the first id of each, by `counterName`. Cached counters are advanced without a read. */
export async function allocateBetIds(db: Db, wanted: readonly WantedIds[], known?: KnownCounters) {
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
async function advanceKnown(db: Db, wanted: readonly WantedIds[], known: KnownCounters) {
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
  const returned = await bulkInsertReturning<Counter>(db, 'bet_counters', rows, ON_CONFLICT);
  return new Map(returned.map((row) => [nameOf(row), row.next_id - row.count]));
}

const nameOf = ({ bettor, epoch }: Pick<Counter, 'bettor' | 'epoch'>) => counterName(bettor, epoch);

const ON_CONFLICT = `on conflict (bettor, epoch) do update set
    count = excluded.count,
    next_id = case
      when bet_counters.next_id < excluded.next_id - excluded.count then excluded.next_id
      else bet_counters.next_id + excluded.count end
  returning bettor, epoch, next_id, count`;
