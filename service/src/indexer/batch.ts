import type { Address } from '@solana/kit';
import { type MarketId, marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Currency } from '@tote/domain';
import type { EventGroup } from '../feed/event-group.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import { type BetRow, insertBets } from '../store/projection/bets.ts';
import { type BettorRow, findWallets, insertBettors } from '../store/projection/bettors.ts';
import { type FeeEventRow, insertFeeEvents } from '../store/projection/fees.ts';
import { insertTransfers, type TransferRow } from '../store/projection/ledger.ts';
import type { MarketRow } from '../store/projection/market-view.ts';
import { addProfits, type SettledPositions, toDay } from '../store/projection/profits.ts';
import {
  insertMarketRules,
  insertMarketTransactions,
  type MarketRuleRow,
  type MarketTransactionRow,
} from '../store/projection/receipt-rows.ts';
import { insertMarket, saveMarket, saveOdds } from '../store/projection/save-markets.ts';
import { addStakes, type Payouts, settlePositions } from '../store/projection/save-positions.ts';
import {
  ALL_DAYS,
  addTotals,
  type BettorDay,
  bettorDayKey,
  insertBettorDays,
  NO_TOTALS,
  type TotalRow,
} from '../store/projection/totals.ts';
import type { Db } from '../store/store.ts';
import { OpeningMissing } from './problems.ts';

type Unsaved = 'new' | 'odds' | 'everything';

interface MarketState {
  row: MarketRow;
  unsaved: Unsaved | null;
}

export class Batch {
  readonly db: Db;
  readonly decimals: Readonly<Record<Currency, number>>;
  readonly #markets = new Map<string, MarketState>();
  readonly #changed = new Set<MarketId>();
  readonly oddsChanged = new Set<Address>();
  readonly feedEvents: (NewFeedEvent | EventGroup | BettorEvent)[] = [];
  readonly bets: BetRow[] = [];
  readonly bettors: BettorRow[] = [];
  #payouts: Payouts[] = [];
  readonly #paid = new Map<string, Set<string>>();
  readonly feeEvents: FeeEventRow[] = [];
  readonly rules: MarketRuleRow[] = [];
  readonly transactions: MarketTransactionRow[] = [];
  readonly transfers: TransferRow[] = [];
  readonly tally = new Tally();

  constructor(db: Db, decimals: Readonly<Record<Currency, number>>, markets: Iterable<MarketRow>) {
    this.db = db;
    this.decimals = decimals;
    for (const row of markets) this.#markets.set(row.id, { row, unsaved: null });
  }

  findMarket(market: Address): MarketRow | undefined {
    return this.#markets.get(marketIdOf(market))?.row;
  }

  addMarket(row: MarketRow): void {
    this.#markets.set(row.id, { row, unsaved: 'new' });
    this.#changed.add(row.id as MarketId);
  }

  setOdds(row: MarketRow): void {
    this.#set(row, 'odds');
  }

  setMarket(row: MarketRow): void {
    this.#set(row, 'everything');
  }

  addPayouts(payouts: Payouts): void {
    this.#payouts.push(payouts);
    this.tally.addPayouts(this.#get(payouts.market_id).row, payouts);
    const bettors = this.#paid.get(payouts.market_id) ?? new Set();
    this.#paid.set(payouts.market_id, bettors);
    for (const { bettor } of payouts.paid) bettors.add(bettor);
  }

  isPaid(marketId: string, bettor: string): boolean {
    return this.#paid.get(marketId)?.has(bettor) ?? false;
  }

  changedMarkets(): MarketRow[] {
    return [...this.#changed].map((id) => this.#get(id).row);
  }

  /** Writes what was collected. May be called before the end, to read it back. */
  async flush(): Promise<void> {
    const { db } = this;
    await insertBettors(db, this.bettors.splice(0));
    for (const state of this.#unsaved('new')) await insertMarket(db, state.row);
    await this.#flushBets();
    for (const payouts of this.#payouts) await settlePositions(db, payouts);
    for (const state of this.#unsaved('odds')) await saveOdds(db, state.row);
    for (const state of this.#unsaved('everything')) await saveMarket(db, state.row);
    await insertFeeEvents(db, this.feeEvents.splice(0));
    await insertMarketRules(db, this.rules.splice(0));
    await insertMarketTransactions(db, this.transactions.splice(0));
    await insertTransfers(db, this.transfers.splice(0));
    for (const state of this.#markets.values()) state.unsaved = null;
    this.#payouts = [];
  }

  async flushBets(): Promise<void> {
    if (this.bets.length > 0) await this.flush();
  }

  async flushPositions(): Promise<void> {
    if (this.bets.length > 0 || this.#payouts.length > 0) await this.flush();
  }

  async #flushBets(): Promise<void> {
    if (this.bets.length === 0) return;
    const inserted = await insertBets(this.db, this.bets.splice(0));
    await addStakes(this.db, inserted);
    const counts = new Map<MarketState, bigint>();
    for (const bet of inserted) {
      const { market_id } = bet;
      const state = this.#get(market_id);
      this.tally.addBet(state.row, bet);
      counts.set(state, (counts.get(state) ?? 0n) + 1n);
      if (state.unsaved !== 'everything') state.unsaved = 'odds';
      // Also a bet older than the row, which changes nothing else: cached rows must have its count.
      this.#changed.add(market_id as MarketId);
    }
    for (const [state, count] of counts) {
      state.row = { ...state.row, bets: state.row.bets + count };
    }
  }

  #set(row: MarketRow, unsaved: Unsaved): void {
    const state = this.#get(row.id);
    // Bets are counted at the insert, perhaps after the caller read this row.
    state.row = { ...row, bets: state.row.bets };
    if (state.unsaved !== 'new' && state.unsaved !== 'everything') state.unsaved = unsaved;
    this.#changed.add(row.id as MarketId);
  }

  *#unsaved(kind: Unsaved): Iterable<MarketState> {
    const states = [...this.#markets.values()].sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
    for (const state of states) if (state.unsaved === kind) yield state;
  }

  #get(id: string): MarketState {
    const state = this.#markets.get(id);
    if (!state) throw new RangeError(`the market ${id} was not loaded`);
    return state;
  }
}

export interface ApplyContext {
  readonly batch: Batch;
  readonly landed: LandedTransaction;
}

// Events about a bettor. The chain names its account, and readers know its wallet.

export interface BettorEvent {
  readonly bettor: string;
  readonly signature: string;
  /** Set if it says that a bet is confirmed: the sender of the bet may have made the same event. */
  readonly betId?: string;
  toEvent(wallet: string): NewFeedEvent;
}

/**
 * In the order of the batch, and then what only the senders know. Each confirmed bet is announced
 * once, with the event of its sender if there is one: that needs no query. Throws `OpeningMissing`
 * unless the batch is in the order of the chain, in which an account is opened first.
 */
export async function nameWallets(
  db: Db,
  events: readonly (NewFeedEvent | EventGroup | BettorEvent)[],
  { ofSenders, isOrdered }: { ofSenders: readonly NewFeedEvent[]; isOrdered: boolean },
): Promise<(NewFeedEvent | EventGroup)[]> {
  const confirmed = new Map<string, NewFeedEvent>();
  const others = new Set(ofSenders);
  for (const event of ofSenders) {
    if (event.type === 'bet.confirmed') confirmed.set(event.data.betId, event);
  }
  const findOwn = ({ betId }: BettorEvent) =>
    betId === undefined ? undefined : confirmed.get(betId);
  const unnamed = events.flatMap((event) =>
    'bettor' in event && !findOwn(event) ? event.bettor : [],
  );
  const wallets = await findWallets(db, unnamed);
  const named = events.flatMap((event) => {
    if (!('bettor' in event)) return event;
    const own = findOwn(event);
    if (own) {
      others.delete(own);
      return own;
    }
    const wallet = wallets.get(event.bettor);
    if (wallet !== undefined) return event.toEvent(wallet);
    if (isOrdered) return [];
    throw new OpeningMissing(event.signature, event.bettor);
  });
  return [...named, ...others];
}

// What a batch adds to profits and totals. It is written once, at the end: replicas would wait for
// each other's rows otherwise.

class Tally {
  readonly #totals = new Map<string, TotalRow>();
  readonly #bettorDays = new Map<string, BettorDay>();
  readonly #settled: SettledPositions[] = [];

  addBet({ currency }: MarketRow, { bettor, amount, placed_at }: BetRow): void {
    for (const day of [toDay(placed_at), ALL_DAYS]) {
      const row = this.#at(currency, day);
      row.volume += amount;
      row.bets += 1n;
      const bettorDay = { currency, day, bettor };
      this.#bettorDays.set(bettorDayKey(bettorDay), bettorDay);
    }
  }

  addPayouts({ currency, refund_reason }: MarketRow, { paid, settled_at }: Payouts): void {
    this.#settled.push({ currency, isRefund: refund_reason !== 0n, settled_at, paid });
    let sum = 0n;
    for (const { payout } of paid) sum += payout;
    for (const day of [toDay(settled_at), ALL_DAYS]) this.#at(currency, day).paid += sum;
  }

  addBurned({ currency }: MarketRow, burned: bigint, at: bigint): void {
    for (const day of [toDay(at), ALL_DAYS]) this.#at(currency, day).burned += burned;
  }

  async write(db: Db, isCounted: (bettorDay: string) => boolean): Promise<readonly string[]> {
    await addProfits(db, this.#settled);
    const unknown = [...this.#bettorDays].filter(([key]) => !isCounted(key));
    const inserted = await insertBettorDays(
      db,
      unknown.map(([, bettorDay]) => bettorDay),
    );
    for (const { currency, day } of inserted) this.#at(currency, day).bettors += 1n;
    await addTotals(db, [...this.#totals.values()]);
    return unknown.map(([key]) => key);
  }

  #at(currency: bigint, day: bigint): TotalRow {
    const key = `${currency} ${day}`;
    let row = this.#totals.get(key);
    if (!row) {
      row = { currency, day, ...NO_TOTALS };
      this.#totals.set(key, row);
    }
    return row;
  }
}
