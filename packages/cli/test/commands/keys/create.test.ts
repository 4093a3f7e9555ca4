import { expect, test } from 'vitest';
import { newWallet, refused, useHome } from '../../support/home.ts';

const home = useHome();

test('the key is shown once and does what its scopes say', async () => {
  const address = await newWallet(home);
  await refused(
    home.tote(['keys', 'create', 'bot', '--scopes', 'read,steal']),
    2,
    'steal is not one of',
  );
  const made = await home.tote(['keys', 'create', 'bot', '--scopes', 'read', '--expires', '1d']);
  expect([made.code, made.err]).toEqual([0, 'Store it: it is not shown again.\n']);
  const env = { TOTE_API_KEY: made.out.trim() };
  expect((await home.here(['positions', '--json'], env)).json.wallet).toBe(address);
  const faucet = await home.tote(['faucet', '--json'], env);
  expect(faucet).toMatchObject({ code: 1, json: { code: 'not_allowed' } });
});
