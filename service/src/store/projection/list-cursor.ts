// Where a page of a list of markets ends, as text that clients send back. It names the last market
// by what the order compares, so that markets that are created meanwhile change nothing.
import { DomainError } from '@tote/domain';
import { type Entry, MARKET_SORTS, type MarketSort } from './find-list.ts';

interface Cursor {
  readonly sort: MarketSort;
  readonly at: bigint;
  readonly last: Entry;
}

const INTEGER = /^-?\d{1,19}$/;
const TIME = /^\d{1,12}$/;
const INTEGER_MAX = 2n ** 63n - 1n;
export const MARKET_ID = /^market_[1-9A-HJ-NP-Za-km-z]{32,44}$/;

export function writeCursor({ sort, at, last }: Cursor): string {
  const { created_slot, nonce, expires_at, currency, volume, id } = last;
  const integers = [at, created_slot, nonce, expires_at, currency].map(String);
  return formatCursor([sort, ...integers, volume, id]);
}

export function readCursor(text: string, sort: MarketSort): Cursor {
  const [given, at, created_slot, nonce, expires_at, currency, volume, id, ...rest] =
    parseCursor(text);
  const isKnown = MARKET_SORTS.some((each) => each === given) && rest.length === 0;
  const isPlace = typeof id === 'string' && MARKET_ID.test(id) && Number.isFinite(volume);
  if (!isKnown || !isPlace || !TIME.test(String(at))) throw invalidCursor();
  if (given !== sort) throw invalidCursor(`from a page with sort=${String(given)}`);
  return {
    sort,
    at: toInteger(at),
    last: {
      id,
      created_slot: toInteger(created_slot),
      nonce: toInteger(nonce),
      expires_at: toInteger(expires_at),
      currency: toInteger(currency),
      volume: volume as number,
    },
  };
}

export const formatCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

export function parseCursor(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

export function toInteger(value: unknown): bigint {
  if (typeof value !== 'string' || !INTEGER.test(value)) throw invalidCursor();
  const integer = BigInt(value);
  if (integer > INTEGER_MAX || integer < -INTEGER_MAX) throw invalidCursor();
  return integer;
}

export const invalidCursor = (why = 'not one of ours'): DomainError =>
  new DomainError('cursor_invalid', { why });
