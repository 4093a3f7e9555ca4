// What a list of markets is limited to, as SQL.
import type { DecidedByWord } from '@tote/conditions/decided-by-word';
import { CURRENCIES, type Currency, currencyToCode } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { bitsOf } from './list-bits.ts';

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
 * The conditions that are checked on each row. For SQLite none of them is in a form that an index
 * has: without statistics it would prefer any index with an equality to the one of the order.
 */
export function checks(db: Db, filter: MarketFilter, served: Served): Sql[] {
  const columns = checkColumns(filter, served, isPostgres(db) ? AS_IS : NOT_INDEXED);
  return [...hasBits(db, filter, served), ...columns, ...checkWords(filter, served)];
}

/**
 * For a walk through an index. PostgreSQL reads every row that the walk comes by if a condition
 * needs more than the index has, so these are looked up for those that have the bits.
 */
export function checksInWalk(db: Db, filter: MarketFilter, served: Served): Sql[] {
  const columns = checkColumns(filter, served, (column) => `listed.${column}`);
  if (!isPostgres(db) || columns.length === 0) return checks(db, filter, served);
  const isListed = sql`(select true from markets as listed where listed.id = markets.id
    and ${sql.join(columns, sql` and `)} limit 1)`;
  return [...hasBits(db, filter, served), isListed, ...checkWords(filter, served)];
}

type Write = (column: string, isText: boolean) => string;
const AS_IS: Write = (column) => column;
const NOT_INDEXED: Write = (column, isText) => (isText ? `${column} || ''` : `${column} + 0`);

function checkColumns(filter: MarketFilter, served: Served, write: Write): Sql[] {
  const { creator, tokenAddress, currency, decidedBy } = filter;
  const text = (column: string) => sql.raw(write(column, true));
  const found: Sql[] = [];
  if (creator !== undefined && !served.creator) found.push(sql`${text('creator')} = ${creator}`);
  if (tokenAddress !== undefined && !served.tokenAddress) {
    found.push(sql`${text('token_address')} = ${tokenAddress}`);
  }
  if (currency !== undefined && !served.currency) {
    found.push(sql`${sql.raw(write('currency', false))} = ${codeOf(currency)}`);
  }
  if (decidedBy !== undefined && !served.decidedBy) {
    found.push(sql`${text('decided_by')} = ${decidedBy}`);
  }
  return found;
}

const checkWords = ({ words = [] }: MarketFilter, served: Served): Sql[] =>
  served.words ? [] : words.map((word) => hasWord(word, MARKET_KEY));

/**
 * Rules most markets out that the checks would. PostgreSQL expects the result of a comparison to be
 * rare, and would then not walk through the index of the order.
 */
function hasBits(db: Db, filter: MarketFilter, served: Served): Sql[] {
  const { creator, tokenAddress: token, currency, decidedBy, words } = filter;
  const bits = bitsOf({
    ...(!served.creator && { creator }),
    ...(!served.tokenAddress && { token }),
    ...(!served.currency && currency && { currency: codeOf(currency) }),
    ...(!served.decidedBy && { decidedBy }),
    ...(!served.words && { words }),
  });
  if (bits === 0n) return [];
  const isSet = sql`(bits & ${bits}) = ${bits}`;
  return [isPostgres(db) ? sql`case when ${isSet} then true else false end` : isSet];
}

const MARKET_KEY = 'markets.created_slot, markets.nonce, markets.id';
/** Checked before the market is read. */
export const WORD_KEY = 'market_words.slot, market_words.number, market_words.market_id';

/**
 * Looked up for each row: as a join, PostgreSQL would read all that have the word. A comparison
 * with the result would make it expect so few rows that it reads them all.
 */
export const hasWord = (word: string, key: string): Sql => sql`(
  select true from market_words as other where other.word = ${word}
    and (other.slot, other.number, other.market_id) = (${sql.raw(key)}) limit 1)`;

/** What is equal in a range of an index, and what that makes certain. */
export interface Range {
  readonly where: readonly Sql[];
  readonly served: Served;
  /** Of all markets in it, where the order needs it. */
  readonly currency?: bigint;
}

export const EVERYTHING: readonly Range[] = [{ where: [], served: {} }];

/** Ranges of one index that serves a part of the filter. */
export interface Choice {
  readonly ranges: readonly Range[];
  /** Whether each is newest first. */
  readonly isInOrder: boolean;
}

export function listChoices(filter: MarketFilter): Choice[] {
  const { creator, tokenAddress, currency, decidedBy } = filter;
  const choices: Choice[] = [];
  if (creator !== undefined) {
    const ranges = [{ where: [sql`creator = ${creator}`], served: { creator: true } as const }];
    choices.push({ ranges, isInOrder: true });
  }
  if (tokenAddress !== undefined) {
    const where = [sql`token_address = ${tokenAddress}`];
    choices.push({ ranges: [{ where, served: { tokenAddress: true } }], isInOrder: true });
  }
  if (decidedBy !== undefined) {
    choices.push({ ranges: rangesByKind(decidedBy, filter), isInOrder: true });
  } else if (currency !== undefined) {
    choices.push({ ranges: rangesByVolume(filter), isInOrder: false });
  }
  return choices;
}

function rangesByKind(decidedBy: DecidedByWord, { currency }: MarketFilter): Range[] {
  return (currency === undefined ? CURRENCIES : [currency]).map((one) => ({
    where: [sql`decided_by = ${decidedBy}`, sql`currency = ${codeOf(one)}`],
    served: { currency: true, decidedBy: true },
  }));
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
