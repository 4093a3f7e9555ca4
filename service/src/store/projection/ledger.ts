// Everything that changed the balances of an account: deposits, bets, payouts and withdrawals. The
// bets of a bettor are found by their ids, which begin with its address, or by an index of those
// that wallets signed themselves. An index of all bets by bettor would make each of them larger.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { findRow, listRows } from '../statements.ts';
import type { Db } from '../store.ts';
import type { BetRow } from './bets.ts';
import { startOfDay } from './profits.ts';
import { ALL_DAYS, type BettorDay } from './totals.ts';

const PAGE = 500;

export const MOVEMENT_KINDS = [
  'deposit',
  'payout',
  'refund',
  'bet',
  'withdrawal',
  'forfeit',
] as const;
type MovementKind = (typeof MOVEMENT_KINDS)[number];

export interface MovementRow extends Readonly<Omit<TransferRow, 'bettor' | 'kind'>> {
  readonly kind: MovementKind;
  readonly market_id: string | null;
  readonly bet_id: string | null;
  readonly outcome: bigint | null;
  readonly sequence: bigint;
  readonly position: bigint;
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
  for (const { kind: stored, amount, ...row } of await listTransfers(db, bettor)) {
    const kind = stored === 'sweep' ? 'withdrawal' : stored;
    const none = { market_id: null, bet_id: null, outcome: null, sequence: 0n, position: 0n };
    const sign = kind === 'deposit' ? 1n : -1n;
    // The bits of an unsigned number.
    const moved = sign * BigInt.asUintN(64, amount);
    yield { ...row, ...none, kind: kind as MovementKind, amount: moved };
  }
}

/** Only bets in one market are ordered within a slot. In this order no balance is negative. */
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

export async function hasBetOn(db: Db, { currency, day, bettor }: BettorDay): Promise<boolean> {
  const isOnDay =
    day === ALL_DAYS
      ? sql`1 = 1`
      : sql`placed_at >= ${startOfDay(day)} and placed_at < ${startOfDay(day + 1n)}`;
  for (const isOfBettor of [isDelegatedBet(bettor), isOwnBet(bettor)]) {
    const found = await findRow(db)`select 1 from bets join markets on markets.id = bets.market_id
      where ${isOfBettor} and currency = ${currency} and ${isOnDay} limit 1`;
    if (found) return true;
  }
  return false;
}

/** In ASCII the grave accent follows the underscore. */
const isDelegatedBet = (bettor: string) =>
  sql`bet_id > ${`bet_${bettor}_`} and bet_id < ${`bet_${bettor}\``}`;

/** A bet that the wallet signed itself: its id does not begin with the bettor. */
const isOwnBet = (bettor: string) =>
  sql`bettor = ${bettor} and substr(bet_id, 5, length(bettor)) <> bettor`;

async function* bets(db: Db, bettor: string) {
  for (const isOfBettor of [isDelegatedBet(bettor), isOwnBet(bettor)]) {
    const read = (after: string) =>
      listRows<Omit<BetRow, 'bettor' | 'pool_yes' | 'pool_no'>>(db)`
        select bet_id, market_id, outcome, amount, signature, instruction, sequence, position, slot,
          placed_at from bets
        where ${isOfBettor} and bet_id > ${after} order by bet_id limit ${PAGE}`;
    yield* readPages('', read, ({ bet_id }) => bet_id);
  }
}

interface Payout extends Pick<TransferRow, 'currency' | 'signature' | 'slot' | 'block_time'> {
  readonly market_id: string;
  readonly payout: bigint;
  readonly refund_reason: bigint;
  readonly settled_at: bigint;
}

async function* payouts(db: Db, bettor: string) {
  type Place = readonly [settledAt: bigint, marketId: string];
  const read = ([settledAt, marketId]: Place) =>
    listRows<Payout>(db)`
      select market_id, currency, payout, refund_reason, settled_at, transactions.signature,
        transactions.slot, block_time
      from positions join markets on markets.id = positions.market_id
        join transactions on transactions.signature = positions.settled_signature
      where bettor = ${bettor} and payout is not null
        and (settled_at, market_id) > (${settledAt}, ${marketId})
      order by settled_at, market_id limit ${PAGE}`;
  const placeOf = ({ settled_at, market_id }: Payout): Place => [settled_at, market_id];
  yield* readPages([-1n, ''], read, placeOf);
}

const listOpen = (db: Db, bettor: string) =>
  listRows<{ id: string; currency: bigint }>(db)`
    select id, currency from positions join markets on markets.id = positions.market_id
    where bettor = ${bettor} and payout is null`;

const listTransfers = (db: Db, bettor: string) =>
  listRows<Omit<TransferRow, 'bettor'>>(db)`
    select kind, currency, amount, signature, instruction, slot, block_time from transfers
    where bettor = ${bettor}`;

/** Where a credited payout went: what was swept since then includes it. */
export async function findDestination(db: Db, bettor: string, marketId: string) {
  const swept = await findRow(db)`
    select 1 from positions join markets on markets.id = positions.market_id
      join transactions on transactions.signature = positions.settled_signature
      join transfers on transfers.bettor = positions.bettor
        and transfers.currency = markets.currency and transfers.slot >= transactions.slot
    where positions.bettor = ${bettor} and market_id = ${marketId} and transfers.kind = 'sweep'
    limit 1`;
  return swept ? 'wallet' : 'balance';
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

export const insertTransfers = (db: Db, rows: readonly TransferRow[]): Promise<void> =>
  bulkInsert(db, 'transfers', rows, 'on conflict (signature, instruction) do nothing');
