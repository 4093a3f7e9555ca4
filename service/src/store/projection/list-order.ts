// The orders of lists of markets: as SQL for an index, and for merging in memory.
import type { Currency } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import { VOLUME } from '../migrations/0001-projection.ts';

/**
 * newest: by creation. endingSoon: what expires next, then what has expired, the last one first.
 * volume: by `totalVolume` as it is shown, whatever the currency.
 */
export const MARKET_SORTS = ['newest', 'endingSoon', 'volume'] as const;
export type MarketSort = (typeof MARKET_SORTS)[number];

/** A listed market, with what its order needs. The rest is zero. */
export interface Entry {
  readonly id: string;
  readonly created_slot: bigint;
  readonly nonce: bigint;
  readonly expires_at: bigint;
  readonly currency: bigint;
  /** In base units. Only to compare: a float. */
  readonly volume: number;
}

export type EntryRow = Pick<Entry, 'id'> & Partial<Entry>;

export const toEntry = (row: EntryRow): Entry => ({
  ...{ created_slot: 0n, nonce: 0n, expires_at: 0n, currency: 0n, volume: 0 },
  ...row,
});

export interface Order {
  readonly sort: MarketSort;
  /** What has expired then is behind what has not, in the order endingSoon. */
  readonly at: bigint;
  readonly decimals: Readonly<Record<Currency, number>>;
}

/** A part of a list that one walk through an index gives. */
export interface Section {
  /** Their names in the result. */
  readonly columns: readonly (keyof Entry)[];
  readonly direction: 'asc' | 'desc';
  readonly where: readonly RawBuilder<unknown>[];
}

const NEWEST = ['created_slot', 'nonce', 'id'] as const;
const ENDING = ['expires_at', 'id'] as const;

/** What is selected: no more than the index has, because pages far on skip many. */
export const SELECTED: Readonly<Record<MarketSort, string>> = {
  newest: 'id, created_slot, nonce',
  endingSoon: 'id, expires_at',
  volume: `id, created_slot, nonce, currency, ${VOLUME} as volume`,
};

/** The sections that are left after this place. */
export function listSections({ sort, at }: Order, after: Entry | undefined): Section[] {
  if (sort === 'newest') return [{ columns: NEWEST, direction: 'desc', where: [] }];
  if (sort === 'volume') {
    return [{ columns: ['volume', ...NEWEST], direction: 'desc', where: [] }];
  }
  const isPast = after !== undefined && after.expires_at <= at;
  const past: Section = { columns: ENDING, direction: 'desc', where: [sql`expires_at <= ${at}`] };
  if (isPast) return [past];
  return [{ columns: ENDING, direction: 'asc', where: [sql`expires_at > ${at}`] }, past];
}

/** Limits the first of these sections to what comes after the place. */
export function isBehind(
  { columns, direction }: Section,
  after: Entry,
  { names = {}, currency, decimals }: PlaceOptions,
): RawBuilder<unknown> {
  const own = columns.map((column) => sql.raw(names[column] ?? EXPRESSIONS[column] ?? column));
  const place = columns.map((column) =>
    column === 'volume' ? sql`${volumeIn(after, currency, decimals)}` : sql`${after[column]}`,
  );
  const operator = sql.raw(direction === 'desc' ? '<' : '>');
  return sql`(${sql.join(own)}) ${operator} (${sql.join(place)})`;
}

interface PlaceOptions extends Pick<Order, 'decimals'> {
  /** Names of the columns in another table. */
  readonly names?: Partial<Record<keyof Entry, string>>;
  /** Of the markets that are compared, for the order by volume. */
  readonly currency?: bigint;
}

const EXPRESSIONS: Partial<Record<keyof Entry, string>> = { volume: VOLUME };

/** The same number of the other currency's units. */
function volumeIn(after: Entry, currency = after.currency, decimals: Order['decimals']): number {
  const scale = scaleOf(currency, decimals) - scaleOf(after.currency, decimals);
  return scale < 0 ? after.volume / 10 ** -scale : after.volume * 10 ** scale;
}

const scaleOf = (currency: bigint, { SOL, UTILITY }: Order['decimals']) =>
  currency === 0n ? SOL : UTILITY;

/** By which a volume in base units is divided, to compare it with those of other currencies. */
export const unitOf = (currency: bigint, decimals: Order['decimals']) =>
  10 ** scaleOf(currency, decimals);

/** For sorting in memory: negative if `a` comes first. */
export function compareIn({ sort, at, decimals }: Order): (a: Entry, b: Entry) => number {
  switch (sort) {
    case 'newest':
      return compareNewest;
    case 'endingSoon':
      return (a, b) => {
        const isPast = a.expires_at <= at;
        if (isPast !== b.expires_at <= at) return isPast ? 1 : -1;
        const order = compare(a.expires_at, b.expires_at) || compare(a.id, b.id);
        return isPast ? -order : order;
      };
    case 'volume': {
      const units = ({ volume, currency }: Entry) => volume / unitOf(currency, decimals);
      return (a, b) => compare(units(b), units(a)) || compareNewest(a, b);
    }
  }
}

function compareNewest(a: Entry, b: Entry): number {
  return (
    compare(b.created_slot, a.created_slot) || compare(b.nonce, a.nonce) || compare(b.id, a.id)
  );
}

function compare<T extends bigint | number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
