// Starts the whole service in this process, on its own chain in a temporary folder.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Key } from '@tote/chain/key';
import { expect } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import type { DemoFile, DemoName, DemoWallet } from '../../src/embedded/demo.ts';
import { type RunningService, startService } from '../../src/service.ts';
import { readSettings, type Settings } from '../../src/settings/read-settings.ts';
import {
  type Answer,
  Api,
  type CallOptions as ApiCallOptions,
  type Credential,
  type Json,
  MARKET,
  untilDecided,
} from '../faults/support/api.ts';
import { signTransaction } from './new-wallet.ts';

export { type Answer, type Json, MARKET };
export type CallOptions = ApiCallOptions<DemoName | Credential>;

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
    const api = new Api(this.service.baseUrl);
    const as = typeof options.as === 'string' ? this.wallet(options.as) : options.as;
    const send = () => api.call(method, path, { ...options, as });
    // The server may close an idle connection in the moment in which it is used again.
    return method === 'GET' ? send().catch(send) : send();
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

  get origin(): string {
    return new URL(this.service.baseUrl).origin;
  }

  /** By the time of the chain. */
  async inSeconds(seconds: number): Promise<string> {
    const { now } = (await this.get('/config')).body;
    return new Date(Date.parse(now) + seconds * 1_000).toISOString().replace('.000', '');
  }

  /** The market expires in an hour, unless `fields` say otherwise. */
  async marketBody(fields: object = {}) {
    return { ...MARKET, expireAt: await this.inSeconds(3_600), ...fields };
  }

  /** By alice; the answer may be a refusal. */
  async create(fields: object = {}, path = '/markets'): Promise<Answer> {
    return this.post(path, await this.marketBody(fields), { as: 'alice' });
  }

  /** By alice. */
  async createMarket(fields: object = {}): Promise<string> {
    const answer = await decide(this, '/markets', await this.marketBody(fields), 'alice');
    if (answer.status !== 201) throw new Error(`no market: ${answer.status} ${answer.text}`);
    return answer.body.id;
  }

  bet(marketId: string, as: DemoName, outcome: string, amount: number | string): Promise<Answer> {
    return decide(this, `/markets/${marketId}/bets`, { outcome, amount }, as);
  }

  async detail(marketId: string): Promise<Json> {
    return (await this.get(`/markets/${marketId}`)).body;
  }

  async balances(as: DemoName | Credential): Promise<Record<'SOL' | 'UTILITY', number>> {
    return (await this.get('/account', { as })).body.balances;
  }

  attest(marketId: string, outcome = 'Yes', evidence = 'It is so.'): Promise<Answer> {
    const body = { outcome, evidence };
    return this.post(`/markets/${marketId}/attestations`, body, { as: 'oracle' });
  }

  /** Signs what was prepared, and sends it. */
  submit(key: Key, prepared: Answer, path = '/transactions'): Promise<Answer> {
    return this.post(path, { transaction: signTransaction(prepared.body.transaction, key) });
  }

  async advance(seconds: number): Promise<void> {
    const answer = await this.post('/sandbox/clock', { advanceSeconds: seconds }, { as: 'alice' });
    if (answer.status !== 200) throw new Error(`the clock stands: ${answer.text}`);
  }

  /** Until less than a lot is left to sell: a sale changes the receipts of markets. */
  async finishBuyback(): Promise<void> {
    await until(async () => {
      await this.advance(60);
      const { fees } = (await this.get('/reserves')).body.SOL;
      expect(fees, 'less than the 0.1 SOL of a lot').toBeLessThan(0.1);
    });
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

function decide(world: World, path: string, body: unknown, as: DemoName): Promise<Answer> {
  const options = { as, idempotencyKey: randomUUID() };
  return untilDecided(() => world.post(path, body, options));
}

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
