// JSON from a service or a node, by `fetch`, which browsers and Node have. It is not trusted, so
// nothing about its form is assumed.

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

/** The text of the value at the path. */
export const textAt = (value: Json | undefined, ...path: readonly string[]): string =>
  textOf(pick(value, ...path));

const TIMEOUT_MS = 30_000;
const RETRY_AFTER_SECONDS_MAX = 60;

export interface Answer {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: Json | undefined;
}

/** Waits and repeats the request for as long as the server says that there were too many. */
export async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  for (;;) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    if (response.status !== 429) return { status: response.status, body: parseLossless(text) };
    // A date, too, is one second.
    const seconds = Math.max(1, Number(response.headers.get('retry-after')) || 1);
    await sleep(Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1_000);
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Why a request did not get an answer. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
