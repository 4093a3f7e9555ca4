// The bets of `tote mcp`, stored before they are sent. Every entry is a file with the next number,
// created whole: of two processes that want the same number one fails, reads again, and so counts
// what the other one spends. There is no lock that a killed process could leave behind.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPrivateFile, draftOf, flushFolder, linkOnce } from '@tote/chain/lib/private-files';
import type { Currency, Outcome } from '@tote/domain';
import { RefusedError } from '../failures.ts';

export interface Stake {
  readonly marketId: string;
  readonly outcome: Outcome;
  readonly currency: Currency;
  /** In base units. */
  readonly amount: bigint;
}

export interface Reservation extends Stake {
  /** The Idempotency-Key of the bet. */
  readonly key: string;
  readonly day: string;
  readonly at: number;
  readonly betId?: string;
}

interface Reserved extends Omit<Reservation, 'amount' | 'day' | 'betId'> {
  readonly kind: 'reserved';
  readonly amount: string;
}

type Entry =
  | Reserved
  | { readonly kind: 'placed'; readonly key: string; readonly betId: string }
  | { readonly kind: 'returned'; readonly key: string };

const DAY_MS = 86_400_000;
/** The service keeps keys for 24 hours. */
const REPEAT_MS = DAY_MS / 2;
const NAME = /^\d{6}\.json$/;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const isSame = (a: Stake, b: Stake) =>
  a.marketId === b.marketId &&
  a.outcome === b.outcome &&
  a.currency === b.currency &&
  a.amount === b.amount;

export class Spending {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  /** In base units, since midnight UTC. */
  spent(currency: Currency): bigint {
    return sum(this.#read(dayOf(this.#now())).reservations, currency);
  }

  /** The same bet, if it was reserved in the last 12 hours and not returned. */
  findRepeat(stake: Stake): Reservation | undefined {
    const now = this.#now();
    return [now, now - DAY_MS]
      .flatMap((ms) => this.#read(dayOf(ms)).reservations.toReversed())
      .find((each) => isSame(each, stake) && now - each.at < REPEAT_MS);
  }

  /** Throws if the day's limit would be exceeded, or if the same bet was reserved meanwhile. */
  reserve(stake: Stake, { maxDay, again }: { maxDay: bigint; again: boolean }): Reservation {
    const at = this.#now();
    const [key, day] = [crypto.randomUUID(), dayOf(at)];
    const entry: Entry = { kind: 'reserved', key, at, ...stake, amount: String(stake.amount) };
    this.#append(day, entry, (reservations) => {
      if (sum(reservations, stake.currency) + stake.amount > maxDay) {
        throw new RefusedError('Nothing was sent: --max-day was reached meanwhile.');
      }
      if (!again && this.findRepeat(stake)) {
        throw new RefusedError(
          'Nothing was sent: the same bet was placed meanwhile. To place it again, set again.',
        );
      }
    });
    return { ...stake, key, day, at };
  }

  markPlaced({ day, key }: Reservation, betId: string): void {
    this.#append(day, { kind: 'placed', key, betId });
  }

  /** Only for a bet that certainly was not placed. */
  giveBack({ day, key }: Reservation): void {
    this.#append(day, { kind: 'returned', key });
  }

  #append(day: string, entry: Entry, check?: (reservations: Reservation[]) => void): void {
    const dir = join(this.#folder, day);
    const created = mkdirSync(dir, { recursive: true, mode: 0o700 }) ?? dir;
    for (let each = dir; each.length >= created.length; each = dirname(each)) {
      flushFolder(dirname(each));
    }
    for (;;) {
      const { reservations, last } = this.#read(day);
      check?.(reservations);
      const file = join(dir, `${String(last + 1).padStart(6, '0')}.json`);
      const draft = draftOf(file);
      createPrivateFile(draft, `${JSON.stringify(entry)}\n`);
      if (linkOnce(draft, file)) return;
    }
  }

  #read(day: string): { reservations: Reservation[]; last: number } {
    const dir = join(this.#folder, day);
    const names = listNames(dir);
    const reservations = new Map<string, Reservation>();
    for (const name of names) {
      const entry = readEntry(join(dir, name));
      const { key } = entry;
      const found = reservations.get(key);
      if (entry.kind === 'reserved') {
        const { kind: _, amount, ...rest } = entry;
        reservations.set(key, { ...rest, day, amount: BigInt(amount) });
      } else if (entry.kind === 'returned') reservations.delete(key);
      else if (found) reservations.set(key, { ...found, betId: entry.betId });
    }
    return {
      reservations: [...reservations.values()],
      last: Number.parseInt(names.at(-1) ?? '0', 10),
    };
  }
}

function listNames(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => NAME.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readEntry(file: string): Entry {
  try {
    const entry = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof entry.key !== 'string') throw new Error('no key');
    if (entry.kind === 'reserved') BigInt(entry.amount);
    return entry;
  } catch {
    throw new RefusedError(
      `${file} is damaged, so what was spent today is unknown. Ask the user to delete it, which ` +
        'forgets that entry.',
    );
  }
}

function sum(reservations: readonly Reservation[], currency: Currency): bigint {
  return reservations
    .filter((each) => each.currency === currency)
    .reduce((total, { amount }) => total + amount, 0n);
}
