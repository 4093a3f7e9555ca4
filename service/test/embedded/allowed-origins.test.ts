// The settings of the service say which web pages may use the faucet, and airdrops of its chain.
import { createKey } from '@tote/chain/key';
import { expect, test } from 'vitest';
import { World } from '../support/world.ts';

async function airdrop(world: World, origin: string): Promise<string> {
  const params = [(await createKey()).address, 1_000_000];
  const response = await fetch(world.demo.rpcUrl, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params }),
  });
  return response.text();
}

test('pages of the allowed origins and of the service may use them, others may not', async () => {
  const env = { TOTE_ALLOWED_ORIGINS: 'https://app.example, https://other.example' };
  await using world = await World.start({ ...env, TOTE_ORIGIN: 'https://tote.example' });
  // The service answers here; its origin is that of a proxy.
  const url = new URL(world.service.baseUrl);
  expect(url.origin).toBe('https://tote.example');
  for (const origin of [
    'https://app.example',
    'https://other.example',
    'https://tote.example',
    'http://localhost:1',
  ]) {
    expect(await airdrop(world, origin)).toContain('"result"');
  }
  expect(await airdrop(world, 'https://evil.example')).toContain('TOTE_ALLOWED_ORIGINS');
});

test('the faucet of the API takes the same settings', async () => {
  await using world = await World.start({ TOTE_ALLOWED_ORIGINS: 'https://app.example' });
  const use = (origin: string) =>
    world.post('/faucet', { currency: 'SOL', amount: 1 }, { as: 'alice', headers: { origin } });
  expect((await use('https://app.example')).status).toBe(200);
  expect((await use(new URL(world.service.baseUrl).origin)).status).toBe(200);
  const { headers } = await use('https://evil.example');
  expect(headers.get('x-error-code')).toBe('origin_not_allowed');
});
