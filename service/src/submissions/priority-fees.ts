// Decides priority fees: what others paid lately for the same accounts, within limits.

import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { largest, smallest } from '@tote/chain/lib/bigints';
import { shareRunning } from '@tote/chain/lib/share-running';
import { priceWithin, priorityLamports } from '@tote/chain/priority-fee';
import { unixSecondsAt } from '@tote/domain';
import { addFee, dayOf, sumFees } from '../store/journal/payments.ts';
import type { Db, Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';

interface PriorityFeesOptions {
  readonly chain: Pick<Chain, 'recentFees'>;
  readonly store: Store;
  readonly limits: { perTransaction: bigint; perDay: bigint };
  readonly wallMs: () => number;
  readonly log: Pick<Log, 'error'>;
}

export interface FeeQuote {
  /** Micro-lamports per compute unit. The fee is taken from the budget even if it never lands. */
  priceFor(units: number): bigint;
}

const NOTHING: FeeQuote = { priceFor: () => 0n };
/** The share of recent slots in which less was paid, for the first and later signatures. */
const RANKS = [0.75, 0.9, 1] as const;
const RAISED = 10_000n;
/** In the table of fees by wallet and day. No wallet has this name. */
const ACCOUNT = 'priority fees';
const PARTS = 50n;

export class PriorityFees {
  readonly #options: PriorityFeesOptions;
  /** Reserved for the day, and not used yet. A crash leaves it unused. */
  #reserved = { day: -1, lamports: 0n };
  /** Without the database nothing is signed anyway. */
  readonly #refill = shareRunning(() => this.#reserve().catch(() => undefined));
  #usedUpOn = -1;
  spent = 0n;
  lastPrice = 0n;

  constructor(options: PriorityFeesOptions) {
    this.#options = options;
  }

  /** `tries`: how often the transaction was signed, with this time. */
  async quote(accounts: readonly Address[], tries = 1): Promise<FeeQuote> {
    const { limits } = this.#options;
    if (limits.perTransaction === 0n || limits.perDay === 0n) return NOTHING;
    const wanted = await this.#findPrice(accounts, tries);
    if (wanted === 0n) {
      this.lastPrice = 0n;
      return NOTHING;
    }
    if (this.#available < limits.perTransaction) await this.#refill();
    return { priceFor: (units) => this.#take(wanted, units) };
  }

  /** The price for a transaction that a wallet may sign later. Takes nothing from the budget. */
  async offer(accounts: readonly Address[], units: number, most: bigint): Promise<bigint> {
    const { limits } = this.#options;
    const within = priceWithin(smallest(most, limits.perTransaction), units);
    if (within <= 0n || limits.perDay === 0n) return 0n;
    return smallest(await this.#findPrice(accounts, 1), within);
  }

  async unreserved(): Promise<bigint> {
    const { store, limits, wallMs } = this.#options;
    const now = unixSecondsAt(wallMs());
    return limits.perDay - (await sumFees(store.db, { wallet: ACCOUNT, now }));
  }

  /** False if the budget has no more. Call it in the SQL transaction of the submission. */
  async payIn(db: Db, lamports: bigint): Promise<boolean> {
    const { limits, wallMs } = this.#options;
    const now = unixSecondsAt(wallMs());
    const isPaid = await addFee(db, { wallet: ACCOUNT, lamports, now }, limits.perDay);
    if (isPaid) this.spent += lamports;
    return isPaid;
  }

  get isUsedUp(): boolean {
    return this.#usedUpOn === this.#today();
  }

  async #findPrice(accounts: readonly Address[], tries: number): Promise<bigint> {
    // Without an answer it is sent without a fee: that may be slow, but costs nothing.
    const recent = await this.#options.chain.recentFees.list(accounts).catch(() => []);
    return findPrice(recent, tries);
  }

  get #available(): bigint {
    return this.#reserved.day === this.#today() ? this.#reserved.lamports : 0n;
  }

  #today(): number {
    return dayOf(unixSecondsAt(this.#options.wallMs()));
  }

  #take(wanted: bigint, units: number): bigint {
    const { perTransaction } = this.#options.limits;
    const available = this.#available;
    const price = smallest(wanted, priceWithin(smallest(available, perTransaction), units));
    const lamports = priorityLamports(price, units);
    this.#reserved.lamports -= lamports;
    this.spent += lamports;
    this.lastPrice = price;
    return price;
  }

  async #reserve(): Promise<void> {
    const { store, limits, wallMs } = this.#options;
    const { perTransaction, perDay } = limits;
    const now = unixSecondsAt(wallMs());
    const part = largest(perDay / PARTS, perTransaction);
    const lamports = await store.write(async (db) => {
      const left = perDay - (await sumFees(db, { wallet: ACCOUNT, now }));
      const wanted = smallest(left, part);
      if (wanted <= 0n) return 0n;
      return (await addFee(db, { wallet: ACCOUNT, lamports: wanted, now }, perDay)) ? wanted : 0n;
    });
    const day = dayOf(now);
    const before = this.#reserved.day === day ? this.#reserved.lamports : 0n;
    this.#reserved = { day, lamports: before + lamports };
    if (lamports === 0n) this.#reportUsedUp(day);
  }

  #reportUsedUp(day: number): void {
    if (this.#usedUpOn === day) return;
    this.#usedUpOn = day;
    const { log, limits } = this.#options;
    log.error(
      { lamports: limits.perDay.toString(), alarm: 'priority_fees_used_up' },
      'the priority fees of the day are used up; transactions are sent without them',
    );
  }
}

function findPrice(recent: readonly bigint[], tries: number): bigint {
  const rank = RANKS[Math.min(tries, RANKS.length) - 1] as number;
  const found = recent[Math.ceil(rank * recent.length) - 1] ?? 0n;
  if (tries <= 1) return found;
  return largest(found, RAISED << BigInt(tries - 2));
}
