// JSON without loss: numbers stay text until the shape of the answer says what they are.

/** In front of what was a number, and of text that begins with it. */
const MARK = '\u0000';
const ESCAPED_MARK = '"\\u0000';
const STRING_OR_NUMBER = /("[^"\\]*(?:\\.[^"\\]*)*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A JSON value in which numbers are marked text. Throws a SyntaxError if it is not JSON. */
export function parseMarked(text: string): unknown {
  const marked = text.replace(STRING_OR_NUMBER, (found, string?: string) => {
    if (string === undefined) return `${ESCAPED_MARK}#${found}"`;
    return string.startsWith(ESCAPED_MARK) ? `${ESCAPED_MARK}$${string.slice(1)}` : string;
  });
  return JSON.parse(marked);
}

/** The digits of a marked number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(`${MARK}#`) ? value.slice(2) : undefined;
}

/** The text of a string; undefined if the value is none. */
export function plainText(value: unknown): string | undefined {
  if (typeof value !== 'string' || numberText(value) !== undefined) return undefined;
  return value.startsWith(`${MARK}$`) ? value.slice(2) : value;
}

/** For what no shape describes: numbers that a double cannot hold stay text. */
export function unmark(value: unknown): unknown {
  const digits = numberText(value);
  if (digits !== undefined) return String(Number(digits)) === digits ? Number(digits) : digits;
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'object' && value !== null) {
    const inside = value as Record<string, unknown>;
    for (const key of Object.keys(inside)) inside[key] = unmark(inside[key]);
  }
  return value;
}
