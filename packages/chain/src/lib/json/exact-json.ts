// Parses and writes JSON with exact u64 integers, which do not fit in a JavaScript number.
import { randomBytes } from 'node:crypto';

/** The nesting limit of Agave's parser. */
const DEPTH_MAX = 128;

const MANY_DIGITS = /\d{16}/;

// Random, so that no string of a request can be taken for a number.
const MARK = `bigint ${randomBytes(16).toString('hex')} `;

/** Parses JSON. Integers beyond the safe range become bigints. Throws a SyntaxError. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!isShallow(value, DEPTH_MAX)) throw new SyntaxError('recursion limit exceeded');
  if (!MANY_DIGITS.test(text)) return value;
  return JSON.parse(markUnsafe(text), (_, found) =>
    typeof found === 'string' && found.startsWith(MARK) ? BigInt(found.slice(MARK.length)) : found,
  );
}

/** Puts integers beyond the safe range into marked strings. The text must be valid JSON. */
function markUnsafe(text: string): string {
  let marked = '';
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      at = endOfString(text, at);
    } else if (isNumeric(text, at)) {
      const start = at;
      while (isNumeric(text, at)) at += 1;
      const token = text.slice(start, at);
      if (isUnsafe(token)) {
        marked += `${text.slice(copied, start)}"${MARK}${token}"`;
        copied = at;
      }
    } else {
      at += 1;
    }
  }
  return marked + text.slice(copied);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** A character of a number. `e` also occurs in `true` and `false`; those are no integers. */
const isNumeric = (text: string, at: number) => /^[\d.eE+-]$/.test(text[at] ?? '');

const isUnsafe = (token: string) => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}

export function writeJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const fields: string[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined) fields.push(`${JSON.stringify(name)}:${writeJson(field)}`);
  }
  return `{${fields.join(',')}}`;
}
