// The settings of the service say which web pages may use the faucet, and airdrops of its chain.
import { createKey } from '@tote/chain/key';
import { expect, test } from 'vitest';
import { findPort } from '../../../tools/test-setup/find-port.ts';
import { Api } from '../faults/support/api.ts';
import { World } from '../support/world.ts';

test('pages of the allowed origins and of the service may use them, others may not', async () => {
  const port = String(await findPort());
  const allowed = { TOTE_ALLOWED_ORIGINS: 'https://app.example, https://other.example' };
  const env = { ...allowed, TOTE_ORIGIN: 'https://tote.example', TOTE_PORT: port };
  await using world = await World.start(env);
  // The service answers here; its origin is that of a proxy.
  expect(world.origin).toBe('https://tote.example');
  const api = new Api(`http://127.0.0.1:${port}/v1`);
  const use = (origin: string) =>
    api.call('POST', '/faucet', {
      ...{ body: { currency: 'SOL', amount: 1 }, as: world.wallet('alice'), headers: { origin } },
    });
  const airdrop = async (origin: string) => {
    const params = [(await createKey()).address, 1_000_000];
    const response = await fetch(world.demo.rpcUrl, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params }),
    });
    return response.text();
  };
  const ours = ['https://app.example', 'https://other.example', 'https://tote.example'];
  for (const origin of ours) expect((await use(origin)).status, origin).toBe(200);
  for (const origin of [...ours, 'http://localhost:1']) {
    expect(await airdrop(origin)).toContain('"result"');
  }
  expect((await use('https://evil.example')).code).toBe('origin_not_allowed');
  expect(await airdrop('https://evil.example')).toContain('TOTE_ALLOWED_ORIGINS');
});
