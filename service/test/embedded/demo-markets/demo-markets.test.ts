import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../tools/test-setup/until.ts';
import type { DemoMarkets } from '../../../src/embedded/demo-markets/demo-markets.ts';
import type { MarketList } from '../../../src/store/projection/list-markets.ts';
import { callSigned, demoKey } from '../../conformance/support/wallets.ts';
import { newFolder } from '../../support/new-folder.ts';
import { World } from '../../support/world.ts';

const HOUR_MS = 3_600_000;
const DEMO = { TOTE_DEMO: '1' };

let world: World;
let demo: DemoMarkets;
/** What a request was shown that came before the service listened. */
let firstShown: MarketList | undefined;
let played: Awaited<ReturnType<typeof listPlayed>>;
beforeAll(async () => {
  let asked: Promise<MarketList> | undefined;
  world = await World.start(DEMO, undefined, {
    onServer: ({ audience, queries }) => {
      asked = audience?.ask()?.then(() => queries.listMarkets({ limit: 100, offset: 0 }));
    },
    onDemo: (started) => {
      demo = started;
    },
  });
  firstShown = await asked;
  played = await listPlayed(world);
});
afterAll(() => world.close());

async function listBets(from: World) {
  const { body } = await from.get('/markets?limit=100');
  const markets = body.filter(({ series }: { series?: string }) => series === undefined);
  const bets = await Promise.all(
    markets.map(async ({ id }: { id: string }) => (await from.get(`/markets/${id}/bets`)).body),
  );
  return { markets, bets: bets.flat() };
}

/** What the history made; on a slow machine others have followed. */
async function listPlayed(from: World) {
  const { markets, bets } = await listBets(from);
  const now = Date.parse(await from.inSeconds(0));
  const isOld = ({ placedAt }: { placedAt: string }) => now - Date.parse(placedAt) > HOUR_MS;
  return { markets, bets: bets.filter(isOld) };
}

const bettorsOf = async (of: World): Promise<{ name: string; wallet: string }[]> =>
  (await of.get('/config')).body.demo.bettors;

test('a new chain has eight markets with a day of bets, and two of them are paid', async () => {
  const { markets, bets } = played;
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

test('the first request waits for them, even if it comes before the service listens', () => {
  expect(firstShown?.markets.length).toBeGreaterThanOrEqual(8);
});

test('a start that ended in the middle of the history plays the rest, and nothing twice', async () => {
  const first = await World.start(DEMO);
  await first.service.close();
  const copy = newFolder();
  cpSync(first.dir, copy, { recursive: true });
  const second = await World.start(DEMO, first.dir);
  onTestFinished(() => second.close());
  const { markets, bets } = await listPlayed(second);
  // Prices and days depend on the moment.
  const questionsOf = (list: { question: string }[]) =>
    list.map(({ question }) => question.replace(/\d+\?$/, '?'));
  expect(questionsOf(markets)).toEqual(questionsOf(played.markets));
  expect(bets).toHaveLength(played.bets.length);
  const third = await second.restart(DEMO);
  expect((await listPlayed(third)).bets).toHaveLength(bets.length);

  // Without the demo it is in the present.
  const plain = await World.start({ TOTE_DEMO: '0' }, copy);
  onTestFinished(() => plain.service.close());
  const { body } = await plain.get('/config');
  expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(HOUR_MS / 60);
  expect(body.demo.bettors).toEqual([]);
});

test('without the demo a new service has no markets, and wallets with play money at once', async () => {
  await using plain = await World.start({ TOTE_DEMO: '0' });
  const { closing } = (await plain.get('/account/statement', { as: 'alice' })).body;
  expect(closing).toEqual({ SOL: 100, UTILITY: 100_000 });
  expect((await plain.get('/markets')).body).toEqual([]);
  expect(await bettorsOf(plain)).toEqual([]);
});

test('two series have rounds with bets while somebody watches, and miss none meanwhile', async () => {
  const list = async () => (await world.get('/series')).body;
  // Shortly after the start of rounds, so that the next ones take bets for minutes.
  const into = (Date.parse(await world.inSeconds(0)) / 1_000) % 600;
  await world.advance(630 - into);
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

test('the bettors never bet in a market of a visitor, and open again what has ended', async () => {
  const before = await listBets(world);
  const own = await world.createMarket({ question: 'Will SOL be above $100 at expiry?' });
  for (let step = 0; step < 6; step += 1) {
    await world.advance(1);
    await demo.step();
  }
  const after = await listBets(world);
  expect(after.bets.length).toBeGreaterThan(before.bets.length);
  expect((await world.get(`/markets/${own}/bets`)).body).toEqual([]);
  for (let days = 0; days < 20; days += 5) await world.advance(5 * 86_400);
  await demo.step();
  const { body } = await world.get('/markets?status=open&rounds=open');
  expect(body.filter(({ series }: { series?: string }) => series === undefined)).toHaveLength(6);
});

test('without the demo its series have no more rounds', async () => {
  const all = (await world.get('/series')).body;
  const { id } = all.find(({ cadence }: { cadence: string }) => cadence === '5m');
  const show = async (of = id) => (await world.get(`/series/${of}`)).body;
  await until(async () => expect((await show()).next.state).toBe('open'));
  const alice = await demoKey(world, 'alice');
  world = await world.restart({ TOTE_DEMO: '0', TOTE_OPERATORS: alice.address });
  await world.advance(3_600);
  const { question, condition } = await show();
  const template = { question, condition, currency: 'SOL', cadence: '5m' };
  const { body: own } = await callSigned(world, alice, 'POST', '/series', { body: template });
  await until(async () => expect((await show(own.id)).next.state).toBe('open'));
  expect((await show()).next.state).toBe('planned');
});
