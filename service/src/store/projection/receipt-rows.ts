import { address } from '@solana/kit';
import { amount, unixSeconds } from '@tote/domain';
import { decodeClauses } from '@tote/program-client';
import { type RawBuilder, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { findRow, findValue, listRows } from '../statements.ts';
import type { Db } from '../store.ts';
import type { PositionRow } from './save-positions.ts';

export type MarketRule = Readonly<NonNullable<Awaited<ReturnType<typeof findMarketRule>>>>;

/** Undefined for a market that was indexed before rules were stored, until a rebuild. */
export async function findMarketRule(db: Db, marketId: string) {
  const row = await findRow<MarketRuleRow>(db)`select * from market_rules
    where market_id = ${marketId}`;
  if (!row) return undefined;
  const clauses = Uint8Array.from(Buffer.from(row.clauses, 'hex'));
  return {
    questionHash: row.question_hash,
    conditionHash: row.condition_hash,
    clauses: decodeClauses(clauses, Number(row.clause_count)),
  };
}

const END_KINDS = ['resolved', 'vetoed', 'refunded', 'closed'] as const;
type EndKind = (typeof END_KINDS)[number];

export async function listMarketTransactions(db: Db, marketId: string) {
  const rows = await listRows<MarketTransactionRow>(db)`select * from market_transactions
    where market_id = ${marketId}`;
  const found = rows.map(({ kind, signature, slot, block_time }) => {
    return { kind: kind as EndKind, signature, slot, at: unixSeconds(block_time) };
  });
  // Within a slot the kind gives the order: a market ends before it closes.
  const rank = ({ kind }: { kind: EndKind }) => END_KINDS.indexOf(kind);
  return found.sort((a, b) => rank(a) - rank(b) || Number(a.slot - b.slot));
}

export async function findCollection(db: Db, currency: bigint, sinceSlot: bigint) {
  const isSince = sql`currency = ${currency} and fee_events.slot >= ${sinceSlot}`;
  const [first] = await listFees(db, 'collected', sql`${isSince} order by fee_events.slot limit 1`);
  return first;
}

export function listSales(db: Db, { from, to }: { from: bigint; to: bigint }) {
  const isPart = sql`currency = 0 and burned_total > ${from} and burned_total - burned < ${to}`;
  const condition = sql`${isPart} order by burned_total limit ${SALES_MAX}`;
  return listFees(db, 'bought_back', condition);
}

const SALES_MAX = 1_000;

async function listFees<Kind extends string>(db: Db, kind: Kind, condition: RawBuilder<unknown>) {
  const rows = await listRows<{ signature: string; slot: bigint; block_time: bigint }>(db)`
    select fee_events.signature, fee_events.slot, block_time from fee_events
    join transactions on transactions.signature = fee_events.signature
    where kind = ${kind} and ${condition}`;
  return rows.map(({ signature, slot, block_time }) => {
    return { kind, signature, slot, at: unixSeconds(block_time) };
  });
}

type SettledRow = Omit<PositionRow, 'market_id'> & { wallet: string | null; slot: bigint | null };

export interface PayoutPage {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
  readonly after?: string;
}

/** Ordered by address, which does not change while positions are settled. */
export async function listSettledPositions(db: Db, { marketId, limit, offset, after }: PayoutPage) {
  const isBehind = after === undefined ? sql`1 = 1` : sql`bettor > ${after}`;
  // What comes before the page is skipped in the index alone.
  const first = await findValue<string>(db)`select bettor from positions
    where market_id = ${marketId} and ${isBehind} order by bettor limit 1 offset ${offset}`;
  if (first === undefined) return [];
  const rows = await listRows<SettledRow>(db)`
    select bettor, wallet, stake_yes, stake_no, payout, settled_signature, slot, settled_at
    from positions left join bettors on bettors.address = positions.bettor
      left join transactions on transactions.signature = settled_signature
    where market_id = ${marketId} and bettor >= ${first}
    order by bettor limit ${limit}`;
  return rows.map(({ settled_signature: signature, settled_at, slot, ...row }) => ({
    bettor: address(row.bettor),
    wallet: row.wallet === null ? null : address(row.wallet),
    stakes: { yes: amount(row.stake_yes), no: amount(row.stake_no) },
    payout: row.payout === null ? null : amount(row.payout),
    settled:
      signature === null
        ? null
        : { signature, slot: slot ?? 0n, at: unixSeconds(settled_at ?? 0n) },
  }));
}

export async function sumSettlement(db: Db, marketId: string) {
  const sums = await findRow<{ positions: bigint; credited: bigint; paid: bigint }>(db)`
    select count(*) as positions, count(payout) as credited,
      cast(coalesce(sum(payout), 0) as bigint) as paid
    from positions where market_id = ${marketId}`;
  const { positions, credited, paid } = sums ?? { positions: 0, credited: 0, paid: 0n };
  return { positions: Number(positions), credited: Number(credited), paid: amount(paid) };
}

export type MarketRuleRow = ProjectionTables['market_rules'];
export type MarketTransactionRow = ProjectionTables['market_transactions'];

export const insertMarketRules = (db: Db, rows: readonly MarketRuleRow[]): Promise<void> =>
  bulkInsert(db, 'market_rules', rows, 'on conflict (market_id) do nothing');

export async function insertMarketTransactions(db: Db, rows: readonly MarketTransactionRow[]) {
  await bulkInsert(db, 'market_transactions', rows, 'on conflict do nothing');
}
