import { expect, test } from 'vitest';
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
