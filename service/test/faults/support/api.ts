// A client of the API.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly code: string | null;
  /** The exact bytes, for amounts. */
  readonly text: string;
  readonly body: Json;
}

export interface Credential {
  readonly apiKey: string;
}

export interface BetRequest {
  readonly marketId: string;
  readonly outcome?: 'Yes' | 'No';
  readonly amount?: number | string;
  readonly key?: string;
}

export interface CallOptions<As = Credential> {
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly rawBody?: string | Uint8Array;
  readonly as?: As | undefined;
  readonly headers?: Record<string, string>;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export class Api {
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, as, idempotencyKey, signal } = options;
    const rawBody = options.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(rawBody !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${as.apiKey}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...options.headers,
      },
      // Bytes, too; the types of browsers and of Node differ.
      body: rawBody as string | undefined,
      ...(signal && { signal }),
    });
    const { status, headers } = response;
    const text = await response.text();
    return { status, headers, code: headers.get('x-error-code'), text, body: parse(text) };
  }

  get(path: string, as?: Credential): Promise<Answer> {
    return this.call('GET', path, { as });
  }

  bet(as: Credential, request: BetRequest): Promise<Answer> {
    const { marketId, outcome = 'Yes', amount = 1, key: idempotencyKey } = request;
    const body = { outcome, amount };
    return this.call('POST', `/markets/${marketId}/bets`, { body, as, idempotencyKey });
  }

  /** Undefined if the connection broke, for example because the process was killed. */
  tryBet(as: Credential, request: BetRequest): Promise<Answer | undefined> {
    return this.bet(as, request).catch(() => undefined);
  }

  /** While it is pending, repeats the same request, as a client does. */
  async betUntilDecided(as: Credential, request: BetRequest): Promise<Answer> {
    const keyed = { key: randomUUID(), ...request };
    return untilDecided(() => this.bet(as, keyed));
  }

  /** Retries with the same key until the bet is on chain, as a client does. */
  async betUntilPlaced(as: Credential, request: BetRequest): Promise<Answer> {
    let answer: Answer | undefined;
    const place = async () => {
      answer = await this.tryBet(as, request);
      return answer?.status;
    };
    await expect.poll(place).toBe(201);
    return answer as Answer;
  }

  async createMarket(as: Credential, { seconds = 36_000 } = {}): Promise<string> {
    const { now } = (await this.get('/config')).body;
    const expireAt = new Date(Date.parse(now) + seconds * 1000).toISOString();
    const options = { body: { ...MARKET, expireAt }, as, idempotencyKey: randomUUID() };
    const answer = await untilDecided(() => this.call('POST', '/markets', options));
    if (answer.status !== 201) throw new Error(`no market: ${answer.status} ${answer.text}`);
    return answer.body.id;
  }

  async listBets(marketId: string): Promise<readonly { betId: string }[]> {
    const { body } = await this.get(`/markets/${marketId}/bets?limit=100`);
    return body;
  }
}

export const MARKET = {
  question: 'Will it rain in Lisbon?',
  outcomes: ['Yes', 'No'],
  currency: 'SOL',
} as const;

const PENDING = [202, 'idempotency_key_busy'];
const RETRY_MS = 20;

/** On a busy machine it may be pending first. Then the same request is sent again. */
export async function untilDecided(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (!PENDING.includes(answer.status) && !PENDING.includes(answer.code ?? '')) return answer;
    await sleep(RETRY_MS);
  }
}

/** Of each vault: what it holds and does not owe, and what it owes to nobody, in base units. */
export async function readSums(api: Api): Promise<{ surplus: bigint; missing: bigint }[]> {
  const { body } = await api.get('/reserves');
  return [body.SOL, body.UTILITY].map((each) => ({
    surplus: units(each.surplus),
    missing: units(each.owed) - units(each.balances) - units(each.pools) - units(each.fees),
  }));
}

/** The vaults hold exactly what the program owes, to the last base unit. */
export async function expectBalanced(api: Api): Promise<void> {
  const balanced = { surplus: 0n, missing: 0n };
  await expect.poll(() => readSums(api)).toEqual([balanced, balanced]);
}

/** In base units of nine decimals; the JSON numbers of these tests are exact. */
function units(value: number): bigint {
  return BigInt(Math.round(value * 1e9));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
