import { expect, test } from 'vitest';
import { call, createMarket, readService, refused, useHome } from '../support/home.ts';

const home = useHome();

test('lists profits after fees, the highest first', async () => {
  const id = await createMarket({ currency: 'UTILITY' });
  await call(`/markets/${id}/bets`, { outcome: 'Yes', amount: '2' });
  await call(`/markets/${id}/bets`, { outcome: 'No', amount: '1' }, 'bob');
  await call(`/markets/${id}/attestations`, { outcome: 'Yes', evidence: 'Seen.' }, 'oracle');
  const read = async () =>
    (await home.here(['leaderboard', '--currency', 'UTILITY', '--json'])).json.leaders;
  await expect.poll(read).toHaveLength(2);
  const [alice, bob] = readService().wallets;
  // The losing pool of 1 without its fees of a tenth.
  expect(await read()).toMatchObject([
    { rank: 1, wallet: alice?.address, profit: '0.9' },
    { rank: 2, wallet: bob?.address, profit: '-1' },
  ]);
  const { code, out } = await home.tote(['leaderboard', '--currency', 'UTILITY', '--limit', '1']);
  expect([code, out]).toEqual([0, expect.stringMatching(/1 +0\.9 UTILITY +\w+\n$/)]);
  await refused(home.here(['leaderboard', '--window', 'year']), 2, 'day, week, all');
});
