// Repeated kill -9 or SIGTERM at random moments, under load: clients that retry until they get an
// answer have placed each bet once.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../packages/chain/test/faults.ts';
import { hasRounds, isLong } from '../../../tools/test-setup/stage.ts';
import { hasPostgres } from '../support/postgres.ts';
import { type Answer, Api, type Credential, expectBalanced } from './support/api.ts';
import { count } from './support/counts.ts';
import {
  type ChainPlace,
  type Engine,
  type Environment,
  openEnvironment,
} from './support/environment.ts';
import { ServiceProcess } from './support/service-process.ts';

const ENDS = count(1, 30, 4);
/** Every second end is a SIGTERM. */
const STOP_EVERY = 2;
const CLIENTS = 8;
/** Their bets share transactions. */
const MARKETS = 3;
const RUNS_MS_MAX = 1_500;
const RETRY_MS = 50;

const ENVIRONMENTS: readonly (readonly [Engine, ChainPlace])[] = [
  ['SQLite', 'an embedded chain'],
  ...(hasRounds ? [['PostgreSQL', 'a separate chain'] as const] : []),
  ...(isLong ? [['SQLite', 'a separate chain'] as const] : []),
  ...(isLong ? [['PostgreSQL', 'an embedded chain'] as const] : []),
];

const seed = Number(process.env.TOTE_SEED ?? Date.now());
const random = createRandom(seed);

describe.each(ENVIRONMENTS)(`seed ${seed}, on %s, with %s`, (engine, chainPlace) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres())(`${ENDS} ends under load`, async () => {
    await using environment = await openEnvironment(chainPlace, engine);
    const load = new Load(environment);
    let next = ServiceProcess.prepare();
    let clients: Promise<void> | undefined;
    for (let end = 1; end <= ENDS; end += 1) {
      const service = await next(environment.env);
      next = ServiceProcess.prepare();
      clients ??= load.start(service.api);
      load.baseUrl = service.api.baseUrl;
      await load.hasBegun;
      await sleep(random() * RUNS_MS_MAX);
      await (end % STOP_EVERY === 0 ? service.stop() : service.kill());
    }
    const last = await next(environment.env);
    load.baseUrl = last.api.baseUrl;
    load.stop();
    await environment.advanceClock(last.api);
    await clients;
    await load.check(last.api);
    // There, recovery waits some seconds: another replica may still be sending.
    if (engine === 'PostgreSQL') {
      await expect.poll(() => environment.countPending()).toBe(0);
    }
    await last.stop();
    expect(await environment.countPending()).toBe(0);
    const { answers, retries } = load;
    console.log(`${ENDS} ends, ${answers.size} bets, ${retries} retried, 0 lost, 0 doubled`);
  });
});

/** Clients that place bets of one SOL one after another, each retried with its own key. */
class Load {
  baseUrl = '';
  retries = 0;
  readonly answers = new Map<string, Answer>();
  readonly hasBegun: Promise<void>;
  readonly #environment: Environment;
  #begin: () => void = () => {};
  #isStopping = false;
  #wallets: Credential[] = [];
  readonly #marketIds: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
    this.hasBegun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  async start(api: Api): Promise<void> {
    for (let index = 0; index < CLIENTS; index += 1) {
      this.#wallets.push(await this.#environment.openWallet(api));
    }
    while (this.#marketIds.length < MARKETS) {
      this.#marketIds.push(await api.createMarket(this.#wallets[0] as Credential));
    }
    this.#begin();
    await Promise.all(this.#wallets.map((_, index) => this.#runClient(index)));
  }

  stop(): void {
    this.#isStopping = true;
  }

  async check(api: Api): Promise<void> {
    const bets = this.answers.size;
    expect(bets).toBeGreaterThan(0);
    for (const id of this.#marketIds) {
      const own = [...this.answers].filter(([key]) => this.#marketOf(key) === id);
      const totals = own.map(([, answer]) => answer.body.newTotalStake.Yes);
      expect(totals.sort((a, b) => a - b)).toEqual(totals.map((_, index) => index + 1));
      const { body } = await api.get(`/markets/${id}`);
      expect(body.totalVolume).toBe(own.length);
    }
    for (const [index, wallet] of this.#wallets.entries()) {
      const account = await api.get('/account', wallet);
      const own = [...this.answers.keys()].filter((key) => key.startsWith(`${index} `)).length;
      const { balances, staked } = account.body;
      expect([balances.SOL, staked.SOL]).toEqual([1_000 - own, own]);
    }
    // The same request still gets the same answer.
    for (const [key, answer] of [...this.answers].slice(-CLIENTS)) {
      const wallet = this.#wallets[Number(key.split(' ')[0])] as Credential;
      const again = await api.bet(wallet, { marketId: this.#marketOf(key), key });
      expect(again.text).toBe(answer.text);
    }
    await expectBalanced(api);
  }

  /** Each client goes from market to market. */
  #marketOf(key: string): string {
    const [client, bet] = key.split(' ').map(Number) as [number, number];
    return this.#marketIds[(client + bet) % MARKETS] as string;
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
      const request = { marketId: this.#marketOf(key), key };
      const answer = await new Api(this.baseUrl).tryBet(wallet, request);
      if (answer?.status === 201) return answer;
      // Only "pending" and "unavailable" are acceptable here.
      if (answer) expect([202, 503]).toContain(answer.status);
      this.retries += 1;
      await sleep(RETRY_MS);
    }
  }
}
