// packages/verify/test/verify.test.ts has what it finds; here are the arguments and exit codes.
import { expect, test } from 'vitest';
import { call, createMarket, readService, useHome } from '../support/home.ts';

const home = useHome();

test('verifies a market that the oracle ended', async () => {
  const id = await createMarket();
  await call(`/markets/${id}/bets`, { outcome: 'Yes', amount: '1' });
  await call(`/markets/${id}/bets`, { outcome: 'No', amount: '0.5' }, 'bob');
  const early = await home.here(['verify', id]);
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('no result yet')]);
  await call(`/markets/${id}/attestations`, { outcome: 'Yes', evidence: 'Seen.' }, 'oracle');
  await expect.poll(async () => (await call(`/markets/${id}`)).settled).toBe(true);
  await expect
    .poll(async () => (await home.here(['verify', id])).out)
    .toMatch(/^Verified: \d+ recomputed, 1 by the oracle’s word, 0 different, 0 could not/m);
  const { code, json } = await home.tote(['verify', id, '--json', '--rpc', readService().rpcUrl]);
  expect([code, json.isTrue, json.marketId]).toEqual([0, true, id]);
  const other = await home.here(['verify', id, '--program', '11111111111111111111111111111111']);
  expect(other.code).toBe(4);
  expect((await home.here(['verify', 'nothing'])).code).toBe(2);
  expect((await home.here(['verify', id, '--rpc', 'http://127.0.0.1:9'])).code).toBe(3);
});
