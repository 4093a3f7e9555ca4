// Applies landed transactions, one group at a time, and deals with what cannot be applied.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { listAuthoritiesOf } from '@tote/chain/history/decode-landed';
import type { EventChange } from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Currency } from '@tote/domain';
import { Serial } from '@tote/lib/serial';
import { findBettorAddress } from '@tote/program-client';
import { deleteMarketRows } from '../store/projection/delete-market-rows.ts';
import { haltMarket, listHaltedMarkets } from '../store/projection/halted-markets.ts';
import { MarketCache } from '../store/projection/market-cache.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { type AppliedGroup, applyGroup, type GroupContext } from './apply-group.ts';
import { Contradiction, EventMissing, OutOfOrder } from './problems.ts';
import { reconcile } from './reconcile/reconcile.ts';

/** Bettor addresses of wallets that signed bets; nearly always it is the relayer's. */
const AUTHORITIES_MAX = 10_000;
/** So often an event may wait for one before it, before the market is halted. */
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

type How = Pick<GroupContext, 'hasFeed' | 'isOrdered'>;

/** What was not applied, and why. */
export type Problems = ReadonlyMap<string, OutOfOrder | EventMissing>;

export class Applier {
  readonly #options: ApplierOptions;
  readonly #serial = new Serial();
  readonly #halted = new Set<string>();
  readonly #ownBettors = new Map<Address, Address>();
  readonly #reconciled = new Map<string, EventChange>();
  readonly #attempts = new Map<string, number>();
  #decimals: Readonly<Record<Currency, number>> | undefined;

  constructor(options: ApplierOptions) {
    this.#options = options;
  }

  isHalted(marketId: string): boolean {
    return this.#halted.has(marketId);
  }

  /** Other replicas may have halted markets, or a run before this one. */
  async loadHalted(): Promise<void> {
    const ids = await listHaltedMarkets(this.#options.store.db);
    this.#halted.clear();
    for (const id of ids) this.#halted.add(id);
  }

  /** As they come: what needs something that is not there yet is left out and reported. */
  apply(group: readonly LandedTransaction[]): Promise<Problems> {
    return this.#serial.run(async () => {
      const problems = new Map<string, OutOfOrder | EventMissing>();
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
   * Everything before is applied. What is still missing then is reconciled, and an event that waits
   * for another one in vain halts its market.
   */
  applyInOrder(group: readonly LandedTransaction[], hasFeed: boolean): Promise<Problems> {
    return this.#serial.run(async () => {
      const skipped = new Map<string, OutOfOrder | EventMissing>();
      const how: How = { hasFeed, isOrdered: true };
      let rest = group;
      while (rest.length > 0) {
        const problem = await this.#try(rest, how);
        if (!problem) break;
        if (problem instanceof EventMissing) {
          rest = await this.#reconcileOne(rest, problem, how);
          continue;
        }
        if (this.#countAttempt(problem.signature) >= ATTEMPTS_MAX) {
          rest = await this.#haltFrom(rest, problem, how);
          continue;
        }
        skipped.set(problem.signature, problem);
        rest = rest.filter(({ signature }) => signature !== problem.signature);
      }
      return skipped;
    });
  }

  /** A market whose history the chain has changed: its rows are made anew from all of it. */
  reindex(market: Address, history: readonly LandedTransaction[]): Promise<void> {
    return this.#serial.run(async () => {
      const { store, cache, publish } = this.#options;
      await this.#learnAuthorities(history);
      const context: GroupContext = {
        ...(await this.#context({ hasFeed: false, isOrdered: true })),
        only: market,
        cache: new MarketCache({ isOn: false }),
        record: undefined,
      };
      try {
        const applied = await store.write(async (db) => {
          await deleteMarketRows(db, marketIdOf(market));
          return applyGroup(db, history, context);
        });
        cache.drop(marketIdOf(market));
        publish(applied);
      } catch (error) {
        if (!(error instanceof Contradiction || error instanceof OutOfOrder)) throw error;
        await this.#halt(error);
      }
    });
  }

  /** A rebuild starts from nothing. */
  forget(): void {
    this.#halted.clear();
    this.#reconciled.clear();
    this.#attempts.clear();
  }

  /** Undefined when the group is applied. Contradictions are dealt with here. */
  async #try(
    group: readonly LandedTransaction[],
    how: How,
  ): Promise<OutOfOrder | EventMissing | undefined> {
    let rest = group;
    for (;;) {
      try {
        await this.#write(rest, how);
        return undefined;
      } catch (error) {
        if (error instanceof OutOfOrder || error instanceof EventMissing) return error;
        if (!(error instanceof Contradiction)) throw error;
        // What came before it was true and stays.
        const at = rest.findIndex(({ signature }) => signature === error.signature);
        const problem = at > 0 ? await this.#try(rest.slice(0, at), how) : undefined;
        if (problem) return problem;
        rest = rest.slice(at);
        await this.#halt(error);
      }
    }
  }

  async #write(group: readonly LandedTransaction[], how: How): Promise<void> {
    const { store, cache, publish } = this.#options;
    await this.#learnAuthorities(group);
    const context = await this.#context(how);
    const applied = await store.write((db) => applyGroup(db, group, context));
    for (const row of applied.markets) cache.set(row);
    for (const { landed } of applied.applied) this.#attempts.delete(landed.signature);
    publish(applied);
  }

  async #context(how: How): Promise<GroupContext> {
    const { cache, wallMs, record, chain } = this.#options;
    return {
      ...how,
      programAddress: chain.programAddress,
      decimals: await this.#getDecimals(),
      cache,
      ownBettors: this.#ownBettors,
      nowMs: wallMs(),
      isHalted: (id) => this.#halted.has(id),
      findReconciled: (signature, index) => this.#reconciled.get(`${signature} ${index}`),
      record,
    };
  }

  /** Applies what comes before the problem, then asks the accounts. Gives what is left to do. */
  async #reconcileOne(
    rest: readonly LandedTransaction[],
    problem: EventMissing,
    how: How,
  ): Promise<readonly LandedTransaction[]> {
    const { chain, store, log } = this.#options;
    const at = rest.findIndex(({ signature }) => signature === problem.signature);
    const landed = rest[at] as LandedTransaction;
    if (at > 0) {
      const before = await this.#try(rest.slice(0, at), how);
      // It must be dealt with before this one; the caller meets it again.
      if (before) return rest;
    }
    const { instruction } = problem;
    try {
      const found = await reconcile({ chain, db: store.db }, landed, problem);
      this.#reconciled.set(`${landed.signature} ${instruction}`, found);
      log.warn({ signature: landed.signature, instruction }, 'an event was reconciled');
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error;
      await this.#halt(error);
    }
    return rest.slice(at);
  }

  /** Applies what came before the problem and halts its market. Gives what is left to do. */
  async #haltFrom(
    rest: readonly LandedTransaction[],
    problem: OutOfOrder,
    how: How,
  ): Promise<readonly LandedTransaction[]> {
    const at = rest.findIndex(({ signature }) => signature === problem.signature);
    const before = at > 0 ? await this.#try(rest.slice(0, at), how) : undefined;
    if (before) return rest;
    await this.#halt(problem);
    return rest.slice(at);
  }

  async #halt({ marketId, message }: Contradiction | OutOfOrder): Promise<void> {
    const { store, log } = this.#options;
    this.#halted.add(marketId);
    await store.write((db) => haltMarket(db, marketId, message));
    log.error({ marketId, reason: message, alarm: 'market_halted' }, 'a market is halted');
    await store.notify('market', marketId);
  }

  #countAttempt(signature: string): number {
    const attempts = (this.#attempts.get(signature) ?? 0) + 1;
    this.#attempts.set(signature, attempts);
    return attempts;
  }

  async #learnAuthorities(group: readonly LandedTransaction[]): Promise<void> {
    const { programAddress } = this.#options.chain;
    for (const landed of group) {
      for (const wallet of listAuthoritiesOf(landed, programAddress)) {
        if (this.#ownBettors.has(wallet)) continue;
        if (this.#ownBettors.size >= AUTHORITIES_MAX) this.#ownBettors.clear();
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
