// Repeated kill -9 or SIGTERM at random moments, under load: clients that retry until they get an
// answer have placed each bet once.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../packages/chain/test/faults.ts';
import { count, isLong } from '../../../tools/test-setup/stage.ts';
import { Load } from '../support/load.ts';
import { hasPostgres } from '../support/postgres.ts';
import { type Api, type Credential, expectBalanced } from './support/api.ts';
import {
  type ChainPlace,
  type Engine,
  type Environment,
  openEnvironment,
} from './support/environment.ts';
import { ServiceProcess } from './support/service-process.ts';

const ENDS = count(4, 30);
/** Every second end is a SIGTERM. */
const STOP_EVERY = 2;
const CLIENTS = 8;
/** Their bets share transactions. */
const MARKETS = 3;
const RUNS_MS_MAX = 1_500;

const ENVIRONMENTS: readonly (readonly [Engine, ChainPlace])[] = [
  ['SQLite', 'an embedded chain'],
  ['PostgreSQL', 'a separate chain'],
  ...(isLong ? [['SQLite', 'a separate chain'] as const] : []),
  ...(isLong ? [['PostgreSQL', 'an embedded chain'] as const] : []),
];

const seed = Number(process.env.TOTE_SEED ?? Date.now());
const random = createRandom(seed);

describe.each(ENVIRONMENTS)(`seed ${seed}, on %s, with %s`, (engine, chainPlace) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres())(`${ENDS} ends under load`, async () => {
    await using environment = await openEnvironment(chainPlace, engine);
    let next = ServiceProcess.prepare();
    let api: Api | undefined;
    let world: Opened | undefined;
    let load: Load | undefined;
    for (let end = 1; end <= ENDS; end += 1) {
      const service = await next(environment.env);
      next = ServiceProcess.prepare();
      api = service.api;
      world ??= await open(environment, api);
      const { wallets, marketOf } = world;
      load ??= new Load({
        ...{ wallets, name: 'load', apis: () => [api as Api] },
        bet: (wallet, bet) => ({ marketId: marketOf(wallet, bet), outcome: 'Yes' }),
      }).start();
      await sleep(random() * RUNS_MS_MAX);
      await (end % STOP_EVERY === 0 ? service.stop() : service.kill());
    }
    const last = await next(environment.env);
    api = last.api;
    await load?.placeMore(CLIENTS);
    const stopping = load?.stop();
    await environment.advanceClock(api);
    await stopping;
    await check(api, world as Opened, load as Load);
    await expect.poll(() => environment.countPending()).toBe(0);
    await last.stop();
    console.log(`${ENDS} ends, ${load?.total} bets, 0 lost, 0 doubled; ${load?.describe()}`);
  });
});

interface Opened {
  readonly wallets: readonly Credential[];
  readonly marketIds: readonly string[];
  /** Each client goes from market to market. */
  marketOf(wallet: number, bet: number): string;
}

async function open(environment: Environment, api: Api): Promise<Opened> {
  const wallets: Credential[] = [];
  while (wallets.length < CLIENTS) wallets.push(await environment.openWallet(api));
  const marketIds: string[] = [];
  while (marketIds.length < MARKETS) {
    marketIds.push(await api.createMarket(wallets[0] as Credential));
  }
  const marketOf = (wallet: number, bet: number) => marketIds[(wallet + bet) % MARKETS] as string;
  return { wallets, marketIds, marketOf };
}

async function check(api: Api, { wallets, marketIds, marketOf }: Opened, load: Load) {
  const bets = load.placed.flatMap((own, wallet) =>
    own.map((answer, bet) => ({ answer, wallet, bet, marketId: marketOf(wallet, bet) })),
  );
  for (const id of marketIds) {
    const own = bets.filter(({ marketId }) => marketId === id);
    const totals = own.map(({ answer }) => answer.body.newTotalStake.Yes);
    expect(totals.sort((a, b) => a - b)).toEqual(totals.map((_, index) => index + 1));
    expect((await api.get(`/markets/${id}`)).body.totalVolume).toBe(own.length);
  }
  for (const [index, wallet] of wallets.entries()) {
    const own = load.placed[index]?.length ?? 0;
    const { balances, staked } = (await api.get('/account', wallet)).body;
    expect([balances.SOL, staked.SOL]).toEqual([1_000 - own, own]);
  }
  // The same request still gets the same answer.
  for (const { answer, wallet, bet, marketId } of bets.slice(-CLIENTS)) {
    const key = `load ${wallet} ${bet}`;
    const again = await api.bet(wallets[wallet] as Credential, { marketId, key });
    expect(again.text).toBe(answer.text);
  }
  for (const answer of load.counts.keys()) expect(answer).toMatch(/^(20[12]$|503 |no answer)/);
  await expectBalanced(api);
}
