// The whole service with web sources on this machine, and two wallets that bet in custom markets.
import { expect } from 'vitest';
import { openNewWallet, signTransaction } from '../../../../support/new-wallet.ts';
import { World } from '../../../../support/world.ts';
import { WebServer } from './web-server.ts';

type Wallet = Awaited<ReturnType<typeof openNewWallet>>;

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape
type Json = any;

export class WebWorld {
  readonly server: WebServer;
  readonly #bettors: readonly Wallet[];
  world: World;

  private constructor(server: WebServer, world: World, bettors: readonly Wallet[]) {
    this.server = server;
    this.world = world;
    this.#bettors = bettors;
  }

  static async start(): Promise<WebWorld> {
    const server = await WebServer.start();
    const world = await World.start(...WebWorld.#options(server));
    const open = () => openNewWallet(world.service.baseUrl, { SOL: '100' });
    return new WebWorld(server, world, [await open(), await open()]);
  }

  static #options(server: WebServer, dir?: string): Parameters<typeof World.start> {
    const env = { TOTE_WEB_SOURCES: server.listed };
    return [env, dir, { fetchOptions: server.fetchOptions() }];
  }

  async restart(): Promise<void> {
    const { dir, service } = this.world;
    await service.close();
    this.world = await World.start(...WebWorld.#options(this.server, dir));
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.server.close();
  }

  async inSeconds(seconds: number): Promise<string> {
    const { now } = (await this.world.get('/config')).body;
    return new Date(Date.parse(now) + seconds * 1_000).toISOString();
  }

  /** A condition that five at a page are at least 4. */
  condition(count: number, page: string, fields: object = {}): object {
    const sources = this.server.sources(count, page);
    return { type: 'web_value', sources, comparator: 'gte', value: 4, ...fields };
  }

  async play(seconds: number, condition: object): Promise<string> {
    const expireAt = await this.inSeconds(seconds);
    const question = 'Do the gauges show enough?';
    const id = await this.world.createMarket({ question, expireAt, condition });
    const [yes, no] = await Promise.all([this.bet(id, 0, 'Yes'), this.bet(id, 1, 'No')]);
    expect([yes.status, no.status], yes.text + no.text).toEqual([201, 201]);
    return id;
  }

  /** Such markets are custom, so the wallet signs. */
  async bet(id: string, bettor: 0 | 1, outcome: string) {
    const { key, apiKey } = this.#bettors[bettor] as Wallet;
    const headers = { authorization: `Bearer ${apiKey}` };
    const body = { outcome, amount: '1' };
    const prepared = await this.world.post(`/markets/${id}/bets/prepare`, body, { headers });
    if (prepared.status !== 200) return prepared;
    const transaction = await signTransaction(prepared.body.transaction, key);
    return this.world.post(`/markets/${id}/bets`, { transaction }, { headers });
  }

  async market(id: string): Promise<Json> {
    return (await this.world.get(`/markets/${id}`)).body;
  }

  async receipt(id: string): Promise<Json> {
    return (await this.world.get(`/markets/${id}/resolution`)).body;
  }

  async expectRefund(id: string): Promise<void> {
    await expect
      .poll(() => this.market(id))
      .toMatchObject({
        ...{ status: 'resolved', refunded: true, refundReason: 'deadline', winningOutcome: null },
        settled: true,
      });
    const { payouts } = await this.receipt(id);
    expect(payouts.map(({ payout }: Json) => payout)).toEqual([1, 1]);
  }

  async expectOutcome(id: string, winningOutcome: 'Yes' | 'No'): Promise<void> {
    await expect
      .poll(() => this.market(id))
      .toMatchObject({ status: 'resolved', winningOutcome, settled: true });
  }
}
