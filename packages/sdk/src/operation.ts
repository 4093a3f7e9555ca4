// What is sent for an operation, from the table that is made from the OpenAPI document.
import type { Currency } from '@tote/domain';
import { fromBaseUnits } from './decimal.ts';
import { refuseInput } from './errors.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { Operations } from './generated/types.ts';

export type OperationId = keyof Operations;

export interface OperationPlan {
  /** Whether it may be sent again after a failure that leaves open whether it acted. */
  readonly isRepeatable: boolean;
  readonly credential: 'none' | 'optional' | 'required';
  readonly method: string;
  readonly path: string;
  /** A header of the answer that becomes a property of it. */
  readonly header: string | undefined;
  /** Undefined if the answer is text. */
  readonly shape: string | undefined;
}

const LINE = /^(!?)([+=]?)(\w+) (\S+)(?: >(\S+))?(?: (.+))?$/;

export function planOf(id: OperationId): OperationPlan {
  const [, acts, mark, method = '', path = '', header, shape] = LINE.exec(OPERATIONS[id]) ?? [];
  const credential = mark === '=' ? 'required' : mark === '+' ? 'optional' : 'none';
  return { isRepeatable: acts === '', credential, method, path, header, shape };
}

export type Input = Readonly<Record<string, unknown>>;

/** Path with query; what is left of the input is the body. */
export function fillPath({ method, path }: OperationPlan, input: Input): [string, Input] {
  const { ...rest } = input as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(rest[name] ?? '');
    delete rest[name];
    if (/^\.{0,2}$/.test(text)) throw refuseInput(`${name} is missing.`);
    return encodeURIComponent(text);
  });
  if (method === 'POST') return [filled, rest];
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return [query.size > 0 ? `${filled}?${query}` : filled, {}];
}

type Decimals = Readonly<Record<Currency, number>>;

/** Base units become decimals of the currency that the body names beside or around them. */
export function encodeAmounts(
  value: unknown,
  decimals: Decimals,
  key = '',
  currency?: Currency,
): unknown {
  if (typeof value === 'bigint') {
    const named = Object.hasOwn(decimals, key) ? (key as Currency) : currency;
    if (named === undefined || !Object.hasOwn(decimals, named)) {
      throw refuseInput(`${key} is in base units: name its currency, or send a decimal.`);
    }
    return fromBaseUnits(value, decimals[named]);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item) => encodeAmounts(item, decimals, key, currency));
  }
  const own = (value as { currency?: Currency }).currency ?? currency;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [
      name,
      encodeAmounts(inside, decimals, name, own),
    ]),
  );
}

export function hasBaseUnits(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBaseUnits);
}
