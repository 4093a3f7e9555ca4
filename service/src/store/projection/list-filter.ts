// What a list of markets is limited to, as SQL.
import type { DecidedByWord } from '@tote/conditions/decided-by-word';
import { DECIDED_BY_WORDS } from '@tote/conditions/decided-by-word';
import { CURRENCIES, type Currency, currencyToCode } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';

export interface MarketFilter {
  readonly creator?: string;
  readonly tokenAddress?: string;
  readonly currency?: Currency;
  readonly decidedBy?: DecidedByWord;
  /** All of them are in the question. In lower case. */
  readonly words?: readonly string[];
}

/** The filters that an index serves; the others are checked on each row. */
type Served = Partial<Record<keyof MarketFilter, true>>;

type Sql = RawBuilder<unknown>;

/**
 * The conditions that are checked on each row. None of them is in a form that an index has, because
 * without statistics SQLite would prefer any index with an equality to the one of the order.
 */
export function checks(filter: MarketFilter, served: Served): Sql[] {
  const { creator, tokenAddress, currency, decidedBy, words = [] } = filter;
  return [
    ...(creator !== undefined && !served.creator ? [sql`creator || '' = ${creator}`] : []),
    ...(tokenAddress !== undefined && !served.tokenAddress
      ? [sql`token_address || '' = ${tokenAddress}`]
      : []),
    ...(currency !== undefined && !served.currency
      ? [sql`currency + 0 = ${codeOf(currency)}`]
      : []),
    ...(decidedBy !== undefined && !served.decidedBy ? [sql`decided_by || '' = ${decidedBy}`] : []),
    ...(served.words ? [] : words.map((word) => hasWord(word, MARKET_KEY))),
  ];
}

const MARKET_KEY = 'markets.created_slot, markets.nonce, markets.id';
/** Checked before the market is read. */
export const WORD_KEY = 'market_words.slot, market_words.number, market_words.market_id';

/** Whether the market with this key has the word. */
export const hasWord = (word: string, key: string): Sql => sql`exists (
  select 1 from market_words as other
  where other.word = ${word} and (other.slot, other.number, other.market_id) = (${sql.raw(key)}))`;

/** What is equal in a range of an index, and what that makes certain. */
export interface Range {
  readonly where: readonly Sql[];
  readonly served: Served;
  /** Of all markets in it, where the order needs it. */
  readonly currency?: bigint;
}

export const EVERYTHING: readonly Range[] = [{ where: [], served: {} }];

/** For each index that serves a part of the filter: its ranges, each newest first. */
export function listRanges(filter: MarketFilter): (readonly Range[])[] {
  const { creator, tokenAddress, currency, decidedBy } = filter;
  const ranges: (readonly Range[])[] = [];
  if (creator !== undefined) {
    ranges.push([{ where: [sql`creator = ${creator}`], served: { creator: true } }]);
  }
  if (tokenAddress !== undefined) {
    const where = [sql`token_address = ${tokenAddress}`];
    ranges.push([{ where, served: { tokenAddress: true } }]);
  }
  if (currency !== undefined || decidedBy !== undefined) ranges.push(rangesByKind(filter));
  return ranges;
}

function rangesByKind({ currency, decidedBy }: MarketFilter): Range[] {
  const currencies = currency === undefined ? CURRENCIES : [currency];
  const deciders = decidedBy === undefined ? DECIDED_BY_WORDS : [decidedBy];
  const served: Served = { currency: true, decidedBy: true };
  return deciders.flatMap((word) =>
    currencies.map((one) => ({
      where: [sql`decided_by = ${word}`, sql`currency = ${codeOf(one)}`],
      served,
    })),
  );
}

/** The volumes of each currency are apart, because their units differ. */
export function rangesByVolume({ currency }: MarketFilter): Range[] {
  return (currency === undefined ? CURRENCIES : [currency]).map((one) => ({
    where: [sql`currency = ${codeOf(one)}`],
    served: { currency: true },
    currency: codeOf(one),
  }));
}

const codeOf = (currency: Currency) => BigInt(currencyToCode(currency));
