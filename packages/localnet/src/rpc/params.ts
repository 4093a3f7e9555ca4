import type { Commitment } from '../ledger/ledger.ts';
import { invalidParams } from './rpc-error.ts';

export type Params = unknown[];
export type Config = Readonly<Record<string, unknown>>;

const U64_MAX = 0xffff_ffff_ffff_ffffn;
const NOTHING: Config = Object.freeze({});

export const malformed = (what: string) => invalidParams(`Invalid params: ${what}.`);

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'sequence';
  if (typeof value === 'string') return `string ${JSON.stringify(value)}`;
  if (typeof value === 'object') return 'map';
  if (typeof value === 'boolean') return `boolean \`${value}\``;
  const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value);
  return `${isInteger ? 'integer' : 'floating point'} \`${value}\``;
}

export const wrongType = (value: unknown, expected: string) =>
  malformed(`invalid type: ${describe(value)}, expected ${expected}`);

export function expectCount(params: Params, least: number, most: number): void {
  const { length } = params;
  if (length >= least && length <= most) return;
  if (most === 0) throw invalidParams('No parameters were expected', `Got: ${length}`);
  if (length < least) {
    throw invalidParams(`\`params\` should have at least ${least} argument(s)`);
  }
  throw invalidParams(`Expected from ${least} to ${most} parameters.`, `"Got: ${length}"`);
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw wrongType(value, 'a string');
  return value;
}

export function texts(value: unknown): string[] {
  if (!Array.isArray(value)) throw wrongType(value, 'a sequence');
  return value.map(text);
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

export function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return isGiven(value) ? read(value) : undefined;
}

export function u64(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) {
    if (value < 0) throw malformed(`invalid value: integer \`${value}\`, expected u64`);
    return BigInt(value);
  }
  if (typeof value === 'bigint') {
    if (value < 0n) throw malformed(`invalid value: integer \`${value}\`, expected u64`);
    if (value <= U64_MAX) return value;
    // Agave reads a JSON number beyond u64 as a floating-point number.
    throw wrongType(Number(value), 'u64');
  }
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) {
    // Too large to be exact in a JavaScript number, as `JSON.parse` returns it.
    if (BigInt(value) <= U64_MAX) return BigInt(value);
  }
  throw wrongType(value, 'u64');
}

export function u8(value: unknown): number {
  const number = u64(value);
  if (number > 255n) throw malformed(`invalid value: integer \`${number}\`, expected u8`);
  return Number(number);
}

export function bool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrongType(value, 'a boolean');
  return value;
}

export function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T {
  if (typeof value !== 'string') throw wrongType(value, 'string or map');
  if ((allowed as readonly string[]).includes(value)) return value as T;
  const names = allowed.map((name) => `\`${name}\``).join(', ');
  throw malformed(`unknown variant \`${value}\`, expected one of ${names}`);
}

export function config(value: unknown): Config {
  if (!isGiven(value)) return NOTHING;
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongType(value, 'a map');
  return value as Config;
}

const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;

export function commitmentOf({ commitment }: Config): Commitment {
  return optional(commitment, strictCommitment) ?? 'finalized';
}

export const strictCommitment = (value: unknown): Commitment => oneOf(value, COMMITMENTS);
