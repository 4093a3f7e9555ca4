import { expect, test } from 'vitest';
import { newWallet, useHome } from '../../support/home.ts';

const home = useHome();

test('ends the key, after a yes', async () => {
  await newWallet(home);
  const { json: made } = await home.here(['keys', 'create', 'bot', '--json']);
  const env = { TOTE_API_KEY: made.key };
  expect((await home.here(['keys', 'revoke', made.id])).code).toBe(2);
  expect((await home.here(['positions'], env)).code).toBe(0);
  const revoked = await home.tote(['keys', 'revoke', made.id, '--yes', '--json']);
  expect(revoked).toMatchObject({ code: 0, json: { id: made.id, revoked: true } });
  expect((await home.here(['positions'], env)).code).toBe(1);
  const unknown = await home.here(['keys', 'revoke', 'nothing', '--yes']);
  expect(unknown.code).toBe(1);
});
