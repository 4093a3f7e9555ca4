// Starts the whole service in this process, on its own chain in a temporary folder.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoFile, DemoName, DemoWallet } from '../../src/embedded/demo.ts';
import { type RunningService, startService } from '../../src/service.ts';
import { readSettings, type Settings } from '../../src/settings/read-settings.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The exact bytes, for amounts. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape
  readonly body: any;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly rawBody?: string | Uint8Array;
  readonly as?: DemoName;
  readonly headers?: Record<string, string>;
  readonly idempotencyKey?: string;
}

export class World {
  readonly service: RunningService;
  readonly demo: DemoFile;
  readonly dir: string;

  private constructor(service: RunningService, dir: string) {
    this.service = service;
    this.dir = dir;
    this.demo = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'));
  }

  static async start(
    env: Record<string, string> = {},
    keptDir?: string,
    internals?: Parameters<typeof startService>[1],
  ): Promise<World> {
    const dir = keptDir ?? mkdtempSync(join(tmpdir(), 'tote-world-'));
    return new World(await startService(worldConfig(dir, env), internals), dir);
  }

  /** `path` is relative to the base: `/markets`. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, as, headers = {}, idempotencyKey } = options;
    const rawBody = options.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const send = () => fetch(this.service.baseUrl + path, request);
    const request: RequestInit = {
      method,
      headers: {
        ...(rawBody !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${this.wallet(as).apiKey}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      // Bytes, too; the types of browsers and of Node differ.
      body: rawBody as string | undefined,
    };
    // The server may close an idle connection in the moment in which it is used again.
    const response = await (method === 'GET' ? send().catch(send) : send());
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  get(path: string, options?: CallOptions): Promise<Answer> {
    return this.call('GET', path, options);
  }

  post(path: string, body: unknown, options?: CallOptions): Promise<Answer> {
    return this.call('POST', path, { body, ...options });
  }

  wallet(name: DemoName): DemoWallet {
    const wallet = this.demo.wallets.find((each) => each.name === name);
    if (!wallet) throw new Error(`there is no demo wallet ${name}`);
    return wallet;
  }

  /** A market by alice that expires in an hour, or as `fields` say. */
  async createMarket(fields: Record<string, unknown> = {}): Promise<string> {
    const { body } = await this.get('/config');
    const expireAt = new Date(Date.parse(body.now) + 3_600_000).toISOString();
    const market = { ...MARKET, expireAt, ...fields };
    const answer = await decide(this, '/markets', market, 'alice');
    if (answer.status !== 201) throw new Error(`no market: ${answer.status} ${answer.text}`);
    return answer.body.id;
  }

  bet(marketId: string, as: DemoName, outcome: string, amount: number | string): Promise<Answer> {
    return decide(this, `/markets/${marketId}/bets`, { outcome, amount }, as);
  }

  async advance(seconds: number): Promise<void> {
    const answer = await this.post('/sandbox/clock', { advanceSeconds: seconds }, { as: 'alice' });
    if (answer.status !== 200) throw new Error(`the clock stands: ${answer.text}`);
  }

  async restart(env: Record<string, string> = {}): Promise<World> {
    await this.service.close();
    return World.start(env, this.dir);
  }

  async close(): Promise<void> {
    await this.service.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

const RETRY_MS = 20;

/** On a busy machine it may be pending first. Then the same request is sent again. */
async function decide(world: World, path: string, body: unknown, as: DemoName): Promise<Answer> {
  const options = { as, idempotencyKey: randomUUID() };
  for (;;) {
    const answer = await world.post(path, body, options);
    if (answer.status !== 202) return answer;
    await sleep(RETRY_MS);
  }
}

export const MARKET = {
  question: 'Will it rain in Lisbon?',
  outcomes: ['Yes', 'No'],
  currency: 'SOL',
} as const;

export function worldConfig(dir: string, env: Record<string, string> = {}): Settings {
  return readSettings(
    {
      TOTE_PORT: '0',
      TOTE_RPC_PORT: '0',
      TOTE_SLOT_MS: '50',
      TOTE_SANDBOX: '1',
      TOTE_DEMO: '0',
      TOTE_LOG_LEVEL: 'error',
      TOTE_DATA_DIR: dir,
      ...env,
    },
    dir,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
