// Whether a value is inside or outside of a range, from creation to a receipt that is verified.
import { openNewWallet } from '@tote/cli/demo/new-wallet';
import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { decodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { formatDecimal } from '@tote/domain';
import { decimal } from '@tote/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../support/world.ts';
import { replay } from '../facts/replay.ts';
import { replay as replaySamples } from './replay.ts';

let world: World;
let oak: { mint: string };
let expiresAt: number;
beforeAll(async () => {
  world = await World.start();
  const { now, demo } = (await world.get('/config')).body;
  [, oak] = demo.tokens;
  expiresAt = Date.parse(now) / 1000 + 600;
});
afterAll(() => world.close());

const wanted = (condition: object, tokenAddress: string | null = null) => ({
  ...{ question: 'Will it be so?', outcomes: ['Yes', 'No'], currency: 'SOL' },
  ...{ expireAt: new Date(expiresAt * 1000).toISOString(), tokenAddress },
  condition: { type: 'range', ...condition },
});

/** SOL at the expiry, with as many of its smallest units more. */
function solAtExpiry(more = 0n): string {
  const [sol] = DEMO_FEEDS as [(typeof DEMO_FEEDS)[number]];
  return formatDecimal(quoteAt(sol, BigInt(expiresAt)).price + more, 8);
}

const ofSol = (low: string, high: string, within = 'inside') => ({
  ...{ of: 'price_feed', feed: 'SOL', low, high, within },
});

test('a preview shows both ends and the value, and says what is missing', async () => {
  const preview = (await world.post('/markets/preview', wanted(ofSol('1', '5')))).body;
  expect(preview.conditionProgress).toMatchObject({ target: 1, targetHigh: 5, unit: 'USD' });
  expect(preview.conditionProgress.currentCount).toBeGreaterThan(5);
  const other = { ...ofSol('1', '5'), feed: 'BNB' };
  const { warnings } = (await world.post('/markets/preview', wanted(other))).body;
  expect(warnings.join()).toContain('There is no source of BNB/USD updates here');
});

describe('at the expiry', () => {
  const CASES: readonly [string, () => object, string][] = [
    ['at its low end', () => ofSol(solAtExpiry(), solAtExpiry(1n)), 'Yes'],
    ['at its high end', () => ofSol(solAtExpiry(-1n), solAtExpiry()), 'Yes'],
    ['just below it', () => ofSol(solAtExpiry(1n), '1000'), 'No'],
    ['just above it', () => ofSol('1', solAtExpiry(-1n)), 'No'],
    ['outside of it', () => ofSol(solAtExpiry(1n), '1000', 'outside'), 'Yes'],
    ['not outside of it', () => ofSol(solAtExpiry(), '1000', 'outside'), 'No'],
    ['holders', () => ({ of: 'holder_count', low: '12', high: '120' }), 'Yes'],
    ['too many holders', () => ({ of: 'holder_count', low: '1', high: '11' }), 'No'],
    ['supply', () => ({ of: 'token_supply', low: '0', high: '1000000000' }), 'Yes'],
    ['a market cap', () => ({ of: 'market_cap', unit: 'USD', low: '1', high: '9' }), 'No'],
    ['a price', () => ({ of: 'token_price', unit: 'SOL', low: '0.0000001', high: '1' }), 'Yes'],
  ];
  const ids = new Map<string, string>();

  beforeAll(async () => {
    const open = () => openNewWallet(world.service.baseUrl, { SOL: '30' });
    const [yes, no] = [await open(), await open()];
    for (const [name, condition] of CASES) {
      const isFeed = 'feed' in condition();
      const id = await world.createMarket(wanted(condition(), isFeed ? null : oak.mint));
      for (const [{ tote }, outcome] of [
        [yes, 'Yes'],
        [no, 'No'],
      ] as const) {
        const bet = { marketId: id, outcome, amount: decimal('1') };
        await tote.placeBet({ ...bet, signedBy: 'wallet', wait: 'confirmed' });
      }
      ids.set(name, id);
    }
    await world.advance(601);
  });

  test.each([...CASES])('%s', async (name, condition, outcome) => {
    const id = ids.get(name) ?? '';
    await expect
      .poll(async () => (await world.get(`/markets/${id}`)).body)
      .toMatchObject({ status: 'resolved', winningOutcome: outcome, decidedBy: 'samples' });
    expect(await replay(world, id)).toBe(outcome);
    const { record } = await replaySamples(world, id);
    if (!('feed' in condition())) return;
    const [account, ...others] = record.evidence.samples.flatMap(({ accounts }) => accounts);
    expect(others).toEqual([]);
    const update = account && decodePythPriceUpdate(account);
    expect(update).toMatchObject({ ok: true, value: { publishedAt: BigInt(expiresAt) } });
    expect(record.verdict).toMatchObject({ value: solAtExpiry(), at: expiresAt });
  });
});
