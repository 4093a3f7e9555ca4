import { ACCESS_ERRORS } from './errors/access-errors.ts';
import { INPUT_ERRORS } from './errors/input-errors.ts';
import { MARKET_ERRORS } from './errors/market-errors.ts';
import { SERVICE_ERRORS } from './errors/service-errors.ts';
import { printable } from './printable.ts';

/**
 * Every error that a user can get: a stable code, its HTTP status and what to do about it. Codes
 * are public: add new ones, never rename, reuse or remove one. Messages may change.
 */
export const ERRORS = {
  ...INPUT_ERRORS,
  ...ACCESS_ERRORS,
  ...MARKET_ERRORS,
  ...SERVICE_ERRORS,
} as const;

export type ErrorCode = keyof typeof ERRORS;

type Placeholder<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

export type ErrorParam = string | number | bigint;

type ErrorParams<Code extends ErrorCode> = Readonly<
  Record<Placeholder<(typeof ERRORS)[Code]['message']>, ErrorParam>
>;

/** No second argument for a message without placeholders, otherwise exactly its params. */
type ParamsArgument<Code extends ErrorCode> = [
  Placeholder<(typeof ERRORS)[Code]['message']>,
] extends [never]
  ? []
  : [params: ErrorParams<Code>];

/** An error that the caller can act on. Bugs are RangeErrors and not shown to users. */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'DomainError';
  readonly code: Code;
  readonly params: Readonly<Record<string, ErrorParam>>;

  constructor(code: Code, ...[given]: ParamsArgument<Code>) {
    const params: Readonly<Record<string, ErrorParam>> = given ?? {};
    super(renderMessage(code, params));
    this.code = code;
    this.params = params;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

export const fieldInvalid = (field: string, expected: string) =>
  new DomainError('field_invalid', { field, expected });

/**
 * The message with its values filled in. Values may come from a hostile request, so each is
 * truncated and loses characters that could forge a log line or reverse the text.
 */
export function renderMessage(
  code: ErrorCode,
  params: Readonly<Record<string, ErrorParam>>,
): string {
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? shorten(String(params[name])) : placeholder,
  );
}

/** Enough for the text of a condition. */
const PARAM_CHARACTERS_MAX = 400;

function shorten(text: string): string {
  // Truncated first, so that a long value costs no more than the part that is shown.
  const characters = [...text.slice(0, 2 * PARAM_CHARACTERS_MAX)];
  const shown = characters.slice(0, PARAM_CHARACTERS_MAX).join('');
  return shown.length < text.length ? `${printable(shown)}...` : printable(shown);
}
