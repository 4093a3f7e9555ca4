// Reads the fields of a structured condition. Errors say what is wrong and what is expected.
import { type Address, isAddress } from '@solana/kit';
import {
  DomainError,
  readJsonNumber,
  readPlainDecimal,
  UNIX_SECONDS_MAX,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { isObject } from './canonical-json.ts';

const DIGITS_MAX = 40;
/** Decimals of this many digits are exact as JavaScript numbers. */
const NUMBER_DIGITS_MAX = 15;

export type Fields = Readonly<Record<string, unknown>>;

interface DecimalRule {
  readonly isZeroAllowed?: boolean;
  readonly isSigned?: boolean;
  readonly isWhole?: boolean;
  readonly fallback?: string;
}

interface IntegerRule {
  readonly least: number;
  readonly most: number;
  readonly fallback?: number;
}

interface Inside {
  readonly read?: Set<string>;
  /** By the name inside. */
  readonly names?: Readonly<Record<string, string>>;
  readonly fixed?: Fields;
}

export class FieldReader {
  readonly #fields: Fields;
  readonly #type: string;
  readonly #read: Set<string>;
  readonly #names: Readonly<Record<string, string>>;
  readonly #fixed: Fields;

  constructor(fields: Fields, type: string, { read = new Set(), ...rest }: Inside = {}) {
    this.#fields = fields;
    this.#type = type;
    this.#read = read;
    this.#names = rest.names ?? {};
    this.#fixed = rest.fixed ?? {};
  }

  /**
   * The same fields for a condition inside of this one. Some have other names there, and some are
   * fixed, so that the outer condition does not have them.
   */
  inside(names: Readonly<Record<string, string>>, fixed: Fields): FieldReader {
    return new FieldReader(this.#fields, this.#type, { read: this.#read, names, fixed });
  }

  has(name: string): boolean {
    return this.#get(name) !== undefined;
  }

  choice<const Choice extends string>(
    name: string,
    choices: readonly Choice[],
    fallback?: Choice,
  ): Choice {
    const value = this.#get(name);
    if (value === undefined && fallback !== undefined) return fallback;
    const choice = choices.find((each) => each === value);
    return choice ?? this.#refuse(name, `one of ${choices.join(', ')}`);
  }

  /** Exact decimal text in its shortest form: `250`, `0.05`. */
  decimal(name: string, rule: DecimalRule = {}): string {
    const value = this.#get(name);
    if (value === undefined && rule.fallback !== undefined) return rule.fallback;
    const text = rule.isSigned ? readSignedDecimal(value) : readDecimal(value);
    const expected = rule.isWhole ? 'a whole number such as 1000' : 'a decimal such as "250.5"';
    if (text === undefined) {
      return this.#refuse(name, rule.isSigned ? expected : `${expected}, without sign`);
    }
    if (rule.isWhole && text.includes('.')) return this.#refuse(name, expected);
    if (text === '0' && !rule.isZeroAllowed) return this.#refuse(name, 'above zero');
    return text;
  }

  integer(name: string, { least, most, fallback }: IntegerRule): number {
    const value = this.#get(name);
    if (value === undefined && fallback !== undefined) return fallback;
    const number = typeof value === 'string' ? Number.NaN : Number(readDecimal(value));
    if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
    return this.#refuse(name, `a whole number from ${least} to ${most}`);
  }

  /** Unix seconds. */
  moment(name: string): UnixSeconds {
    return unixSeconds(this.integer(name, { least: 0, most: UNIX_SECONDS_MAX }));
  }

  optionalInteger(name: string, rule: IntegerRule): number | null {
    return this.has(name) ? this.integer(name, rule) : null;
  }

  address(name: string, fallback?: Address): Address {
    const value = this.#get(name);
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value === 'string' && isAddress(value)) return value;
    return this.#refuse(name, 'an address, base58 of 32 bytes');
  }

  /** Null is a value of this field: left out, it is what is known. */
  nullableAddress(name: string, known: Address | undefined): Address | null {
    if (this.#getSent(name) === null) return null;
    return this.has(name) ? this.address(name) : (known ?? null);
  }

  text(name: string): string {
    const value = this.#get(name);
    return typeof value === 'string' ? value : this.#refuse(name, 'text');
  }

  /** A number is a JavaScript number, or an object with its text. */
  typeOf(name: string): 'string' | 'boolean' | 'number' | undefined {
    const value = this.#get(name);
    if (typeof value === 'string' || typeof value === 'boolean') {
      return typeof value === 'string' ? 'string' : 'boolean';
    }
    return readSignedDecimal(value) === undefined ? undefined : 'number';
  }

  /** Text that says `true` or `false` is accepted too. */
  flag(name: string): boolean {
    const value = this.#get(name);
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    return this.#refuse(name, 'true or false');
  }

  /** A list of objects. Call `finish` of each. */
  list(name: string, { least, most }: IntegerRule): FieldReader[] {
    const value = this.#get(name);
    const isList = Array.isArray(value) && value.every(isObject);
    if (!isList || value.length < least || value.length > most) {
      return this.#refuse(name, `a list of ${least} to ${most} objects`);
    }
    return value.map((fields) => new FieldReader(fields, `${this.#type} (in ${name})`));
  }

  nested(name: string): FieldReader {
    const value = this.#get(name);
    return isObject(value)
      ? new FieldReader(value, `${this.#type}.${name}`)
      : this.#refuse(name, 'an object');
  }

  /** Call this last: refuses fields that were not read, because the type does not have them. */
  finish(): void {
    const extra = Object.keys(this.#fields).find((name) => !this.#read.has(name));
    if (extra !== undefined) throw invalid(`a condition ${this.#type} has no field ${extra}`);
  }

  /** Null counts as left out. */
  #get(inside: string): unknown {
    return this.#getSent(inside) ?? undefined;
  }

  #getSent(inside: string): unknown {
    if (Object.hasOwn(this.#fixed, inside)) return this.#fixed[inside];
    const name = this.#names[inside] ?? inside;
    this.#read.add(name);
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  #refuse(name: string, expected: string): never {
    const what = this.has(name) ? 'must be' : 'is missing, it must be';
    throw invalid(`the field ${this.#names[name] ?? name} ${what} ${expected}`);
  }
}

export function invalid(reason: string): DomainError {
  return new DomainError('condition_invalid', { reason });
}

/** From text, a JavaScript number, or a JSON number of the request with all its digits. */
function readDecimal(value: unknown): string | undefined {
  if (typeof value === 'string') return shorten(readPlainDecimal(value.slice(0, 2 * DIGITS_MAX)));
  if (typeof value === 'number') {
    const parts = readJsonNumber(String(value));
    return parts && parts.digits.length <= NUMBER_DIGITS_MAX ? shorten(parts) : undefined;
  }
  if (!isObject(value) || value.isJsonNumber !== true || typeof value.text !== 'string') {
    return undefined;
  }
  return shorten(readJsonNumber(value.text.slice(0, 2 * DIGITS_MAX)));
}

/** A minus before it. Zero has no sign. */
function readSignedDecimal(value: unknown): string | undefined {
  if (typeof value === 'string' && value.startsWith('-'))
    return negate(readDecimal(value.slice(1)));
  if (typeof value === 'number' && value < 0) return negate(readDecimal(-value));
  const isNumber = isObject(value) && typeof value.text === 'string' && value.text.startsWith('-');
  if (!isNumber) return readDecimal(value);
  return negate(readDecimal({ ...value, text: String(value.text).slice(1) }));
}

const negate = (text: string | undefined) => (text && text !== '0' ? `-${text}` : text);

function shorten(parts: { digits: string; scale: number } | null): string | undefined {
  if (parts === null || Math.abs(parts.scale) > DIGITS_MAX) return undefined;
  const { digits, scale } = parts;
  const padded = scale < 0 ? digits + '0'.repeat(-scale) : digits.padStart(scale + 1, '0');
  const point = scale > 0 ? padded.length - scale : padded.length;
  const whole = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  const fraction = padded.slice(point).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return text.length <= DIGITS_MAX ? text : undefined;
}
