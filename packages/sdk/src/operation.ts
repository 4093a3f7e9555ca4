// Builds requests from the operation table, which is generated from the OpenAPI document.
import type { Currency } from '@tote/domain';
import { fromBaseUnits } from './decimal.ts';
import { refuseInput } from './errors.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { Config, Operations } from './generated/types.ts';

export type OperationId = keyof Operations;

/**
 * An operation: `!` if it may act twice, `=` or `+` if it needs or accepts a credential, method,
 * path, a property that is sent as a header (`nextCursor` as `X-Next-Cursor`), and the shape of the
 * answer unless it is text.
 */
export function readPlan(id: OperationId): readonly string[] {
  return /^(!?)([+=]?)(\w+) (\S+)(?: >(\S+))?(?: (.+))?$/.exec(OPERATIONS[id])?.slice(1) ?? [];
}

export type Input = Readonly<Record<string, unknown>>;

/** The path with its query; the rest of the input is the body. */
export function fillPath(method: string, path: string, input: Input): [string, Input] {
  const rest = { ...input } as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(rest[name] ?? '');
    delete rest[name];
    if (/^\.{0,2}$/.test(text)) throw refuseInput(`${name} is missing.`);
    return encodeURIComponent(text);
  });
  if (method === 'POST') return [filled, rest];
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const query = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return [filled + query, {}];
}

/** Converts base units to decimals of the currency that the body names beside or around them. */
export async function writeBody(body: Input, facts: () => Promise<Config>): Promise<string> {
  let hasUnits = false;
  let decimals: Config['decimals'] | undefined;
  const write = () =>
    JSON.stringify(body, function (this: Input, key, value: unknown) {
      if (typeof value !== 'bigint') return value;
      hasUnits = true;
      if (!decimals) return key;
      const currency = (key in decimals ? key : (this.currency ?? body.currency)) as Currency;
      if (currency in decimals) return fromBaseUnits(value, decimals[currency]);
      throw refuseInput(`${key} is in base units: name its currency.`);
    });
  const text = write();
  if (!hasUnits) return text;
  ({ decimals } = await facts());
  return write();
}
