import { expect, test } from 'vitest';
import { newWallet, useHome } from '../support/home.ts';

const home = useHome();

test('credits the wallet, and refuses too much', async () => {
  await newWallet(home);
  const first = await home.tote(['faucet']);
  expect([first.code, first.out]).toEqual([0, 'Balance: 10 SOL, 0 UTILITY\n']);
  const second = await home.here(['faucet', '2.5', 'utility', '--json']);
  expect(second.json.balances).toEqual({ SOL: '10', UTILITY: '2.5' });
  const tooMuch = await home.here(['faucet', '1000.1', '--json']);
  expect(tooMuch).toMatchObject({ code: 1, json: { code: 'field_invalid' } });
  const { json } = await home.here(['positions', '--json']);
  expect(json.balances).toEqual({ SOL: '10', UTILITY: '2.5' });
});
