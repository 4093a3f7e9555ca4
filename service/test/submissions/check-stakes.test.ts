// How much is signed in markets that follow a price: no more on an outcome than it costs to move
// the price. SPROUT has a pool of 79 to 91 SOL, and a billion tokens.
import type { Key } from '@tote/chain/key';
import { beforeAll, expect, test } from 'vitest';
import { demoKey } from '../conformance/support/wallets.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';

/** From the start until SPROUT has migrated. */
const SECONDS_TO_POOL = 2_200;

const world = useWorld({ TOTE_KEEPER: '0', TOTE_SLOT_MS: '400' });
let bob: Key;
let mint: string;
let expireAt: string;
beforeAll(async () => {
  bob = await demoKey(world, 'bob');
  const { now, demo } = (await world.get('/config')).body;
  mint = demo.tokens[0].mint;
  await world.advance(SECONDS_TO_POOL);
  expireAt = new Date(Date.parse(now) + 3_000_000 + SECONDS_TO_POOL * 1_000).toISOString();
});

const capNow = async (): Promise<number> =>
  (await world.post('/markets/preview', wanted(1))).body.conditionProgress.currentCount;

function wanted(threshold: number, timing = 'at_expiry', currency = 'SOL') {
  const text = threshold.toFixed(6);
  const when = timing === 'at_expiry' ? 'at expiry' : 'at any time before expiry';
  return {
    ...{ question: `Will SPROUT's market cap be at least ${text} SOL ${when}?`, currency },
    ...{ tokenAddress: mint, outcomes: ['Yes', 'No'], expireAt },
    condition: { type: 'market_cap', comparator: 'gte', threshold: text, unit: 'SOL', timing },
  };
}

/** In SOL. At its threshold a price takes a two-thousandth of the pool, of 79 SOL at least. */
const LEAST_COST = 0.039;
const near = async (timing?: string, currency?: string) =>
  world.createMarket(wanted((await capNow()) * 1.0001, timing, currency));
const codeOf = ({ status, headers }: Answer) => [status, headers.get('x-error-code')];
const REFUSED = [409, 'stakes_above_cost'];
const stateOf = async (id: string) => ({
  volume: (await world.detail(id)).totalVolume,
  bets: (await world.get(`/bets?marketId=${id}`, { as: 'bob' })).body,
  account: (await world.get('/account', { as: 'bob' })).body,
});
/** The price may move at any time, and with it what it costs. */
function limitIn({ body }: Answer): { cost: number; most: number } {
  const text =
    /^Moving the price costs about (.*) SOL now, so we sign at most (.*) SOL more on No\./;
  const [cost, most] = (text.exec(body.error) ?? []).slice(1).map(Number) as [number, number];
  return { cost, most };
}
const prepare = (id: string, amount: number, outcome = 'No') =>
  world.post(`/markets/${id}/bets/prepare`, { wallet: bob.address, outcome, amount });

test('a bet above what it costs to move the price is refused and changes nothing', async () => {
  const id = await near();
  expect((await world.bet(id, 'bob', 'No', 0.02)).status).toBe(201);
  const before = await stateOf(id);
  const refused = await world.bet(id, 'bob', 'No', 1);
  expect(codeOf(refused)).toEqual(REFUSED);
  const { cost, most } = limitIn(refused);
  expect(cost).toBeGreaterThan(LEAST_COST);
  expect(cost - most).toBeCloseTo(0.02, 9);
  expect(refused.body.error).toContain(`your wallet alone: POST /v1/markets/${id}/bets/prepare`);
  expect(await stateOf(id)).toEqual(before);
  // What is on the other outcome does not count.
  expect((await world.bet(id, 'bob', 'Yes', LEAST_COST)).status).toBe(201);
});

test('far from its threshold the price costs more, and UTILITY has no limit', async () => {
  const far = await world.createMarket(wanted(4 * (await capNow())));
  expect((await world.bet(far, 'bob', 'No', 10)).status).toBe(201);
  const utility = await near('at_expiry', 'UTILITY');
  expect((await world.bet(utility, 'bob', 'No', 10)).status).toBe(201);
});

test('bets that arrive together count together', async () => {
  const id = await near();
  const costNow = async () => limitIn(await world.bet(id, 'bob', 'No', 1)).cost;
  const before = await costNow();
  const half = LEAST_COST / 2;
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => world.bet(id, 'bob', 'No', half)));
  const refused = answers.filter(({ status }) => status !== 201);
  const placed = answers.length - refused.length;
  expect(refused.map(codeOf)).toEqual(refused.map(() => REFUSED));
  expect(placed).toBeGreaterThanOrEqual(2);
  expect(placed * half).toBeLessThanOrEqual(Math.max(before, await costNow()));
});

test('a wallet may sign more alone, unless the market needs our signature', async () => {
  const id = await near();
  const prepared = await prepare(id, 1);
  expect(prepared.status, prepared.text).toBe(200);
  const transaction = await signTransaction(prepared.body.transaction, bob);
  const placed = await world.post('/transactions', { transaction });
  expect(placed.status, placed.text).toBeLessThan(300);
  const gated = await near('any_time_before');
  const before = await stateOf(gated);
  expect(codeOf(await prepare(gated, 1))).toEqual(REFUSED);
  expect((await prepare(gated, 1)).body.error).not.toContain('alone');
  expect(codeOf(await world.bet(gated, 'bob', 'No', 1))).toEqual(REFUSED);
  // Two are prepared while there is room, and only one of them is signed.
  const both = [await prepare(gated, LEAST_COST), await prepare(gated, LEAST_COST)];
  const [first, second] = await Promise.all(
    both.map(({ body }) => signTransaction(body.transaction, bob)),
  );
  expect(await stateOf(gated)).toEqual(before);
  const submit = (signed: string | undefined) =>
    world.post('/transactions', { transaction: signed });
  expect((await submit(first)).status).toBeLessThan(300);
  await expect.poll(async () => (await stateOf(gated)).volume).toBeGreaterThan(0);
  expect(codeOf(await submit(second))).toEqual(REFUSED);
});

test('a first stake is limited too, and then no market is created', async () => {
  const count = async () => (await world.get('/markets?limit=100')).body.length;
  const before = await count();
  const market = wanted((await capNow()) * 1.0001);
  const create = (amount: number) => {
    const initialStake = { outcome: 'No', amount };
    return world.post('/markets', { ...market, initialStake }, { as: 'bob' });
  };
  expect(codeOf(await create(1))).toEqual(REFUSED);
  expect(await count()).toBe(before);
  expect((await create(0.03)).status).toBe(201);
});

test('a market says how much is signed, and that wallets may sign more', async () => {
  const market = wanted((await capNow()) * 1.2);
  const { body } = await world.post('/markets/preview', market);
  expect(body.details).toContain('over half of the liquidity at the creation was withdrawn');
  expect(body.details).toContain('bets that wallets sign alone have no such limit');
  expect(body.warnings.join()).toMatch(/holding it there costs about [\d.]+ SOL/);
  const { liquidity } = body.condition;
  expect(Number(liquidity)).toBeGreaterThan(1e12);
  const condition = { ...market.condition, liquidity: '1' };
  const again = await world.post('/markets/preview', { ...market, condition });
  expect(Number(again.body.condition.liquidity)).toBeGreaterThan(1e12);
});
