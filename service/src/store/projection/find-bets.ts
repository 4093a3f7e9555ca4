import { type Address, address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import {
  amount,
  outcomeFromCode,
  type Pools,
  type Stake,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { sql } from 'kysely';
import type { Db } from '../store.ts';
import type { BetRow } from './save-bets.ts';

/** An accepted bet. */
export interface BetView extends Stake {
  readonly betId: string;
  readonly marketId: MarketId;
  readonly wallet: Address;
  readonly pools: Pools;
  readonly sequence: bigint;
  readonly signature: string;
  readonly placedAt: UnixSeconds;
}

interface Page {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
  /** Only what comes after it. */
  readonly after?: BetPlace;
}

/** Where a bet stands among those of its market. */
type BetPlace = Pick<BetRow, 'sequence' | 'position'>;

export async function findBetPlace(
  db: Db,
  marketId: string,
  betId: string,
): Promise<BetPlace | undefined> {
  return db
    .selectFrom('bets')
    .select(['sequence', 'position'])
    .where('bet_id', '=', betId)
    .where('market_id', '=', marketId)
    .executeTakeFirst();
}

export async function findBet(db: Db, betId: string): Promise<BetView | undefined> {
  const row = await selectBets(db).where('bets.bet_id', '=', betId).executeTakeFirst();
  return row && toBetView(row);
}

/** In the order in which they were placed. */
export async function listTransactionBets(db: Db, signature: string): Promise<BetView[]> {
  const rows = await selectBets(db)
    .where('bets.signature', '=', signature)
    .orderBy('bets.instruction')
    .orderBy('bets.position')
    .execute();
  return rows.map(toBetView);
}

/** Newest first. What comes before the page is skipped in the index alone. */
export async function listMarketBets(
  db: Db,
  { marketId, limit, offset, after }: Page,
): Promise<BetView[]> {
  let inOrder = db
    .selectFrom('bets')
    .where('bets.market_id', '=', marketId)
    .orderBy('bets.sequence', 'desc')
    .orderBy('bets.position', 'desc');
  if (after) inOrder = inOrder.where(isPlace('<', after));
  const first = await inOrder
    .select(['bets.sequence', 'bets.position'])
    .limit(1)
    .offset(offset)
    .executeTakeFirst();
  if (!first) return [];
  const rows = await inOrder
    .leftJoin('bettors', 'bettors.address', 'bets.bettor')
    .selectAll('bets')
    .select('bettors.wallet')
    .where(isPlace('<=', first))
    .limit(limit)
    .execute();
  return rows.map(toBetView);
}

function isPlace(operator: '<' | '<=', { sequence, position }: BetPlace) {
  const place = sql`(${sequence}, ${position})`;
  return sql<boolean>`(bets.sequence, bets.position) ${sql.raw(operator)} ${place}`;
}

function selectBets(db: Db) {
  return db
    .selectFrom('bets')
    .leftJoin('bettors', 'bettors.address', 'bets.bettor')
    .selectAll('bets')
    .select('bettors.wallet');
}

function toBetView(row: BetRow & { wallet: string | null }): BetView {
  const outcome = outcomeFromCode(Number(row.outcome));
  if (outcome === null) throw new RangeError(`the bet ${row.bet_id} is on no outcome`);
  return {
    betId: row.bet_id,
    marketId: row.market_id as MarketId,
    // A Bettor is opened before it bets, but transactions may be indexed in another order.
    wallet: address(row.wallet ?? row.bettor),
    outcome,
    amount: amount(row.amount),
    pools: { yes: amount(row.pool_yes), no: amount(row.pool_no) },
    sequence: row.sequence,
    signature: row.signature,
    placedAt: unixSeconds(row.placed_at),
  };
}
