// Everything that changed the balances of an account: deposits, bets, payouts and withdrawals. The
// bets of a bettor are found by their ids, which begin with its address, or by an index of those
// that wallets signed themselves. An index of all bets by bettor would make each of them larger.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import type { Db } from '../store.ts';
import { startOfDay } from './profits.ts';
import { ALL_DAYS, type BettorDay } from './totals.ts';

/** Small, because requests wait while SQLite reads it. */
const PAGE = 500;

/** A bet that the wallet signed itself: its id does not begin with the bettor. */
const isOwnBet = sql<SqlBool>`substr(bet_id, 5, length(bettor)) <> bettor`;

/** Within a slot they count in this order: what comes in first. */
export const MOVEMENT_KINDS = [
  'deposit',
  'payout',
  'refund',
  'bet',
  'withdrawal',
  'forfeit',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export interface MovementRow {
  readonly kind: MovementKind;
  readonly currency: bigint;
  /** Negative if the balance became smaller. */
  readonly amount: bigint;
  readonly market_id: string | null;
  readonly bet_id: string | null;
  readonly outcome: bigint | null;
  readonly signature: string;
  readonly instruction: bigint;
  /** The order of the bets in their market. */
  readonly sequence: bigint;
  readonly position: bigint;
  readonly slot: bigint;
  readonly block_time: bigint;
}

/** In any order: sort them with `compareMovements`. */
export async function* readMovements(db: Db, bettor: string): AsyncIterable<MovementRow> {
  const currencies = new Map<string, bigint>();
  for (const { id, currency } of await listOpen(db, bettor)) currencies.set(id, currency);
  for await (const { market_id, currency, payout, refund_reason, ...row } of payouts(db, bettor)) {
    currencies.set(market_id, currency);
    const kind = refund_reason === 0n ? 'payout' : 'refund';
    const none = { bet_id: null, outcome: null, instruction: 0n, sequence: 0n, position: 0n };
    if (payout) yield { ...row, ...none, kind, currency, amount: payout, market_id };
  }
  for await (const { amount, placed_at, ...row } of bets(db, bettor)) {
    const currency = currencies.get(row.market_id);
    // A position that was opened since belongs to a later statement.
    if (currency === undefined) continue;
    yield { ...row, kind: 'bet', currency, amount: -amount, block_time: placed_at };
  }
  for (const { kind, amount, ...row } of await listTransfers(db, bettor)) {
    const none = { market_id: null, bet_id: null, outcome: null, sequence: 0n, position: 0n };
    const sign = kind === 'deposit' ? 1n : -1n;
    // The bits of an unsigned number.
    const moved = sign * BigInt.asUintN(64, amount);
    yield { ...row, ...none, kind: kind as MovementKind, amount: moved };
  }
}

/**
 * Only bets in one market have a known order within a slot. In this order no balance is ever
 * negative.
 */
export function compareMovements(a: MovementRow, b: MovementRow): number {
  return (
    Number(a.slot - b.slot) ||
    MOVEMENT_KINDS.indexOf(a.kind) - MOVEMENT_KINDS.indexOf(b.kind) ||
    compareText(a.market_id ?? '', b.market_id ?? '') ||
    Number(a.sequence - b.sequence) ||
    Number(a.position - b.position) ||
    compareText(a.signature, b.signature) ||
    Number(a.instruction - b.instruction)
  );
}

const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** Whether the bettor has a bet in the currency on this day. */
export async function hasBetOn(db: Db, { currency, day, bettor }: BettorDay): Promise<boolean> {
  for (const query of [delegatedBets(db, bettor), ownBets(db, bettor)]) {
    let found = query
      .innerJoin('markets', 'markets.id', 'bets.market_id')
      .where('currency', '=', currency)
      .limit(1);
    if (day !== ALL_DAYS) {
      found = found
        .where('placed_at', '>=', startOfDay(day))
        .where('placed_at', '<', startOfDay(day + 1n));
    }
    if (await found.select('bet_id').executeTakeFirst()) return true;
  }
  return false;
}

/** In ASCII the grave accent follows the underscore. */
function delegatedBets(db: Db, bettor: string) {
  return db
    .selectFrom('bets')
    .where('bet_id', '>', `bet_${bettor}_`)
    .where('bet_id', '<', `bet_${bettor}\``);
}

function ownBets(db: Db, bettor: string) {
  return db.selectFrom('bets').where('bettor', '=', bettor).where(isOwnBet);
}

async function* bets(db: Db, bettor: string) {
  for (const query of [delegatedBets(db, bettor), ownBets(db, bettor)]) {
    const read = (after: string) =>
      query
        .select(['bet_id', 'market_id', 'outcome', 'amount', 'signature', 'instruction'])
        .select(['sequence', 'position', 'slot', 'placed_at'])
        .where('bet_id', '>', after)
        .orderBy('bet_id')
        .limit(PAGE)
        .execute();
    yield* readPages('', read, ({ bet_id }) => bet_id);
  }
}

async function* payouts(db: Db, bettor: string) {
  type Place = readonly [settledAt: bigint, marketId: string];
  const read = ([settledAt, marketId]: Place) =>
    db
      .selectFrom('positions')
      .innerJoin('markets', 'markets.id', 'positions.market_id')
      .innerJoin('transactions', 'transactions.signature', 'positions.settled_signature')
      .select(['market_id', 'currency', 'payout', 'refund_reason', 'settled_at'])
      .select(['transactions.signature', 'transactions.slot', 'block_time'])
      .where('bettor', '=', bettor)
      .where('payout', 'is not', null)
      .where(sql<SqlBool>`(settled_at, market_id) > (${settledAt}, ${marketId})`)
      .orderBy('settled_at')
      .orderBy('market_id')
      .limit(PAGE)
      .execute();
  const placeOf = ({ settled_at, market_id }: Awaited<ReturnType<typeof read>>[number]): Place => [
    settled_at ?? 0n,
    market_id,
  ];
  yield* readPages([-1n, ''], read, placeOf);
}

/** At most one per slot of its account. */
function listOpen(db: Db, bettor: string) {
  return db
    .selectFrom('positions')
    .innerJoin('markets', 'markets.id', 'positions.market_id')
    .select(['id', 'currency'])
    .where('bettor', '=', bettor)
    .where('payout', 'is', null)
    .execute();
}

async function listTransfers(db: Db, bettor: string) {
  const { rows } = await sql<Omit<TransferRow, 'bettor'>>`
    select kind, currency, amount, signature, instruction, slot, block_time from transfers
    where bettor = ${bettor}`.execute(db);
  return rows;
}

async function* readPages<Row, Place>(
  start: Place,
  read: (after: Place) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncIterable<Row> {
  for (let after = start; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = placeOf(last);
    await yieldToEventLoop();
  }
}

export type TransferRow = ProjectionTables['transfers'];

export async function insertTransfers(db: Db, rows: readonly TransferRow[]): Promise<void> {
  const suffix = 'on conflict (signature, instruction) do nothing';
  await bulkInsert(db, 'transfers', rows, suffix);
}
