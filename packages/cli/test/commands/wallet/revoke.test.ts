import { expect, test } from 'vitest';
import { createMarket, newWallet, useHome } from '../../support/home.ts';

const home = useHome();

test('afterwards only the wallet itself can bet', async () => {
  await newWallet(home);
  await home.here(['faucet', '10']);
  await home.here(['wallet', 'allow', '--sol', '5', '--until', '1d', '--yes']);
  const asked = await home.here(['wallet', 'revoke']);
  expect(asked.code).toBe(2);
  const revoked = await home.tote(['wallet', 'revoke', '--yes', '--json']);
  expect(revoked, revoked.out).toMatchObject({ code: 0, json: { state: 'confirmed' } });
  const marketId = await createMarket();
  const delegated = await home.here(['bet', marketId, 'yes', '1', '--yes', '--json']);
  expect(delegated.code).toBe(1);
  const own = await home.here(['bet', marketId, 'yes', '1', '--yes', '--self', '--json']);
  expect(own, own.out).toMatchObject({ code: 0, json: { bet: { state: 'confirmed' } } });
  const { json } = await home.here(['positions', '--json']);
  expect(json).toMatchObject({ delegate: null, balances: { SOL: '9' }, staked: { SOL: '1' } });
});
