// A client of the API that expects faults.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

export interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
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

export interface CallOptions {
  readonly body?: unknown;
  readonly as?: Credential | undefined;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

export class Api {
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, as, headers, signal } = options;
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${as.apiKey}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const code = response.headers.get('x-error-code');
    return { status: response.status, code, text, body: parse(text) };
  }

  get(path: string, as?: Credential): Promise<Answer> {
    return this.call('GET', path, { as });
  }

  bet(as: Credential, request: BetRequest): Promise<Answer> {
    const { marketId, outcome = 'Yes', amount = 1, key } = request;
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const body = { outcome, amount };
    return this.call('POST', `/markets/${marketId}/bets`, { body, as, headers });
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
    const { body } = await this.get('/config');
    const expireAt = new Date(Date.parse(body.now) + seconds * 1000).toISOString();
    const question = 'Will it rain in Lisbon?';
    const market = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt };
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await untilDecided(() =>
      this.call('POST', '/markets', { body: market, as, headers }),
    );
    if (answer.status !== 201) throw new Error(`no market: ${answer.status} ${answer.text}`);
    return answer.body.id;
  }

  async listBets(marketId: string): Promise<readonly { betId: string }[]> {
    const { body } = await this.get(`/markets/${marketId}/bets?limit=100`);
    return body;
  }
}

const PENDING = [202, 'idempotency_key_busy'];
const RETRY_MS = 20;

async function untilDecided(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (!PENDING.includes(answer.status) && !PENDING.includes(answer.code ?? '')) return answer;
    await sleep(RETRY_MS);
  }
}

/** The vaults hold exactly what the program owes, to the last base unit. */
export async function expectBalanced(api: Api): Promise<void> {
  const sums = async () => {
    const { body } = await api.get('/reserves');
    return [body.SOL, body.UTILITY].map((each) => ({
      surplus: each.surplus,
      missing: units(each.owed) - units(each.balances) - units(each.pools) - units(each.fees),
    }));
  };
  const balanced = { surplus: 0, missing: 0n };
  await expect.poll(sums).toEqual([balanced, balanced]);
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
