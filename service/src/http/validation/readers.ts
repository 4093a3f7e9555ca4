// One parser per field type: from the JSON value to the value that the service uses. Each throws
// an error that names the field.

import { JsonNumber } from '@tote/chain/lib/json/json-number';
import { wordsOf } from '@tote/conditions/market-keys';
import {
  CURRENCIES,
  DomainError,
  LIMITS,
  OUTCOMES,
  parseCurrency,
  parseOutcome,
} from '@tote/domain';
import { isAddress, isBetId, isMarketId } from '../ids.ts';
import { fieldName } from './explain-error.ts';
import { readInstant } from './read-instant.ts';
import { readQuestion, readText } from './read-text.ts';
import type { Reader, ReaderRules } from './reader.ts';

const TRANSACTION_CHARACTERS_MAX = 8_192;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,9})$/;
const CURSOR = /^[A-Za-z0-9_-]{1,400}$/;
const EVENT_ID = /^(?:0|[1-9][0-9]{0,17})$/;

export const READERS: Readonly<Record<string, Reader>> = {
  amountText: readAmountText,
  instant: readInstant,
  instantOrNull: (value, path) => (value === null ? null : readInstant(value, path)),
  question: readQuestion,
  text: readText,
  integer: readInteger,
  queryInteger: readQueryInteger,
  choice: readChoice,
  json: readAnyJson,
  currency: (value, path) =>
    typeof value === 'string' ? parseCurrency(value) : invalid(path, CURRENCIES.join(' or ')),
  outcome: (value, path) =>
    typeof value === 'string' ? parseOutcome(value) : invalid(path, OUTCOMES.join(' or ')),
  outcomes: readOutcomes,
  tokenAddress: readTokenAddress,
  address: readAddress,
  addressOrNull: (value, path) => (value === null ? null : readAddress(value, path)),
  transaction: readTransaction,
  base64: readBase64,
  pageLimit: readPageLimit,
  pageOffset: readPageOffset,
  longListOffset: readLongListOffset,
  status: readStatus,
  searchWords: readSearchWords,
  cursor: readCursor,
  marketId: readMarketId,
  betId: readBetId,
  eventId: readEventId,
};

function invalid(path: string, expected: string): never {
  throw new DomainError('field_invalid', { field: fieldName(path), expected });
}

/** The text is parsed as an amount later, when the decimals of the currency are known. */
function readAmountText(value: unknown): unknown {
  if (value instanceof JsonNumber) return value;
  if (typeof value === 'string') return { text: value, isJsonNumber: false };
  throw new DomainError('amount_malformed');
}

function readInteger(value: unknown, path: string, { least = 0, most = 0 }: ReaderRules): number {
  const text = value instanceof JsonNumber ? value.text : '';
  const number = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  return invalid(path, `a whole number from ${least} to ${most}`);
}

function readQueryInteger(
  value: unknown,
  path: string,
  { least = 0, most = 0 }: ReaderRules,
): number {
  const number = WHOLE_NUMBER.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  return invalid(path, `a whole number from ${least} to ${most}`);
}

function readChoice(value: unknown, path: string, { choices = [] }: ReaderRules): string {
  const choice = choices.find((each) => each === value);
  return choice ?? invalid(path, `one of ${choices.join(', ')}`);
}

/** Numbers inside stay text: the parser of the condition decides their precision. */
function readAnyJson(value: unknown, path: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !(value instanceof JsonNumber) ? value : invalid(path, 'an object');
}

function readOutcomes(value: unknown): readonly string[] {
  const isPair = Array.isArray(value) && value.length === OUTCOMES.length;
  if (!isPair || !OUTCOMES.every((name) => value.includes(name))) {
    throw new DomainError('outcomes_invalid');
  }
  return OUTCOMES;
}

function readTokenAddress(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'string' && isAddress(value)) return value;
  throw new DomainError('token_address_invalid');
}

function readAddress(value: unknown, path: string): string {
  if (typeof value === 'string' && isAddress(value)) return value;
  throw new DomainError('address_invalid', { field: fieldName(path) });
}

function readTransaction(value: unknown): string {
  const isShort = typeof value === 'string' && value.length <= TRANSACTION_CHARACTERS_MAX;
  if (!isShort || !BASE64.test(value)) throw new DomainError('transaction_malformed');
  return value;
}

function readBase64(value: unknown, path: string, { most = 0 }: ReaderRules): Uint8Array {
  const isShort = typeof value === 'string' && value.length <= most;
  if (isShort && BASE64.test(value)) return Buffer.from(value, 'base64');
  return invalid(path, `base64 of at most ${most} characters`);
}

function readPageLimit(value: unknown): number {
  const { pageSizeMin: min, pageSizeMax: max } = LIMITS;
  const limit = WHOLE_NUMBER.test(String(value)) ? Number(value) : Number.NaN;
  if (limit >= min && limit <= max) return limit;
  throw new DomainError('limit_out_of_range', { min, max });
}

function readPageOffset(value: unknown): number {
  const max = LIMITS.pageOffsetMax;
  const offset = WHOLE_NUMBER.test(String(value)) ? Number(value) : Number.NaN;
  if (offset <= max) return offset;
  throw new DomainError('offset_out_of_range', { max });
}

function readLongListOffset(value: unknown): number {
  const max = LIMITS.longListOffsetMax;
  const offset = readPageOffset(value);
  if (offset <= max) return offset;
  throw new DomainError('offset_too_deep', { max });
}

function readStatus(value: unknown): string {
  if (value === 'open' || value === 'resolved') return value;
  throw new DomainError('status_invalid');
}

function readSearchWords(value: unknown, path: string): readonly string[] {
  const { searchCharactersMax: characters, searchWordsMax: most } = LIMITS;
  const isShort = typeof value === 'string' && value.length <= characters;
  const words = isShort ? wordsOf(value) : [];
  if (words.length >= 1 && words.length <= most) return words;
  return invalid(path, `1 to ${most} words of the question, at most ${characters} characters`);
}

function readCursor(value: unknown): string {
  if (typeof value === 'string' && CURSOR.test(value)) return value;
  throw new DomainError('cursor_invalid', { why: 'not one of ours' });
}

function readMarketId(value: unknown): string {
  if (typeof value === 'string' && isMarketId(value)) return value;
  throw new DomainError('market_not_found', { marketId: String(value) });
}

function readBetId(value: unknown): string {
  if (typeof value === 'string' && isBetId(value)) return value;
  throw new DomainError('bet_not_found', { betId: String(value) });
}

function readEventId(value: unknown, path: string): bigint {
  if (typeof value === 'string' && EVENT_ID.test(value)) return BigInt(value);
  return invalid(path, 'the id of an event');
}
