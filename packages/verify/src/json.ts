// JSON from a service or a node. It is not trusted, so nothing about its form is assumed.

/** JSON with numbers as text, so that amounts stay exact. */
export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const STRING_OR_NUMBER = /("[^"\\]*(?:\\.[^"\\]*)*")|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Undefined if it is not JSON. */
export function parseLossless(text: string): Json | undefined {
  const quoted = text.replace(STRING_OR_NUMBER, (found, string) => string ?? `"${found}"`);
  try {
    return JSON.parse(quoted) as Json;
  } catch {
    return undefined;
  }
}

/** The value at the path; undefined if there is none. */
export function pick(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let inside: unknown = value;
  for (const name of path) {
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, name)) {
      return undefined;
    }
    inside = (inside as Record<string, unknown>)[name];
  }
  return inside as Json;
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Text for comparisons and messages. */
export function textOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
