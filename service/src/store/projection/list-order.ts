// The orders of lists of markets, as SQL.
import { CURRENCIES, type Currency, currencyToCode } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';

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

export interface Order {
  readonly sort: MarketSort;
  /** What has expired then is behind what has not, in the order endingSoon. */
  readonly at: bigint;
  readonly decimals: Readonly<Record<Currency, number>>;
}

type Sql = RawBuilder<unknown>;

/** The index `markets_volume` has the same expression. The sum of two integers may overflow. */
const VOLUME = '(cast(pool_yes as double precision) + cast(pool_no as double precision))';

/** What is selected: no more than the index has, because pages far on skip many. */
export const SELECTED: Readonly<Record<MarketSort, Sql>> = {
  newest: sql`id, created_slot, nonce`,
  endingSoon: sql`id, expires_at`,
  volume: sql`id, created_slot, nonce, currency, ${sql.raw(VOLUME)} as volume`,
};

/** Markets that an index has in their order. */
interface Part {
  readonly where: readonly Sql[];
  readonly orderBy: Sql;
}

const NEWEST = sql`created_slot desc, nonce desc, id desc`;
const BY_VOLUME = sql`volume desc, ${NEWEST}`;

/** The parts of the list behind the place `after`. */
export function listParts(order: Order, after: Entry | undefined, currency?: Currency): Part[] {
  if (order.sort === 'endingSoon') return listByExpiry(order.at, after);
  if (order.sort === 'volume') {
    // The volumes of each currency are apart, because their units differ.
    return (currency ? [currency] : CURRENCIES).map((one) => partByVolume(order, after, one));
  }
  const isBehind =
    after && sql`(created_slot, nonce, id) < (${after.created_slot}, ${after.nonce}, ${after.id})`;
  return [{ where: isBehind ? [isBehind] : [], orderBy: NEWEST }];
}

function listByExpiry(at: bigint, after: Entry | undefined): Part[] {
  const place = after && sql`(${after.expires_at}, ${after.id})`;
  const isPast = after !== undefined && after.expires_at <= at;
  const future: Part = {
    where: [sql`expires_at > ${at}`, ...(place ? [sql`(expires_at, id) > ${place}`] : [])],
    orderBy: sql`expires_at, id`,
  };
  const past: Part = {
    where: [sql`expires_at <= ${at}`, ...(isPast ? [sql`(expires_at, id) < ${place}`] : [])],
    orderBy: sql`expires_at desc, id desc`,
  };
  return isPast ? [past] : [future, past];
}

function partByVolume({ decimals }: Order, after: Entry | undefined, currency: Currency): Part {
  const code = BigInt(currencyToCode(currency));
  const isOfCurrency = sql`currency = ${code}`;
  if (!after) return { where: [isOfCurrency], orderBy: BY_VOLUME };
  const { created_slot, nonce, id } = after;
  const isBehind = sql`(${sql.raw(VOLUME)}, created_slot, nonce, id) <
    (${volumeIn(after, code, decimals)}, ${created_slot}, ${nonce}, ${id})`;
  return { where: [isOfCurrency, isBehind], orderBy: BY_VOLUME };
}

/** The same number of the other currency's units. */
function volumeIn(after: Entry, currency: bigint, decimals: Order['decimals']): number {
  const scale = scaleOf(currency, decimals) - scaleOf(after.currency, decimals);
  return scale < 0 ? after.volume / 10 ** -scale : after.volume * 10 ** scale;
}

const scaleOf = (currency: bigint, { SOL, UTILITY }: Order['decimals']) =>
  currency === 0n ? SOL : UTILITY;

/** The order of the whole list. */
export function orderOf({ sort, at, decimals }: Order): Sql {
  if (sort === 'newest') return NEWEST;
  if (sort === 'volume') {
    const [sol, utility] = [sql.lit(10 ** decimals.SOL), sql.lit(10 ** decimals.UTILITY)];
    return sql`volume / case currency when 0 then ${sol} else ${utility} end desc, ${NEWEST}`;
  }
  return sql`expires_at <= ${at}, abs(expires_at - ${at}),
    case when expires_at > ${at} then id end, id desc`;
}
