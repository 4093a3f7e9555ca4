import type { Config } from '@tote/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../../service/test/support/world.ts';
import { listTemplates } from '../src/screens/create/templates.ts';

let world: World;
let config: Config;
beforeAll(async () => {
  world = await World.start();
  ({ body: config } = await world.get('/config'));
});
afterAll(() => world.close());

const EXPECTED: Record<string, readonly [type: string, timing?: string]> = {
  'Price at the end': ['price_feed', 'at_expiry'],
  'Price at any time': ['price_feed', 'any_time_before'],
  'Stays above': ['price_feed', 'never_before'],
  'Market cap': ['market_cap', 'any_time_before'],
  Liquidity: ['liquidity', 'at_expiry'],
  Holders: ['holder_count', 'at_expiry'],
  'Creator sells': ['holding', 'any_time_before'],
  'Largest holders': ['top_holders', 'at_expiry'],
  Supply: ['token_supply', 'at_expiry'],
  'Bonding curve': ['token_event', 'any_time_before'],
  Migration: ['token_event', 'any_time_before'],
  Authority: ['authority', 'any_time_before'],
  Launchpad: ['launchpad_count'],
  'Two prices': ['price_ratio', 'at_expiry'],
  'Two tokens': ['token_ratio', 'at_expiry'],
  'Web value': ['web_value'],
  'An event': ['attested'],
};

/** After two hours SPROUT has migrated, and another token is young. */
test.each([0, 7_200])('after %i s each example is understood as its name says', async (seconds) => {
  if (seconds > 0) await world.advance(seconds);
  ({ body: config } = await world.get('/config'));
  const templates = listTemplates(config).filter(({ name }) => name !== 'Web value');
  const expireAt = new Date(Date.parse(config.now) + 3_600_000).toISOString();
  for (const { name, fields, needsToken } of templates) {
    const { question, tokenAddress } = fields;
    const market = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt };
    const token = tokenAddress && { tokenAddress };
    const { body, text } = await world.post('/markets/preview', { ...market, ...token });
    const [type, timing] = EXPECTED[name] ?? [];
    expect(body.condition?.type, `${name}: ${text}`).toBe(type);
    expect(body.timing ?? undefined, name).toBe(type === 'attested' ? body.timing : timing);
    expect(needsToken, name).toBe(false);
    // Its outcome is open: it could be created.
    if (timing === 'any_time_before') expect(body.alreadyMet, name).not.toBe(true);
  }
  expect(listTemplates(config).map(({ name }) => name)).toEqual(Object.keys(EXPECTED));
});

test('without demo tokens, examples about a token ask for its address', () => {
  const { demo: _, ...cluster } = { ...config, webSources: [] };
  const templates = listTemplates(cluster);
  const wanting = templates.filter(({ needsToken }) => needsToken).map(({ name }) => name);
  expect(wanting).toEqual([
    ...['Market cap', 'Liquidity', 'Holders', 'Creator sells', 'Largest holders', 'Supply'],
    ...['Bonding curve', 'Migration', 'Authority', 'Two tokens'],
  ]);
  expect(templates.some(({ name }) => name === 'Web value')).toBe(false);
});
