// Kill -9 or a signal to stop at any moment, under load, again and again: clients that ask until
// they are told have each bet once.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../packages/chain/test/faults.ts';
import { hasPostgres } from '../support/postgres.ts';
import { type Answer, Api, type Credential, expectBalanced } from './support/api.ts';
import { count, isLong } from './support/counts.ts';
import { type ChainPlace, type Engine, type Home, openHome, usePostgres } from './support/home.ts';
import { ServiceProcess } from './support/service-process.ts';

const ENDS = count(2, 30);
/** Every so many-th end is a polite one. */
const STOP_EVERY = 2;
const CLIENTS = 8;
const LIVES_MS_MAX = 1_500;
const RETRY_MS = 50;

const HOMES: readonly (readonly [Engine, ChainPlace])[] = isLong
  ? [
      ['SQLite', 'its chain'],
      ['SQLite', 'a chain apart'],
      ['PostgreSQL', 'its chain'],
      ['PostgreSQL', 'a chain apart'],
    ]
  : [['SQLite', 'its chain']];

const databaseFor = usePostgres();
const random = createRandom(Number(process.env.TOTE_SEED ?? Date.now()));

describe.each(HOMES)('on %s, with %s', (engine, chainPlace) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres())(`${ENDS} ends under load`, async () => {
    await using home = await openHome(chainPlace, databaseFor(engine));
    const load = new Load(home);
    let next = ServiceProcess.prepare();
    let clients: Promise<void> | undefined;
    for (let end = 1; end <= ENDS; end += 1) {
      const service = await next(home.env);
      next = ServiceProcess.prepare();
      clients ??= load.start(service.api);
      load.baseUrl = service.api.baseUrl;
      await load.hasBegun;
      await sleep(random() * LIVES_MS_MAX);
      await (end % STOP_EVERY === 0 ? service.stop() : service.kill());
    }
    const last = await next(home.env);
    load.baseUrl = last.api.baseUrl;
    load.stop();
    await home.letTimePass(last.api);
    await clients;
    await load.check(last.api);
    await last.stop();
    expect(await home.countPending()).toBe(0);
    const { answers, unsure } = load;
    console.log(`${ENDS} ends, ${answers.size} bets, ${unsure} asked for again, 0 lost, 0 doubled`);
  });
});

/** Clients that bet one SOL after the other, each with a key of its own until it is placed. */
class Load {
  baseUrl = '';
  unsure = 0;
  readonly answers = new Map<string, Answer>();
  readonly hasBegun: Promise<void>;
  readonly #home: Home;
  #begin: () => void = () => {};
  #isStopping = false;
  #wallets: Credential[] = [];
  #marketId = '';

  constructor(home: Home) {
    this.#home = home;
    this.hasBegun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  async start(api: Api): Promise<void> {
    for (let index = 0; index < CLIENTS; index += 1) {
      this.#wallets.push(await this.#home.openWallet(api));
    }
    this.#marketId = await api.createMarket(this.#wallets[0] as Credential);
    this.#begin();
    await Promise.all(this.#wallets.map((_, index) => this.#runClient(index)));
  }

  stop(): void {
    this.#isStopping = true;
  }

  async check(api: Api): Promise<void> {
    const bets = this.answers.size;
    expect(bets).toBeGreaterThan(0);
    const totals = [...this.answers.values()].map(({ body }) => body.newTotalStake.Yes);
    expect(totals.sort((a, b) => a - b)).toEqual(totals.map((_, index) => index + 1));
    const { body } = await api.get(`/markets/${this.#marketId}`);
    expect(body.totalVolume).toBe(bets);
    for (const [index, wallet] of this.#wallets.entries()) {
      const account = await api.get('/account', wallet);
      const own = [...this.answers.keys()].filter((key) => key.startsWith(`${index} `)).length;
      const { balances, staked } = account.body;
      expect([balances.SOL, staked.SOL]).toEqual([1_000 - own, own]);
    }
    // An answer that was given stays what it was.
    for (const [key, answer] of [...this.answers].slice(-CLIENTS)) {
      const wallet = this.#wallets[Number(key.split(' ')[0])] as Credential;
      const again = await api.bet(wallet, { marketId: this.#marketId, key });
      expect(again.text).toBe(answer.text);
    }
    await expectBalanced(api);
  }

  async #runClient(index: number): Promise<void> {
    const wallet = this.#wallets[index] as Credential;
    for (let bet = 0; !this.#isStopping; bet += 1) {
      const key = `${index} ${bet}`;
      this.answers.set(key, await this.#place(wallet, key));
    }
  }

  async #place(wallet: Credential, key: string): Promise<Answer> {
    for (;;) {
      const request = { marketId: this.#marketId, key };
      const answer = await new Api(this.baseUrl).tryBet(wallet, request);
      if (answer?.status === 201) return answer;
      // Nothing but "not now" and "not yet" is a right answer to these.
      if (answer) expect([202, 503]).toContain(answer.status);
      this.unsure += 1;
      await sleep(RETRY_MS);
    }
  }
}
