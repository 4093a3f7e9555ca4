import { expect, test } from 'vitest';
import { lamportsOf, newWallet, useHome } from '../../support/home.ts';

const home = useHome();

test('moves money to the wallet, and no more than there is', async () => {
  const address = await newWallet(home);
  await home.here(['faucet', '3']);
  const tooMuch = await home.here(['wallet', 'withdraw', '3.000000001', '--yes', '--json']);
  expect(tooMuch).toMatchObject({ code: 1, json: { code: 'funds_insufficient' } });
  expect(await lamportsOf(address)).toBe(0);
  const done = await home.tote(['wallet', 'withdraw', '1.25', '--yes', '--json']);
  expect(done, done.out).toMatchObject({ code: 0, json: { state: 'confirmed' } });
  expect(await lamportsOf(address)).toBe(1.25e9);
  const { json } = await home.here(['positions', '--json']);
  expect(json.balances.SOL).toBe('1.75');
});
