// A value at the expiry against what it was at a start that the condition names. The service is
// stopped, its projection is rebuilt, and it starts again between the two.
import { openNewWallet } from '@tote/cli/demo/new-wallet';
import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { decodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { formatDecimal } from '@tote/domain';
import { decimal } from '@tote/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { rebuild } from '../../../src/wiring/rebuild-command.ts';
import { useWorld } from '../../support/use-world.ts';
import { World, worldConfig } from '../../support/world.ts';
import { readRecord, replay } from '../facts/replay.ts';

const world = useWorld();
let oak: { mint: string };
let from: number;
let expiresAt: number;
const ids = new Map<string, string>();

const [SOL] = DEMO_FEEDS as readonly [(typeof DEMO_FEEDS)[number]];
const solAt = (second: number) => quoteAt(SOL, BigInt(second)).price;
/** By how much SOL changes, with as many of its smallest units more. */
function solChange(more: bigint): string {
  const units = solAt(expiresAt) - solAt(from) + more;
  return units < 0n ? `-${formatDecimal(-units, 8)}` : formatDecimal(units, 8);
}

const sol = (rest: object) => ({ of: 'price_feed', feed: 'SOL', ...rest });
const CASES: readonly [string, () => object, string][] = [
  ['at least its change', () => sol({ comparator: 'gte', plus: solChange(0n) }), 'Yes'],
  ['more than its change', () => sol({ comparator: 'gt', plus: solChange(0n) }), 'No'],
  ['more than a unit less', () => sol({ comparator: 'gt', plus: solChange(-1n) }), 'Yes'],
  ['a third of its price', () => sol({ comparator: 'lt', times: '0.33' }), 'No'],
  // An hour before it is created.
  ['its past', () => sol({ comparator: 'lt', times: '0.33', from: from - 4_200 }), 'No'],
  ['holders', () => ({ of: 'holder_count', comparator: 'gte', times: '1' }), 'Yes'],
  ['more holders', () => ({ of: 'holder_count', comparator: 'gt', times: '1' }), 'No'],
  ['less supply', () => ({ of: 'token_supply', comparator: 'lt', times: '1' }), 'No'],
  ['price', () => ({ of: 'token_price', unit: 'SOL', comparator: 'gt', times: '0.5' }), 'Yes'],
  ['cap', () => ({ of: 'market_cap', unit: 'USD', comparator: 'gte', times: '1.9' }), 'No'],
];

const wanted = (condition: object, tokenAddress: string | null) => ({
  ...{ question: 'Will it be so?', outcomes: ['Yes', 'No'], currency: 'SOL' },
  ...{ expireAt: new Date(expiresAt * 1000).toISOString(), tokenAddress },
  condition: { type: 'change', from, ...condition },
});

beforeAll(async () => {
  const { now, demo } = (await world.get('/config')).body;
  [, oak] = demo.tokens;
  from = Date.parse(now) / 1000 + 600;
  expiresAt = from + 6_000;
  const open = () => openNewWallet(world.service.baseUrl, { SOL: '30' });
  const bettors = { Yes: await open(), No: await open() };
  for (const [name, condition] of CASES) {
    const isFeed = 'feed' in condition();
    const id = await world.createMarket(wanted(condition(), isFeed ? null : oak.mint));
    for (const outcome of ['Yes', 'No'] as const) {
      const bet = { marketId: id, outcome, amount: decimal('1') };
      await bettors[outcome].tote.placeBet({ ...bet, signedBy: 'wallet', wait: 'confirmed' });
    }
    ids.set(name, id);
  }
});

test('the value of the start is shown once it is known', async () => {
  const progressOf = async (name: string) =>
    (await world.detail(ids.get(name) ?? '')).conditionProgress;
  const ofSol = 'more than a unit less';
  expect(await progressOf(ofSol)).toBeUndefined();
  expect(await progressOf('price')).toBeUndefined();
  await world.advance(5_000);
  const target = Number(formatDecimal(solAt(expiresAt) - 1n, 8));
  await expect.poll(() => progressOf(ofSol)).toMatchObject({ target, unit: 'USD' });
  const supply = await progressOf('less supply');
  expect(supply.target).toBe(supply.currentCount);
  const price = await progressOf('price');
  expect(price.target).toBeLessThan(price.currentCount);
});

describe('after a restart with a rebuilt projection', () => {
  beforeAll(async () => {
    await world.service.close();
    await rebuild(worldConfig(world.dir), ['--yes'], { print: () => undefined });
    Object.assign(world, await World.start({}, world.dir));
    await world.advance(1_700);
  });

  test.each([...CASES])('%s', async (name, condition, outcome) => {
    const id = ids.get(name) ?? '';
    await expect
      .poll(() => world.detail(id))
      .toMatchObject({ status: 'resolved', winningOutcome: outcome, decidedBy: 'samples' });
    expect(await replay(world, id)).toBe(outcome);
    const { samples } = (await readRecord(world, id)).evidence;
    if ('feed' in condition()) {
      const updates = samples.flatMap(({ accounts }) => accounts.map(decodePythPriceUpdate));
      const times = updates.map((update) => update.ok && update.value.publishedAt);
      expect(times).toEqual([
        BigInt((condition() as { from?: number }).from ?? from),
        BigInt(expiresAt),
      ]);
      // That of the start was kept before the restart.
      expect(samples[0]?.observedAt).toBeLessThan(expiresAt);
      return;
    }
    const times = samples.map(({ observedAt }) => observedAt);
    const [start, end] = [times.filter((at) => at < expiresAt - 100), times.slice(-1)];
    expect(start.length).toBeGreaterThan(0);
    for (const at of start) expect(Math.abs(at - from)).toBeLessThanOrEqual(120);
    expect(Math.abs((end[0] ?? 0) - expiresAt)).toBeLessThanOrEqual(120);
  });
});

test('a start that is over, or after the end, is refused', async () => {
  for (const condition of [
    { ...sol({ comparator: 'gt', times: '1' }), from: 1 },
    { ...sol({ comparator: 'gt', times: '1' }), from: expiresAt + 90_000 },
  ]) {
    const later = new Date((expiresAt + 90_000) * 1000).toISOString();
    const body = { ...wanted(condition, null), expireAt: later };
    const refused = await world.post('/markets', body, { as: 'alice' });
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([
      ...[400, 'condition_invalid'],
    ]);
    expect(refused.text).toContain('the field from must be after');
  }
});
