import { expect, test } from 'vitest';
import { createMarket, newWallet, useHome } from '../../support/home.ts';

const home = useHome();

test('the service can stake that much, and no more', async () => {
  await newWallet(home);
  for (const args of [
    ['--sol', '1'],
    ['--until', '1d'],
    ['--sol', '1', '--until', 'tomorrow'],
  ]) {
    expect((await home.here(['wallet', 'allow', ...args, '--yes'])).code).toBe(2);
  }
  // Opens the account, too.
  const allowed = await home.tote(['wallet', 'allow', '--sol', '1.5', '--until', '1d', '--yes']);
  expect(allowed.out, allowed.err).toContain('Done: Let the service stake 1.5 SOL until');
  await home.here(['faucet', '10']);
  const marketId = await createMarket();
  const first = await home.here(['bet', marketId, 'yes', '1', '--yes', '--json']);
  expect(first, first.out).toMatchObject({ code: 0, json: { bet: { state: 'confirmed' } } });
  const second = await home.here(['bet', marketId, 'yes', '1', '--yes', '--json']);
  expect(second).toMatchObject({ code: 1, json: { code: 'allowance_insufficient' } });
  const { json } = await home.here(['positions', '--json']);
  expect(json).toMatchObject({ balances: { SOL: '9' }, delegate: { allowance: { SOL: '0.5' } } });
});
