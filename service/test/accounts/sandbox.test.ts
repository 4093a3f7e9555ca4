import type { Address } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSandboxWallet } from '../../src/accounts/create-sandbox-wallet.ts';
import { type FaucetContext, useFaucet } from '../../src/accounts/use-faucet.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { insertApiKey, SANDBOX } from '../../src/store/journal/api-keys.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { SubmissionRunner } from '../../src/submissions/runner.ts';
import { startWorld, type World } from '../keeper/support.ts';
import { createContext } from '../support/command-context.ts';

const SOL = 1_000_000_000n;

let world: World;
let store: Store;
let context: FaucetContext;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { relayer, oracle } = world.keys;
  store = await openStore();
  onTestFinished(() => store.close());
  const commands = await createContext({ ...world, relayer, oracle }, store);
  context = { ...commands, keys: world.keys };
  caller = { wallet: (await createKey()).address, scopes: new Set() };
});

const text = (value: string) => ({ text: value, isJsonNumber: false });
const sol = (value: string) => ({ currency: 'SOL', amount: text(value) }) as const;
const utility = (value: string) => ({ currency: 'UTILITY', amount: text(value) }) as const;
const findBettor = (wallet: Address) => world.chain.accounts.findBettor(wallet);

test('opens the Bettor of a new wallet and credits it, without a delegate', async () => {
  const { balances, transactionId } = await useFaucet(context, caller, sol('1.5'));
  expect(balances).toEqual({ SOL: (3n * SOL) / 2n, UTILITY: 0n });
  expect(await world.chain.fetchLanded(transactionId)).toMatchObject({ error: null });
  const bettor = await findBettor(caller.wallet);
  expect(bettor).toMatchObject({
    available: [(3n * SOL) / 2n, 0n],
    delegate: '11111111111111111111111111111111',
    rentPayer: world.keys.relayer.address,
    slotCount: 64,
  });
});

test('two equal concurrent calls for a new wallet are two credits', async () => {
  await Promise.all([
    useFaucet(context, caller, sol('1')),
    useFaucet(context, caller, sol('1')),
    useFaucet(context, caller, sol('1')),
  ]);
  expect((await findBettor(caller.wallet))?.available[0]).toBe(3n * SOL);
});

test('the same Idempotency-Key credits once, also for ten concurrent calls', async () => {
  const key = { key: 'k', requestHash: 'a' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => useFaucet(context, caller, sol('1'), key)),
  );
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect((await findBettor(caller.wallet))?.available[0]).toBe(SOL);
  const other = useFaucet(context, caller, sol('2'), { key: 'k', requestHash: 'b' });
  await expect(other).rejects.toThrow(expect.objectContaining({ code: 'idempotency_key_reused' }));
  expect((await findBettor(caller.wallet))?.available[0]).toBe(SOL);
});

test('a call that was stored and interrupted continues with its own transaction', async () => {
  const key = { key: 'k', requestHash: 'a' };
  const { lander } = world.chain;
  const chain = { ...world.chain, lander: { land: () => Promise.reject(new Error('killed')) } };
  const killed = { ...context, chain, runner: new SubmissionRunner({ ...context, chain }) };
  const cutOff = useFaucet(killed, caller, sol('1'), key);
  await expect(cutOff).rejects.toThrow(expect.objectContaining({ code: 'chain_unavailable' }));
  const row = await store.db.selectFrom('submissions').selectAll().executeTakeFirst();
  expect(row).toMatchObject({ kind: 'faucet', state: 'pending' });
  expect(world.chain.lander).toBe(lander);
  const { transactionId, balances } = await useFaucet(context, caller, sol('1'), key);
  expect(transactionId).toBe(row?.signature);
  expect(balances.SOL).toBe(SOL);
});

test.each([
  ['zero', sol('0'), 'amount_malformed'],
  ['a negative amount', sol('-1'), 'amount_malformed'],
  ['too many decimals', utility('0.0000001'), 'amount_too_precise'],
  ['more than 1,000 SOL', sol('1000.000000001'), 'field_invalid'],
  ['more than 1,000,000 UTILITY', utility('1000000.000001'), 'field_invalid'],
])('refuses %s and opens nothing', async (_name, input, code) => {
  const attempt = useFaucet(context, caller, input);
  await expect(attempt).rejects.toThrow(expect.objectContaining({ code }));
  expect(await findBettor(caller.wallet)).toBeNull();
});

test('credits the maximum', async () => {
  const { balances } = await useFaucet(context, caller, sol('1000'));
  expect(balances.SOL).toBe(1_000n * SOL);
});

const MIDNIGHT = Date.UTC(2030, 0, 2);
const IN_ALL = 1_000;

const at = (wallMs: number, from = '203.0.113.5') =>
  createSandboxWallet({ ...context, wallMs: () => wallMs }, from);
const keys = () => store.db.selectFrom('api_keys').selectAll().execute();

async function insert(count: number, address: string, wallMs: number) {
  const createdAt = Math.floor(wallMs / 1_000) as never;
  const shared = { scopes: [], madeBy: SANDBOX, createdAt, expiresAt: null, address } as const;
  const of = { ...shared, wallet: address, name: '', provisionalUntil: null };
  await store.write(async (db) => {
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
