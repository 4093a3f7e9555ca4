// Applies landed transactions, one group at a time. Reconciles missing events and halts markets
// that contradict the chain.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { listAuthoritiesOf } from '@tote/chain/history/decode-landed';
import type { EventChange } from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { RecentMap } from '@tote/chain/lib/recent-map';
import { Serial } from '@tote/chain/lib/serial';
import type { Currency } from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import { haltMarket, listHaltedMarkets } from '../store/journal/settings.ts';
import { deleteMarketRows } from '../store/projection/delete-market-rows.ts';
import { MarketCache } from '../store/projection/market-cache.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import {
  type AppliedGroup,
  applyGroup,
  type GroupContext,
  type IngestedTransaction,
} from './apply-group.ts';
import { Contradiction, EventMissing, OpeningMissing, OutOfOrder } from './problems.ts';
import { reconcile } from './reconcile/reconcile.ts';

const OWN_BETTORS_MAX = 10_000;
const COUNTED_MAX = 100_000;
/** More than a group can lack: all of them are looked up when it is applied. */
const RECONCILED_MAX = 50_000;
/** How often an event may wait for an earlier one before the market is halted. */
const ATTEMPTS_MAX = 4;

interface ApplierOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly cache: MarketCache;
  readonly wallMs: () => number;
  readonly log: Log;
  readonly record?: GroupContext['record'];
  readonly publish: (group: AppliedGroup) => void;
}

type ApplyMode = Pick<GroupContext, 'hasFeed' | 'isOrdered'>;

type Problem = OutOfOrder | EventMissing | OpeningMissing;

export type Problems = ReadonlyMap<string, Problem>;

export class Applier {
  readonly #options: ApplierOptions;
  readonly #serial = new Serial();
  readonly #halted = new Set<string>();
  readonly #ownBettors = new Map<Address, Address>();
  readonly #reconciled = new RecentMap<string, EventChange>(RECONCILED_MAX);
  readonly #attempts = new Map<string, number>();
  /** Saves a query. Stays empty if another replica may undo what this one has counted. */
  readonly #counted = new Set<string>();
  #decimals: Readonly<Record<Currency, number>> | undefined;

  constructor(options: ApplierOptions) {
    this.#options = options;
  }

  isHalted(marketId: string): boolean {
    return this.#halted.has(marketId);
  }

  get haltedCount(): number {
    return this.#halted.size;
  }

  async loadHalted(): Promise<void> {
    const ids = await listHaltedMarkets(this.#options.store.db);
    this.#halted.clear();
    for (const id of ids) this.#halted.add(id);
  }

  /** In any order. Transactions that need an earlier one are skipped and reported. */
  apply(group: readonly IngestedTransaction[]): Promise<Problems> {
    return this.#serial.run(async () => {
      const problems = new Map<string, Problem>();
      let rest = group;
      while (rest.length > 0) {
        const problem = await this.#try(rest, { hasFeed: true, isOrdered: false });
        if (!problem) break;
        problems.set(problem.signature, problem);
        rest = rest.filter(({ signature }) => signature !== problem.signature);
      }
      return problems;
    });
  }

  /**
   * For use when everything before the group is applied. Missing events are reconciled. An event
   * whose predecessor never comes halts its market.
   */
  applyInOrder(group: readonly LandedTransaction[], hasFeed: boolean): Promise<Problems> {
    return this.#serial.run(async () => {
      const skipped = new Map<string, Problem>();
      const mode: ApplyMode = { hasFeed, isOrdered: true };
      let rest = group;
      while (rest.length > 0) {
        const problem = await this.#try(rest, mode);
        if (!problem) break;
        if (problem instanceof EventMissing) {
          const solve = (landed: LandedTransaction) => this.#reconcile(landed, problem);
          rest = await this.#solve(rest, problem, mode, solve);
          continue;
        }
        const isLast = this.#countAttempt(problem.signature) >= ATTEMPTS_MAX;
        if (isLast && problem instanceof OutOfOrder) {
          rest = await this.#solve(rest, problem, mode, () => this.#halt(problem));
          continue;
        }
        skipped.set(problem.signature, problem);
        rest = rest.filter(({ signature }) => signature !== problem.signature);
      }
      return skipped;
    });
  }

  /** After a fork changed a market's history: writes its rows again from all of it. */
  reindex(market: Address, history: readonly LandedTransaction[]): Promise<void> {
    return this.#serial.run(async () => {
      const { store, cache, publish } = this.#options;
      await this.#loadOwnBettors(history);
      const context: GroupContext = {
        ...(await this.#context({ hasFeed: false, isOrdered: true })),
        only: market,
        cache: new MarketCache({ isOn: false }),
        record: undefined,
        isCounted: () => false,
      };
      try {
        const applied = await store.write(async (db) => {
          await deleteMarketRows(db, marketIdOf(market));
          return applyGroup(db, history, context);
        });
        cache.drop(marketIdOf(market));
        this.#counted.clear();
        publish(applied);
      } catch (error) {
        // Missing events too: the rows before each of them are gone, so nothing tells what it did.
        if (!(error instanceof Contradiction || isProblem(error))) throw error;
        await this.halt(marketIdOf(market), error.message);
      }
    });
  }

  reset(): void {
    this.#halted.clear();
    this.#reconciled.clear();
    this.#attempts.clear();
    this.#counted.clear();
  }

  async #try(group: readonly IngestedTransaction[], mode: ApplyMode): Promise<Problem | undefined> {
    let rest = group;
    for (;;) {
      try {
        await this.#write(rest, mode);
        return undefined;
      } catch (error) {
        if (isProblem(error)) return error;
        if (!(error instanceof Contradiction)) throw error;
        const at = rest.findIndex(({ signature }) => signature === error.signature);
        const problem = at > 0 ? await this.#try(rest.slice(0, at), mode) : undefined;
        if (problem) return problem;
        rest = rest.slice(at);
        await this.#halt(error);
      }
    }
  }

  async #write(group: readonly IngestedTransaction[], mode: ApplyMode): Promise<void> {
    const { store, cache, publish } = this.#options;
    await this.#loadOwnBettors(group);
    const context = await this.#context(mode);
    const applied = await store.write((db) => applyGroup(db, group, context));
    for (const row of applied.markets) cache.set(row);
    if (cache.isOn) this.#remember(applied.counted);
    for (const { landed } of applied.applied) this.#attempts.delete(landed.signature);
    publish(applied);
  }

  async #context(mode: ApplyMode): Promise<GroupContext> {
    const { cache, wallMs, record, chain } = this.#options;
    return {
      ...mode,
      programAddress: chain.programAddress,
      decimals: await this.#getDecimals(),
      cache,
      ownBettors: this.#ownBettors,
      nowMs: wallMs(),
      isHalted: (id) => this.#halted.has(id),
      isCounted: (bettorDay) => this.#counted.has(bettorDay),
      findReconciled: (signature, index) => this.#reconciled.get(`${signature} ${index}`),
      record,
    };
  }

  async #solve(
    rest: readonly LandedTransaction[],
    problem: Problem,
    mode: ApplyMode,
    solve: (landed: LandedTransaction) => Promise<void>,
  ) {
    const at = rest.findIndex(({ signature }) => signature === problem.signature);
    // An earlier problem comes first: the caller finds it at the next attempt.
    if (at > 0 && (await this.#try(rest.slice(0, at), mode))) return rest;
    await solve(rest[at] as LandedTransaction);
    return rest.slice(at);
  }

  async #reconcile(landed: LandedTransaction, problem: EventMissing): Promise<void> {
    const { chain, store, log } = this.#options;
    const { signature, instruction } = problem;
    try {
      const found = await reconcile({ chain, db: store.db }, landed, problem);
      this.#reconciled.set(`${signature} ${instruction}`, found);
      log.warn({ signature, instruction }, 'an event was reconciled');
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error;
      await this.#halt(error);
    }
  }

  async halt(marketId: string, reason: string): Promise<void> {
    const { store, log } = this.#options;
    this.#halted.add(marketId);
    await store.write((db) => haltMarket(db, marketId, reason));
    log.error({ marketId, reason, alarm: 'market_halted' }, 'a market is halted');
    await store.notify('market', marketId);
    await store.notify('halted', marketId);
  }

  #halt({ marketId, message }: Contradiction | OutOfOrder): Promise<void> {
    return this.halt(marketId, message);
  }

  #remember(counted: readonly string[]): void {
    if (this.#counted.size + counted.length > COUNTED_MAX) this.#counted.clear();
    for (const bettorDay of counted) this.#counted.add(bettorDay);
  }

  #countAttempt(signature: string): number {
    const attempts = (this.#attempts.get(signature) ?? 0) + 1;
    this.#attempts.set(signature, attempts);
    return attempts;
  }

  async #loadOwnBettors(group: readonly IngestedTransaction[]): Promise<void> {
    const { programAddress } = this.#options.chain;
    for (const landed of group) {
      if (landed.changes) continue;
      for (const wallet of listAuthoritiesOf(landed, programAddress)) {
        if (this.#ownBettors.has(wallet)) continue;
        if (this.#ownBettors.size >= OWN_BETTORS_MAX) this.#ownBettors.clear();
        this.#ownBettors.set(wallet, await findBettorAddress(wallet, { programAddress }));
      }
    }
  }

  async #getDecimals(): Promise<Readonly<Record<Currency, number>>> {
    if (!this.#decimals) {
      const { utilityDecimals } = await this.#options.chain.accounts.getConfig();
      this.#decimals = { SOL: 9, UTILITY: utilityDecimals };
    }
    return this.#decimals;
  }
}

function isProblem(error: unknown): error is Problem {
  const kinds = [OutOfOrder, EventMissing, OpeningMissing];
  return kinds.some((kind) => error instanceof kind);
}
