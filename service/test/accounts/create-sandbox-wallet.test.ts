import { beforeEach, expect, test } from 'vitest';
import { createSandboxWallet } from '../../src/accounts/create-sandbox-wallet.ts';
import type { FaucetContext } from '../../src/accounts/use-faucet.ts';
import { insertApiKey, SANDBOX } from '../../src/store/journal/api-keys.ts';
import { useWorld } from '../keeper/support.ts';
import { createContext } from '../support/command-context.ts';

const MIDNIGHT = Date.UTC(2030, 0, 2);
const IN_ALL = 1_000;

const world = useWorld();
let context: FaucetContext;
beforeEach(async () => {
  const { relayer, oracle } = world.keys;
  const commands = await createContext({ ...world, relayer, oracle }, world.store);
  context = { ...commands, keys: world.keys };
});

const at = (wallMs: number, from = '203.0.113.5') =>
  createSandboxWallet({ ...context, wallMs: () => wallMs }, from);
const keys = () => world.store.db.selectFrom('api_keys').selectAll().execute();

async function insert(count: number, address: string, wallMs: number) {
  const createdAt = Math.floor(wallMs / 1_000) as never;
  const shared = { scopes: [], madeBy: SANDBOX, createdAt, expiresAt: null, address } as const;
  const of = { ...shared, wallet: address, name: '', provisionalUntil: null };
  await world.store.write(async (db) => {
    for (let i = 0; i < count; i += 1) {
      const id = `${address}-${i}`;
      await insertApiKey(db, { ...of, id, hash: id });
    }
  });
}

test('the 20th of a day is made, the 21st only on the next day of UTC', async () => {
  await insert(19, '203.0.113.5', MIDNIGHT - 86_400_000);
  await at(MIDNIGHT - 1_500);
  const refusal = { code: 'sandbox_wallets_too_many', status: 429 };
  const late = { max: 20, whose: 'your address', seconds: 2 };
  await expect(at(MIDNIGHT - 1_500)).rejects.toMatchObject({ ...refusal, params: late });
  expect(await keys()).toHaveLength(20);
  await at(MIDNIGHT);
});

test('all addresses together get 1,000 a day', async () => {
  await insert(IN_ALL - 1, 'elsewhere', MIDNIGHT);
  await at(MIDNIGHT);
  const params = { max: IN_ALL, whose: 'this service', seconds: 86_400 };
  await expect(at(MIDNIGHT)).rejects.toMatchObject({ params });
  await expect(at(MIDNIGHT, '203.0.113.6')).rejects.toMatchObject({ params });
  expect(await keys()).toHaveLength(IN_ALL);
});

test('what fails on the way counts for nothing and stores no key', async () => {
  await insert(19, '203.0.113.5', MIDNIGHT);
  const broken = { ...context, wallMs: () => MIDNIGHT };
  const failures = [
    { ...broken, chain: { ...world.chain, send: () => Promise.reject(new Error('refused')) } },
    { ...broken, chain: { ...world.chain, send: () => new Promise(() => {}) }, confirmWaitMs: 1 },
  ] as FaucetContext[];
  for (const failing of failures) {
    const attempt = createSandboxWallet(failing, '203.0.113.5');
    await expect(attempt).rejects.toMatchObject({ code: 'chain_unavailable', status: 503 });
  }
  expect(await keys()).toHaveLength(19);
  await at(MIDNIGHT);
});
