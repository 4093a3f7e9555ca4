// One parser per field type: from the JSON value to the value that the service uses. Each throws
// an error that names the field.
import { JsonNumber } from '@tote/chain/lib/json/json-number';
import { wordsOf } from '@tote/conditions/market-keys';
import {
  CURRENCIES,
  DomainError,
  fieldInvalid,
  LIMITS,
  MIN_RATIO_BPS_MAX,
  minRatioBpsCeil,
  OUTCOMES,
  parseCurrency,
  parseOutcome,
  readJsonNumber,
  readPlainDecimal,
  refuseCharacters,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import type { ErrorObject } from 'ajv';
import { checkQuestionLength } from '../../markets/check-question-length.ts';
import { isAddress, isBetId, isMarketId } from '../ids.ts';
import type { PAGE_ERRORS } from '../schemas/query.ts';

const TRANSACTION_CHARACTERS_MAX = 8_192;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]*)$/;
const CURSOR = /^[A-Za-z0-9_-]{1,400}$/;
const EVENT_ID = /^(?:0|[1-9][0-9]{0,17})$/;

const textThat =
  (isRight: (text: string) => boolean, refuse: (value: string, field: string) => DomainError) =>
  (value: unknown, path: string): string => {
    if (typeof value === 'string' && isRight(value)) return value;
    throw refuse(String(value), fieldName(path));
  };

const readAddress = textThat(
  isAddress,
  (_, field) => new DomainError('address_invalid', { field }),
);
const readTokenAddress = textThat(isAddress, () => new DomainError('token_address_invalid'));
const readTransaction = textThat(
  (text) => text.length <= TRANSACTION_CHARACTERS_MAX && BASE64.test(text),
  () => new DomainError('transaction_malformed'),
);

export const READERS: Readonly<Record<string, Reader>> = {
  amountText: readAmountText,
  minRatio: readMinRatio,
  instant: readInstant,
  instantOrNull: (value, path) => (value === null ? null : readInstant(value, path)),
  question: readQuestion,
  text: readText,
  integer: readInteger,
  queryInteger: (value, path, rules) => readInteger(new JsonNumber(String(value)), path, rules),
  choice: readChoice,
  json: readAnyJson,
  any: (value) => value,
  ignored: () => undefined,
  currency: (value, path) =>
    typeof value === 'string' ? parseCurrency(value) : invalid(path, CURRENCIES.join(' or ')),
  outcome: (value, path) =>
    typeof value === 'string' ? parseOutcome(value) : invalid(path, OUTCOMES.join(' or ')),
  outcomes: readOutcomes,
  initialStake: readInitialStake,
  tokenAddress: (value) => (value === null ? null : readTokenAddress(value, '')),
  address: readAddress,
  addressOrNull: (value, path) => (value === null ? null : readAddress(value, path)),
  transaction: readTransaction,
  base64: readBase64,
  pageLimit: (value) =>
    upTo(LIMITS.pageSizeMax, Math.min(toWhole(value), LIMITS.pageSizeMax), 'limit_out_of_range'),
  pageOffset: readPageOffset,
  longListOffset: (value) =>
    upTo(LIMITS.longListOffsetMax, readPageOffset(value), 'offset_too_deep'),
  status: textThat(
    (text) => text === 'open' || text === 'resolved',
    () => new DomainError('status_invalid'),
  ),
  searchWords: readSearchWords,
  cursor: textThat(
    (text) => CURSOR.test(text),
    () => new DomainError('cursor_invalid', { why: 'not one of ours' }),
  ),
  marketId: textThat(isMarketId, (marketId) => new DomainError('market_not_found', { marketId })),
  betId: textThat(isBetId, (betId) => new DomainError('bet_not_found', { betId })),
  eventId: readEventId,
};

function invalid(path: string, expected: string): never {
  throw fieldInvalid(fieldName(path), expected);
}

const fieldMissing = (field: string) => new DomainError('field_missing', { field, what: 'it' });

/** The text is parsed as an amount later, when the decimals of the currency are known. */
function readAmountText(value: unknown): unknown {
  if (value instanceof JsonNumber) return value;
  if (typeof value === 'string') return { text: value, isJsonNumber: false };
  throw new DomainError('amount_malformed');
}

/** In basis points. */
function readMinRatio(value: unknown, path: string): number {
  const isText = typeof value === 'string';
  const parts = value instanceof JsonNumber ? readJsonNumber(value.text) : null;
  const bps = minRatioBpsCeil(isText ? readPlainDecimal(value) : parts);
  return bps ?? invalid(path, `a number from 0 to ${MIN_RATIO_BPS_MAX / 10_000}`);
}

function readInteger(value: unknown, path: string, { least = 0, most = 0 }: ReaderRules): number {
  const number = toWhole(value instanceof JsonNumber ? value.text : '');
  if (number >= least && number <= most) return number;
  return invalid(path, `a whole number from ${least} to ${most}`);
}

/** NaN if it is none. */
function toWhole(value: unknown): number {
  return WHOLE_NUMBER.test(String(value)) ? Number(value) : Number.NaN;
}

function readChoice(value: unknown, path: string, { choices = [] }: ReaderRules): string {
  const choice = choices.find((each) => each === value);
  return choice ?? invalid(path, `one of ${choices.join(', ')}`);
}

function readAnyJson(value: unknown, path: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !(value instanceof JsonNumber) ? value : invalid(path, 'an object');
}

function readOutcomes(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value.map((each) => each?.name ?? each) : [];
  if (names.length !== OUTCOMES.length || !OUTCOMES.every((name) => names.includes(name))) {
    throw new DomainError('outcomes_invalid');
  }
  return OUTCOMES;
}

const STAKE_FIELDS: readonly string[] = ['outcome', 'amount', ...OUTCOMES];

/** A number is a stake on Yes. */
function readInitialStake(value: unknown, path: string) {
  if (typeof value === 'string' || value instanceof JsonNumber) {
    return [{ outcome: 'Yes', amount: readAmountText(value) }];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid(path, 'an amount, or an object with outcome and amount, or with Yes and No');
  }
  const sent = new Map(Object.entries(value).filter(([, field]) => field !== null));
  const isPerOutcome = OUTCOMES.some((outcome) => sent.has(outcome));
  const names = isPerOutcome ? STAKE_FIELDS.slice(2) : STAKE_FIELDS.slice(0, 2);
  const inside = (name: string) => `${fieldName(path)}.${name}`;
  const unknown = Object.keys(value).find((name) =>
    sent.has(name) ? !names.includes(name) : !STAKE_FIELDS.includes(name),
  );
  if (unknown !== undefined) throw new DomainError('field_unknown', { field: inside(unknown) });
  if (isPerOutcome) {
    return OUTCOMES.filter((outcome) => sent.has(outcome)).map((outcome) => {
      return { outcome, amount: readAmountText(sent.get(outcome)) };
    });
  }
  const missing = names.find((name) => !sent.has(name));
  if (missing !== undefined) throw fieldMissing(inside(missing));
  const outcome = READERS.outcome?.(sent.get('outcome'), `${path}/outcome`, {});
  return [{ outcome, amount: readAmountText(sent.get('amount')) }];
}

function readBase64(value: unknown, path: string, { most = 0 }: ReaderRules): Uint8Array {
  const isShort = typeof value === 'string' && value.length <= most;
  if (isShort && BASE64.test(value)) return Buffer.from(value, 'base64');
  return invalid(path, `base64 of at most ${most} characters`);
}

/** NaN is refused, too. */
function upTo(max: number, number: number, refusal: (typeof PAGE_ERRORS)[number]): number {
  if (number <= max) return number;
  throw new DomainError(refusal, { max });
}

function readPageOffset(value: unknown): number {
  return upTo(LIMITS.pageOffsetMax, toWhole(value), 'offset_out_of_range');
}

function readSearchWords(value: unknown, path: string): readonly string[] {
  const { searchCharactersMax: characters, searchWordsMax: most } = LIMITS;
  const isShort = typeof value === 'string' && value.length <= characters;
  const words = isShort ? wordsOf(value) : [];
  if (words.length >= 1 && words.length <= most) return words;
  return invalid(path, `1 to ${most} words of the question, at most ${characters} characters`);
}

function readEventId(value: unknown, path: string): bigint {
  if (typeof value === 'string' && EVENT_ID.test(value)) return BigInt(value);
  return invalid(path, 'the id of an event');
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d)(?:(:\d\d)(?:\.\d{1,9})?)?([Zz]|([+-])(\d\d):?(\d\d))?$/;
const SECONDS_MAX = 253_402_300_799;

/** Strict, because `Date.parse` accepts February 30 and times without a zone. */
function readInstant(value: unknown, path: string): UnixSeconds {
  const match = typeof value === 'string' ? INSTANT.exec(value) : null;
  const [, day, time, second = ':00', zone, sign, hours = '0', minutes = '0'] = match ?? [];
  const local = `${day}T${time}${second}`;
  const localMs = Date.parse(`${local}Z`);
  const isReal = !Number.isNaN(localMs) && new Date(localMs).toISOString() === `${local}.000Z`;
  if (!isReal || !zone || Number(hours) > 23 || Number(minutes) > 59) {
    const example = isReal && !zone ? `${local}Z` : '2030-01-31T12:00:00Z';
    throw new DomainError('timestamp_malformed', { field: fieldName(path), example });
  }
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1);
  const seconds = localMs / 1000 - offset;
  // Clamped: a time before 1970 is refused as past, and one after 9999 as too far.
  return unixSeconds(Math.min(Math.max(seconds, 0), SECONDS_MAX));
}

const LINE_BREAK = /\r\n?|[\n\u2028\u2029]/g;

function readQuestion(value: unknown, path: string): string {
  if (typeof value !== 'string') return invalid(path, 'a string');
  return checkQuestionLength(checkCharacters(value.replace(LINE_BREAK, ' '), path));
}

function readText(value: unknown, path: string, rules: ReaderRules): string {
  const { least = 0, most = 0 } = rules;
  const expected = `a string of ${least} to ${most} characters`;
  if (typeof value !== 'string') return invalid(path, expected);
  const text = checkCharacters(value, path);
  const { length } = [...text];
  return length < least || length > most ? invalid(path, expected) : text;
}

/** Normalized to NFC, so that two encodings of the same visible text are equal. */
function checkCharacters(value: string, path: string): string {
  refuseCharacters(fieldName(path), value);
  return value.normalize('NFC');
}

export interface ReaderRules {
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly string[];
}

/** `path` is the JSON pointer of the value. It is converted to a field name only for an error. */
type Reader = (value: unknown, path: string, rules: ReaderRules) => unknown;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  boolean: 'true or false',
};

export function fieldName(instancePath: string): string {
  return instancePath
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

export function explainError(errors: readonly ErrorObject[]): DomainError {
  const error = errors[0];
  if (error === undefined) return new DomainError('body_not_object');
  const path = fieldName(error.instancePath);
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  switch (error.keyword) {
    case 'required':
      return fieldMissing(inside(error.params.missingProperty));
    case 'additionalProperties':
      return new DomainError('field_unknown', { field: inside(error.params.additionalProperty) });
    case 'discriminator':
      return fieldInvalid(inside(error.params.tag), 'one of the known types');
    default:
      if (path === '') return new DomainError('body_not_object');
      return fieldInvalid(path, expectedOf(error));
  }
}

function expectedOf(error: ErrorObject): string {
  const { limit, type } = error.params;
  switch (error.keyword) {
    case 'type':
      return TYPE_NAMES[String(type)] ?? String(type);
    case 'minItems':
      return `a list of ${limit} or more items`;
    case 'maxItems':
      return `a list of at most ${limit} items`;
    case 'uniqueItems':
      return 'a list without repeated items';
    default:
      return (error.message ?? 'something else').replace(/^must be /, '');
  }
}
