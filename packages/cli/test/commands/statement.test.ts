import { expect, test } from 'vitest';
import { createMarket, newWallet, refused, useHome } from '../support/home.ts';

const home = useHome();

test('lists every change of the balance, as a table, JSON and CSV', async () => {
  await newWallet(home);
  await home.here(['faucet', '10']);
  const id = await createMarket();
  await home.here(['bet', id, 'yes', '1.5', '--self', '--yes']);
  const { json } = await home.here(['statement', '--json']);
  expect(json).toMatchObject({ opening: { SOL: '0' }, closing: { SOL: '8.5' } });
  expect(json.entries).toMatchObject([
    { type: 'deposit', amount: '10', balance: '10' },
    { type: 'bet', amount: '-1.5', balance: '8.5', marketId: id, outcome: 'Yes' },
  ]);
  const { code, out } = await home.tote(['statement']);
  expect(code).toBe(0);
  expect(out).toMatch(/bet on Yes +-1\.5 SOL +8\.5 SOL/);
  const csv = await home.here(['statement', '--csv', '--from', '2000-01-01T00:00:00Z']);
  expect(csv.out.split('\n')).toHaveLength(3);
  await refused(home.here(['statement', '--from', 'yesterday']), 2, '--from');
});
