import { expect, test } from 'vitest';
import { call, createMarket, newWallet, readService, refused, useHome } from '../support/home.ts';

const home = useHome();

test('shows balances, the allowance and each stake', async () => {
  const id = await createMarket();
  await call(`/markets/${id}/bets`, { outcome: 'Yes', amount: '1.5' }, 'bob');
  const { code, out } = await home.tote(['positions', '--wallet', 'bob']);
  expect(code).toBe(0);
  expect(out).toMatch(/Balance +\d[\d.]* SOL, \d[\d.]* UTILITY/);
  expect(out).toMatch(/Allowance +\d[\d.]* SOL/);
  expect(out).toMatch(new RegExp(`${id} +1\\.5 SOL +0 SOL`));
  const { json } = await home.here(['positions', '--wallet', 'bob', '--json']);
  const position = json.positions.find(({ marketId }: { marketId: string }) => marketId === id);
  expect(position).toMatchObject({ stakes: { Yes: '1.5', No: '0' }, status: 'open' });
});

test('takes an API key instead of a wallet; a named wallet goes first', async () => {
  await refused(home.here(['positions']), 2, 'tote wallet new');
  const [alice, bob] = readService().wallets;
  const env = { TOTE_API_KEY: bob?.apiKey ?? '' };
  expect((await home.here(['positions', '--json'], env)).json.wallet).toBe(bob?.address);
  const named = await home.here(['positions', '--json', '--wallet', 'alice'], env);
  expect(named.json.wallet).toBe(alice?.address);
  // A wallet of one's own goes before the demo wallet of that name.
  const own = await newWallet(home, 'alice');
  const mine = await home.here(['positions', '--json', '--wallet', 'alice'], env);
  expect(mine.json.wallet).toBe(own);
  const wrong = await home.here(['positions', '--json'], { TOTE_API_KEY: 'wrong' });
  expect(wrong).toMatchObject({ code: 1, json: { code: 'credential_invalid' } });
});
