import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { call, createMarket, refused, useHome } from '../support/home.ts';

const home = useHome();

test('an operator hides a market with a reason and shows it again; nobody else can', async () => {
  const id = await createMarket();
  const admin = { TOTE_KEYPAIR: join(inject('toteDataDir'), 'keys', 'admin.json') };
  const because = ['--reason', 'It is spam.', '--yes', '--json'];
  await refused(home.here(['hide', id, ...because, '--wallet', 'alice']), 1, 'operate');
  await refused(home.here(['hide', id, '--yes'], admin), 2, '--reason');
  expect(await call(`/markets/${id}`)).not.toHaveProperty('hidden');
  const done = await home.here(['hide', id, ...because], admin);
  expect([done.code, done.json], done.err).toEqual([0, expect.objectContaining({ marketId: id })]);
  expect((await call(`/markets/${id}`)).hidden.reason).toBe('It is spam.');
  const shown = await home.here(['unhide', id, '--json'], admin);
  expect([shown.code, shown.json.unhiddenAt], shown.err).toEqual([0, expect.any(String)]);
  expect(await call(`/markets/${id}`)).not.toHaveProperty('hidden');
});
