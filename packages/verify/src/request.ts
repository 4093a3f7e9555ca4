// Requests by `fetch`, which browsers and Node have, with a time limit and retries.
import { type Json, parseLossless } from './json.ts';

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
    const seconds = Number(response.headers.get('retry-after') ?? 1);
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
