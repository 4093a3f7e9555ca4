import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../tools/test-setup/until.ts';
import type { DemoMarkets } from '../../../src/embedded/demo-markets/demo-markets.ts';
import type { ServerOptions } from '../../../src/http/route.ts';
import { callSigned, demoKey } from '../../conformance/support/wallets.ts';
import { World } from '../../support/world.ts';

const HOUR_MS = 3_600_000;
const DEMO = { TOTE_DEMO: '1' };

async function start() {
  let demo: DemoMarkets | undefined;
  const world = await World.start(DEMO, undefined, {
    onDemo: (started) => {
      demo = started;
    },
  });
  onTestFinished(() => world.close());
  return { world, demo: demo as unknown as DemoMarkets };
}

async function listBets(world: World) {
  const { body } = await world.get('/markets?limit=100');
  const markets = body.filter(({ series }: { series?: string }) => series === undefined);
  const bets = await Promise.all(
    markets.map(async ({ id }: { id: string }) => (await world.get(`/markets/${id}/bets`)).body),
  );
  return { markets, bets: bets.flat() };
}

const bettorsOf = async (world: World): Promise<{ name: string; wallet: string }[]> =>
  (await world.get('/config')).body.demo.bettors;

test('a new chain has eight markets with a day of bets, and two of them are paid', async () => {
  const { world } = await start();
  const { markets, bets } = await listBets(world);
  expect(markets).toHaveLength(8);
  const details = await Promise.all(
    markets.map(async ({ id }: { id: string }) => (await world.get(`/markets/${id}`)).body),
  );
  expect(new Set(details.map(({ condition }) => condition.type)).size).toBe(8);
  expect(details.filter(({ custom, mismatch }) => custom || mismatch)).toEqual([]);
  const decided = details.filter(({ status }) => status === 'resolved');
  expect(decided.map(({ winningOutcome, settled }) => [winningOutcome, settled])).toEqual([
    [expect.stringMatching(/^(Yes|No)$/), true],
    ['Yes', true],
  ]);
  const bettors = await bettorsOf(world);
  expect(bettors.map(({ name }) => name)).toEqual(['Nora', 'Leo', 'Maya', 'Theo']);
  const wallets = bettors.map(({ wallet }) => wallet);
  expect(new Set(bets.map(({ wallet }) => wallet))).toEqual(new Set(wallets));
  const now = Date.parse((await world.get('/config')).body.now);
  expect(Math.abs(now - Date.now())).toBeLessThan(HOUR_MS / 60);
  const hoursAgo = bets.map(({ placedAt }) => Math.round((now - Date.parse(placedAt)) / HOUR_MS));
  expect(new Set(hoursAgo)).toEqual(new Set([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]));
});

test('the first request waits for them, even if it comes before the service listens', async () => {
  let server: ServerOptions | undefined;
  let asked: Promise<unknown> | undefined;
  const world = await World.start(DEMO, undefined, {
    onServer: (options) => {
      server = options;
      asked = options.audience?.ask();
    },
  });
  onTestFinished(() => world.close());
  await asked;
  const listed = await server?.queries.listMarkets({ limit: 100, offset: 0 });
  expect(listed?.markets.length).toBeGreaterThanOrEqual(8);
});

test('a start that ended in the middle of the history plays the rest, and nothing twice', async () => {
  const { world: whole } = await start();
  const first = await World.start(DEMO);
  const second = await first.restart(DEMO);
  onTestFinished(() => second.close());
  const [expected, { markets, bets }] = [await listBets(whole), await listBets(second)];
  // Prices and days depend on the moment.
  const questionsOf = (list: { question: string }[]) =>
    list.map(({ question }) => question.replace(/\d+\?$/, '?'));
  expect(questionsOf(markets)).toEqual(questionsOf(expected.markets));
  expect(bets).toHaveLength(expected.bets.length);
  const third = await second.restart(DEMO);
  expect((await listBets(third)).bets).toHaveLength(bets.length);
});

test('a start without the demo after one that was interrupted is in the present', async () => {
  const first = await World.start(DEMO);
  const second = await first.restart({ TOTE_DEMO: '0' });
  onTestFinished(() => second.close());
  const { body } = await second.get('/config');
  expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(HOUR_MS / 60);
  expect(body.demo.bettors).toEqual([]);
});

test('without the demo a new service has no markets, and wallets with play money at once', async () => {
  const world = await World.start({ TOTE_DEMO: '0' });
  onTestFinished(() => world.close());
  const { closing } = (await world.get('/account/statement', { as: 'alice' })).body;
  expect(closing).toEqual({ SOL: 100, UTILITY: 100_000 });
  expect((await world.get('/markets')).body).toEqual([]);
  expect(await bettorsOf(world)).toEqual([]);
});

test('the bettors never bet in a market of a visitor, and open again what has ended', async () => {
  const { world, demo } = await start();
  const before = await listBets(world);
  const own = await world.createMarket({ question: 'Will SOL be above $100 at expiry?' });
  for (let step = 0; step < 6; step += 1) {
    await world.advance(1);
    await demo.step();
  }
  const after = await listBets(world);
  expect(after.bets.length).toBeGreaterThan(before.bets.length);
  expect((await world.get(`/markets/${own}/bets`)).body).toEqual([]);
  await world.advance(20 * 86_400);
  await demo.step();
  const { body } = await world.get('/markets?status=open&rounds=open');
  expect(body.filter(({ series }: { series?: string }) => series === undefined)).toHaveLength(6);
});

test('two series have rounds with bets while somebody watches, and miss none meanwhile', async () => {
  const { world, demo } = await start();
  const list = async () => (await world.get('/series')).body;
  const series = await list();
  const cadences = series.map(({ cadence }: { cadence: string }) => cadence);
  expect(cadences.sort()).toEqual(['10m', '5m']);
  const findNext = async ({ id }: { id: string }) => (await world.get(`/series/${id}`)).body.next;
  // The owner of one stakes on both sides. The bettors bet in both.
  const { id } = series.find(({ initialStake }: { initialStake: unknown }) => initialStake);
  const show = async () => (await world.get(`/series/${id}`)).body;
  await until(async () => {
    await demo.step();
    const [one, other] = await Promise.all(series.map(findNext));
    expect(Math.min(one.betCount, other.betCount)).toBeGreaterThan(0);
    expect((await show()).next.betCount).toBeGreaterThan(2);
  });
  const { next } = await show();
  const wallets = (await bettorsOf(world)).map(({ wallet }) => wallet);
  const { body: bets } = await world.get(`/markets/${next.marketId}/bets`);
  expect(bets.map(({ wallet }: { wallet: string }) => wallet)).toEqual(
    bets.map(() => expect.toBeOneOf(wallets)),
  );
  // A day passes at once, without the rounds that it would have had.
  await world.advance(86_400);
  await until(async () => expect((await show()).next.state).toBe('open'));
  const { body: rounds } = await world.get(`/markets?series=${id}&limit=100`);
  expect(rounds.length).toBeLessThan(10);
  const decided = rounds.find((round: { id: string }) => round.id === next.marketId);
  expect(decided).toMatchObject({ status: 'resolved', winningOutcome: expect.any(String) });
  expect(await list()).toEqual(series);
  expect((await show()).missedRounds).toBe(0);
});

test('without the demo its series have no more rounds', async () => {
  const { world: first } = await start();
  const all = (await first.get('/series')).body;
  const { id } = all.find(({ cadence }: { cadence: string }) => cadence === '5m');
  const show = async (world: World) => (await world.get(`/series/${id}`)).body;
  await until(async () => expect((await show(first)).next.state).toBe('open'));
  const alice = await demoKey(first, 'alice');
  const second = await first.restart({ TOTE_DEMO: '0', TOTE_OPERATORS: alice.address });
  onTestFinished(() => second.close());
  await second.advance(3_600);
  const { question, condition } = await show(second);
  const template = { question, condition, currency: 'SOL', cadence: '5m' };
  const { body: own } = await callSigned(second, alice, 'POST', '/series', { body: template });
  const showOwn = async () => (await second.get(`/series/${own.id}`)).body;
  await until(async () => expect((await showOwn()).next.state).toBe('open'));
  expect((await show(second)).next.state).toBe('planned');
});
