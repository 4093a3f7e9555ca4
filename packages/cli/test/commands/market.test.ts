import { expect, test } from 'vitest';
import { findMarket } from '../../src/find-market.ts';
import { call, createMarket, useHome } from '../support/home.ts';

const home = useHome();

test('shows pools, odds, dates and warnings, exactly', async () => {
  const id = await createMarket();
  await call(`/markets/${id}/bets`, { outcome: 'Yes', amount: '0.750000001' });
  await call(`/markets/${id}/bets`, { outcome: 'No', amount: '0.25' }, 'bob');
  const { code, out } = await home.tote(['market', id]);
  expect(code).toBe(0);
  expect(out).toContain('Will it rain in Lisbon?');
  expect(out).toMatch(
    /^Yes if the market’s oracle attests .*, the outcome is No\.\nExactly: an attestation .*\.$/m,
  );
  expect(out).toMatch(/Yes +75\.00 % +0\.750000001 SOL/);
  expect(out).toMatch(/No +25\.00 % +0\.25 SOL/);
  expect(out).toMatch(/Decided by +the oracle’s attestation\n/);
  expect(out).toMatch(/Resolved by +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/);
  expect(out).toMatch(/Betting closes +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  const { json } = await home.here(['market', id.replace('market_', ''), '--json']);
  expect(json).toMatchObject({ id, totalVolume: '1.000000001' });
});

test('an id may be shortened to a beginning that only one market has', async () => {
  const ids = [await createMarket(), await createMarket()];
  const [id = '', other = ''] = ids;
  const differ = [...id].findIndex((character, at) => character !== other[at]);
  // All tests share the service, so the beginning must be long enough to differ from their markets.
  const short = id.slice(0, Math.max(differ + 1, 'market_'.length + 8));
  for (const text of [short, short.replace('market_', '')]) {
    const { json } = await home.here(['market', text, '--json']);
    expect(json).toMatchObject({ id });
  }
  const quote = await home.here(['bet', short, 'yes', '1', '--quote', '--json']);
  expect(quote.json).toMatchObject({ outcome: 'Yes' });
  const many = await home.here(['market', 'market_']);
  expect([many.code, many.err]).toEqual([
    2,
    expect.stringMatching(/ids of \d+ markets begin with/),
  ]);
  const only = { listMarkets: async () => [{ id }] } as never;
  expect(await findMarket(only, short)).toBe(id);
  await expect(findMarket(only, 'market_')).rejects.toThrow('Give more of it.');
  const none = await home.here(['market', '1111']);
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('begins with 1111.')]);
});
