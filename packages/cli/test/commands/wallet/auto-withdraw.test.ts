import { expect, test } from 'vitest';
import { WAIT_MS } from '../../../../../tools/test-setup/limits.ts';
import { call, createMarket, newWallet, useHome } from '../../support/home.ts';

const home = useHome();

test('says how much of earlier winnings it sends before it asks, and sends it', async () => {
  await newWallet(home);
  await home.here(['faucet', '10']);
  await home.here(['wallet', 'allow', '--sol', '5', '--until', '1d', '--yes']);
  const positions = async () => (await home.here(['positions', '--json'])).json;
  const marketId = await createMarket();
  await home.here(['bet', marketId, 'yes', '1', '--yes']);
  await call(`/markets/${marketId}/bets`, { outcome: 'No', amount: 1 }, 'bob');
  const attestation = { outcome: 'Yes', evidence: 'It rained.' };
  await call(`/markets/${marketId}/attestations`, attestation, 'oracle');
  await expect
    .poll(positions, { timeout: WAIT_MS })
    .toMatchObject({ sweepable: { SOL: '1.9' }, balances: { SOL: '10.9' } });

  const asked = await home.here(['wallet', 'auto-withdraw', 'on']);
  expect(asked.code).toBe(2);
  expect(await positions()).toMatchObject({ autoWithdraw: false, balances: { SOL: '10.9' } });
  const done = await home.tote(['wallet', 'auto-withdraw', 'on', '--yes']);
  expect(done.code, done.err).toBe(0);
  expect(done.out).toContain(
    'Send winnings to the wallet as they come, and 1.9 SOL of earlier ones now',
  );
  await expect
    .poll(positions, { timeout: WAIT_MS })
    .toMatchObject({ autoWithdraw: true, sweepable: { SOL: '0' }, balances: { SOL: '9' } });

  const off = await home.here(['wallet', 'auto-withdraw', 'off', '--yes']);
  expect(off.out).toContain('Keep winnings in the account');
  expect(await positions()).toMatchObject({ autoWithdraw: false });
});
