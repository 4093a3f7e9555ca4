// Fetches the receipt from the service. It is not trusted: it is what gets verified.
import { setTimeout as sleep } from 'node:timers/promises';

/** JSON with numbers as text, so that amounts stay exact. */
export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface ServedReceipt {
  readonly receipt: Json;
  /** From all pages. */
  readonly payouts: readonly Json[];
}

const PAGE = 100;
const TIMEOUT_MS = 30_000;
const RETRY_AFTER_SECONDS_MAX = 60;

/** Throws with the service's error message if there is none. */
export async function fetchReceipt(baseUrl: string, marketId: string): Promise<ServedReceipt> {
  const market = `${baseUrl}/markets/${encodeURIComponent(marketId)}`;
  const receipt = await fetchJson(`${market}/resolution?limit=${PAGE}`);
  const payouts = [...listOf(pick(receipt, 'payouts'))];
  const positions = Number(pick(receipt, 'settlement', 'positions'));
  while (payouts.length > 0 && payouts.length < positions) {
    const last = encodeURIComponent(textOf(pick(payouts.at(-1), 'bettor')));
    const url = `${market}/payouts?limit=${PAGE}&after=${last}`;
    const page = listOf(await fetchJson(url));
    if (page.length === 0) break;
    payouts.push(...page);
  }
  return { receipt, payouts };
}

async function fetchJson(url: string): Promise<Json> {
  const response = await request(url);
  const text = await response.text();
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await sleep(Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1_000);
    return fetchJson(url);
  }
  const body = parseLossless(text);
  if (response.ok && body !== undefined) return body;
  const reason = body === undefined ? undefined : pick(body, 'error');
  throw new Error(typeof reason === 'string' ? reason : `${url} answers ${response.status}.`);
}

async function request(url: string): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new Error(`No service answers at ${url}: ${reason}`);
  }
}

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
