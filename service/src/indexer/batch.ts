// Collects the changes of a group of transactions in memory and writes them in few statements.
import type { Address } from '@solana/kit';
import { type MarketId, marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Currency } from '@tote/domain';
import type { EventGroup } from '../feed/event-group.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import type { MarketRow } from '../store/projection/market-row.ts';
import { type BetRow, insertBets } from '../store/projection/save-bets.ts';
import { type BettorRow, insertBettors } from '../store/projection/save-bettors.ts';
import { type FeeEventRow, insertFeeEvents } from '../store/projection/save-fee-events.ts';
import { insertMarket, saveMarket, saveOdds } from '../store/projection/save-markets.ts';
import { addStakes, type Payouts, settlePositions } from '../store/projection/save-positions.ts';
import {
  insertMarketRules,
  insertMarketTransactions,
  type MarketRuleRow,
  type MarketTransactionRow,
} from '../store/projection/save-receipt-rows.ts';
import { insertTransfers, type TransferRow } from '../store/projection/save-transfers.ts';
import type { Db } from '../store/store.ts';
import type { BettorEvent } from './bettor-event.ts';
import { Tally } from './tally.ts';

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
  /** Markets whose pools changed. Each gets one event for all bets. */
  readonly oddsChanged = new Set<Address>();
  /** In the order in which they happened. */
  readonly feedEvents: (NewFeedEvent | EventGroup | BettorEvent)[] = [];
  #bets: BetRow[] = [];
  #bettors: BettorRow[] = [];
  #payouts: Payouts[] = [];
  /** The bettors that it pays, by market. */
  readonly #paid = new Map<string, Set<string>>();
  #feeEvents: FeeEventRow[] = [];
  #rules: MarketRuleRow[] = [];
  #transactions: MarketTransactionRow[] = [];
  #transfers: TransferRow[] = [];
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

  addBet(row: BetRow): void {
    this.#bets.push(row);
  }

  addBettor(row: BettorRow): void {
    this.#bettors.push(row);
  }

  addPayouts(payouts: Payouts): void {
    this.#payouts.push(payouts);
    this.tally.addPayouts(this.#get(payouts.market_id).row, payouts);
    const bettors = this.#paid.get(payouts.market_id) ?? new Set();
    this.#paid.set(payouts.market_id, bettors);
    for (const { bettor } of payouts.paid) bettors.add(bettor);
  }

  /** Whether this batch pays it. */
  isPaid(marketId: string, bettor: string): boolean {
    return this.#paid.get(marketId)?.has(bettor) ?? false;
  }

  addFeeEvent(row: FeeEventRow): void {
    this.#feeEvents.push(row);
  }

  addRule(row: MarketRuleRow): void {
    this.#rules.push(row);
  }

  addTransaction(row: MarketTransactionRow): void {
    this.#transactions.push(row);
  }

  addTransfer(row: TransferRow): void {
    this.#transfers.push(row);
  }

  /** The rows of the markets that changed. Complete after `flush`. */
  changedMarkets(): MarketRow[] {
    return [...this.#changed].map((id) => this.#get(id).row);
  }

  /** Writes what was collected. May be called before the end, to read it back. */
  async flush(): Promise<void> {
    const { db } = this;
    await insertBettors(db, this.#bettors);
    for (const state of this.#unsaved('new')) await insertMarket(db, state.row);
    await this.#flushBets();
    for (const payouts of this.#payouts) await settlePositions(db, payouts);
    for (const state of this.#unsaved('odds')) await saveOdds(db, state.row);
    for (const state of this.#unsaved('everything')) await saveMarket(db, state.row);
    await insertFeeEvents(db, this.#feeEvents);
    await insertMarketRules(db, this.#rules);
    await insertMarketTransactions(db, this.#transactions);
    await insertTransfers(db, this.#transfers);
    for (const state of this.#markets.values()) state.unsaved = null;
    this.#bettors = [];
    this.#payouts = [];
    this.#feeEvents = [];
    this.#rules = [];
    this.#transactions = [];
    this.#transfers = [];
  }

  /** Before reading positions, which need the stakes of these bets. */
  async flushBets(): Promise<void> {
    if (this.#bets.length > 0) await this.flush();
  }

  /** Before reading positions with their payouts. */
  async flushPositions(): Promise<void> {
    if (this.#bets.length > 0 || this.#payouts.length > 0) await this.flush();
  }

  async #flushBets(): Promise<void> {
    if (this.#bets.length === 0) return;
    const inserted = await insertBets(this.db, this.#bets);
    this.#bets = [];
    await addStakes(this.db, inserted);
    for (const bet of inserted) {
      const { market_id } = bet;
      const state = this.#get(market_id);
      this.tally.addBet(state.row, bet);
      state.row = { ...state.row, bets: state.row.bets + 1n };
      if (state.unsaved !== 'everything') state.unsaved = 'odds';
      // Also a bet older than the row, which changes nothing else: cached rows must have its count.
      this.#changed.add(market_id as MarketId);
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

/** The input of every apply function besides the change. */
export interface ApplyContext {
  readonly batch: Batch;
  readonly landed: LandedTransaction;
}
