// What the vaults hold and owe at a slot, and our own sum of the parts at the same one. The
// database may be behind the chain, so both are read until they agree on what is owed.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain, Vaults } from '@tote/chain/chain';
import { shareRunning } from '@tote/chain/lib/share-running';
import {
  type Amount,
  amount,
  type Currency,
  DomainError,
  type UnixSeconds,
  unixSecondsAt,
} from '@tote/domain';
import { getVaultSize } from '@tote/program-client';
import { sumReserves } from '../../store/projection/fees.ts';
import type { Store } from '../../store/store.ts';

interface Reserves {
  readonly vault: Amount;
  readonly owed: Amount;
  /** Negative only if the database is wrong. */
  readonly balances: bigint;
  readonly pools: bigint;
  readonly fees: bigint;
  /** vault - owed: donations and rounding. Negative if money is missing. */
  readonly surplus: bigint;
  readonly slot: bigint;
  readonly summedAt: UnixSeconds;
}

/** What `initialize` put into the SOL vault, so that it stays open when rent rises. */
const VAULT_RENTS = 10n;
const WITHIN_MS = 10_000;
const PAUSE_MS = 50;

type PerCurrency<T> = Readonly<Record<Currency, T>>;

interface ReservesContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly wallMs: () => number;
  catchUp(): Promise<void>;
  readonly withinMs?: number;
}

interface ReadReserves {
  readonly reserves: PerCurrency<Reserves>;
  readonly busyMs: number;
}

/**
 * An answer that does not add up is no race: the difference was the same for `withinMs`, with
 * everything applied. Throws `reserves_unsettled` if it kept changing.
 */
export async function readReserves(context: ReservesContext): Promise<ReadReserves> {
  const { chain, withinMs = WITHIN_MS, catchUp } = context;
  const reads: PerCurrency<Reads> = { SOL: new Reads(), UTILITY: new Reads() };
  const rent = await readRent(context);
  const endsAtMs = performance.now() + withinMs;
  let busyMs = await addRead(context, rent, await chain.accounts.getVaults(), reads);
  for (let isLast = false; ; ) {
    const SOL = reads.SOL.find(isLast);
    const UTILITY = reads.UTILITY.find(isLast);
    if (SOL && UTILITY) return { reserves: { SOL, UTILITY }, busyMs };
    if (isLast) throw new DomainError('reserves_unsettled');
    await sleep(PAUSE_MS);
    isLast = performance.now() >= endsAtMs;
    const newest = await chain.accounts.getVaults();
    // The newest slot of the embedded chain goes on after the read; a final one does not.
    const final = await chain.accounts.getVaults('finalized').catch(() => undefined);
    await catchUp();
    for (const one of Object.values(reads)) one.isWhole = true;
    busyMs += await addRead(context, rent, newest, reads);
    if (final) busyMs += await addRead(context, rent, final, reads);
  }
}

export const differenceOf = ({ owed, balances, pools, fees }: Reserves): bigint =>
  owed - balances - pools - fees;

export const missingIn = ({ surplus }: Reserves): bigint => (surplus < 0n ? -surplus : 0n);

class Reads {
  isWhole = false;
  readonly #differences = new Set<bigint>();
  #agreed: Reserves | undefined;
  #last: Reserves | undefined;

  add(read: Reserves): void {
    const difference = differenceOf(read);
    if (difference === 0n) this.#agreed ??= read;
    if (this.isWhole) this.#differences.add(difference);
    this.#last = read;
  }

  /** One that adds up; at the end also one whose difference was always the same. */
  find(isLast: boolean): Reserves | undefined {
    return this.#agreed ?? (isLast && this.#differences.size === 1 ? this.#last : undefined);
  }
}

async function addRead(
  { store, wallMs }: ReservesContext,
  rent: bigint,
  { sol, utility, lamports, tokens, slot }: Vaults,
  reads: PerCurrency<Reads>,
): Promise<number> {
  const startedAtMs = performance.now();
  const sums = await sumReserves(store.db, slot);
  const tookMs = performance.now() - startedAtMs;
  const summedAt = unixSecondsAt(wallMs());
  const add = (currency: Currency, owed: bigint, vault: Amount) => {
    const onChain = { vault, owed: amount(owed), surplus: vault - owed };
    reads[currency].add({ ...onChain, ...sums[currency], slot, summedAt });
  };
  add('SOL', sol.owed, withoutRent(lamports, rent, sol.owed));
  add('UTILITY', utility.owed, amount(tokens));
  return tookMs;
}

const readRent = ({ chain }: ReservesContext): Promise<bigint> =>
  chain.rpc.getMinimumBalanceForRentExemption(BigInt(getVaultSize())).send();

/** Rent may cost more now than at `initialize`, but must never show as a deficit. */
function withoutRent(lamports: bigint, rent: bigint, owed: bigint): Amount {
  const money = lamports - VAULT_RENTS * rent;
  if (money >= owed) return amount(money);
  return amount(lamports >= owed ? owed : lamports);
}

// Keeps the last sum of the reserves. A sum reads many rows, so it is made at most once a second
// and takes at most a small part of the time: with more rows it is made more rarely.

const EVERY_MS = 1_000;
/** The pause after a sum, in multiples of the time that it took. */
const PAUSES = 50;
/** Sums that take longer are not waited for, if there is one that is not too old. */
const AWAITED_MS_MAX = 100;
const OLD_MS = 60_000;

interface Options extends ReservesContext {
  readonly everyMs?: number;
}

export class ReservesReader {
  readonly #options: Options;
  #last: ReadReserves | undefined;
  #tookMs = 0;
  #endedAtMs = -Infinity;
  readonly sum = shareRunning(() => this.#read());

  constructor(options: Options) {
    this.#options = options;
  }

  get pauseMs(): number {
    return PAUSES * (this.#last?.busyMs ?? 0);
  }

  async get(): Promise<ReadReserves['reserves']> {
    return (await this.#findRecent()).reserves;
  }

  #findRecent(): Promise<ReadReserves> {
    const last = this.#last;
    const { everyMs = EVERY_MS } = this.#options;
    if (!last || everyMs === 0) return this.sum();
    const pauseMs = Math.max(everyMs, this.pauseMs);
    const ageMs = performance.now() - this.#endedAtMs;
    if (ageMs < pauseMs) return Promise.resolve(last);
    const next = this.sum();
    if (this.#tookMs <= AWAITED_MS_MAX || ageMs > OLD_MS) return next;
    // The next reader gets it. If it fails, that reader starts another one.
    next.catch(() => undefined);
    return Promise.resolve(last);
  }

  async #read(): Promise<ReadReserves> {
    const startedAtMs = performance.now();
    this.#last = await readReserves(this.#options);
    this.#endedAtMs = performance.now();
    this.#tookMs = this.#endedAtMs - startedAtMs;
    return this.#last;
  }
}
