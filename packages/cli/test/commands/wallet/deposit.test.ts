import { expect, test } from 'vitest';
import { airdrop, lamportsOf, newWallet, refused, useHome } from '../../support/home.ts';

const home = useHome();

test('opens the account the first time, and moves exactly what was said', async () => {
  const address = await newWallet(home);
  await airdrop(address, 5);
  await refused(home.here(['wallet', 'deposit', '1.5']), 2, 'add --yes');
  expect(await lamportsOf(address)).toBe(5e9);

  const first = await home.tote(['wallet', 'deposit', '1.5', '--yes', '--json']);
  expect(first, first.out).toMatchObject({ code: 0, json: { state: 'confirmed' } });
  const second = await home.here(['wallet', 'deposit', '0.25', 'sol', '--yes']);
  expect([second.code, second.out]).toEqual([0, expect.stringContaining('Done: Deposit 0.25 SOL')]);
  expect(await lamportsOf(address)).toBe(3.25e9);
  const { json } = await home.here(['positions', '--json']);
  expect(json).toMatchObject({ open: true, balances: { SOL: '1.75', UTILITY: '0' } });

  const tooMuch = await home.here(['wallet', 'deposit', '99', '--yes', '--json']);
  expect(tooMuch.code).toBe(1);
  expect(await lamportsOf(address)).toBe(3.25e9);
});
