import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, getBase58Encoder } from '@solana/kit';
import { keyFromBytes } from '@tote/chain/key';
import { type Scope, unixSeconds } from '@tote/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curlLines, type DemoFile, prepareDemo, renderStartHint } from '../../src/embedded/demo.ts';
import { startInitialized } from '../keeper/support.ts';

const SOL = 1_000_000_000n;
const UTILITY = 1_000_000n;

let world: Awaited<ReturnType<typeof startInitialized>>;
let file: string;
const issued: { wallet: Address; name: string; scopes: readonly Scope[] }[] = [];
/** What the start wrote that ends the first test. */
let demo: DemoFile;

beforeAll(async () => {
  world = await startInitialized();
  file = join(world.dir, 'demo.json');
});
afterAll(() => world.close());

interface Fault {
  afterKeys?: number;
  validKeys?: boolean;
}

function prepare({ afterKeys = Infinity, validKeys = true }: Fault = {}): Promise<DemoFile> {
  const { chain, keys, keysDir } = world;
  return prepareDemo({
    chain,
    keys,
    file,
    folder: { dir: keysDir, mayCreate: true },
    baseUrl: 'http://127.0.0.1:3000/v1',
    rpcUrl: 'http://127.0.0.1:8899',
    async issueApiKey(wallet, name, scopes) {
      if (issued.length >= afterKeys) throw new Error('killed');
      issued.push({ wallet, name, scopes });
      return `key-${issued.length}`;
    },
    isApiKeyValid: async () => validKeys,
  });
}

const walletOf = (name: string) => {
  const wallet = demo.wallets.find((each) => each.name === name);
  if (!wallet) throw new Error(`no ${name}`);
  return { ...wallet, address: wallet.address as Address };
};

test('an interrupted start is completed with the same wallets, which are funded once and let us bet', async () => {
  await expect(prepare({ afterKeys: 1 })).rejects.toThrow('killed');
  demo = await prepare();
  const now = world.chain.clock.now();
  for (const name of ['alice', 'bob']) {
    const { address } = walletOf(name);
    const bettor = await world.chain.accounts.findBettor(address);
    expect(bettor).toMatchObject({
      wallet: address,
      rentPayer: world.keys.relayer.address,
      slotCount: 64,
      available: [100n * SOL, 100_000n * UTILITY],
      delegate: world.keys.relayer.address,
      allowance: [1_000_000n * SOL, 1_000_000_000n * UTILITY],
    });
    expect(Number(bettor?.delegateExpiresAt)).toBeGreaterThan(now + 9 * 365 * 86_400);
    const { value } = await world.chain.rpc.getBalance(address).send();
    expect(value).toBe(10n * SOL);
  }
  const names = ['alice', 'alice', 'bob', 'carol', 'oracle'].map((name) => `demo ${name}`);
  expect(issued.map(({ name }) => name)).toEqual(names);
  const attesting = issued.filter(({ scopes }) => scopes.includes('attest'));
  expect(attesting.map(({ name }) => name)).toEqual(['demo oracle']);
});

test('writes demo.json for us alone, in the form of the design', async () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(demo);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Object.keys(demo)).toEqual(['baseUrl', 'rpcUrl', 'wallets']);
  expect(demo.wallets.map(({ name }) => name)).toEqual(['alice', 'bob', 'carol', 'oracle']);
  for (const wallet of demo.wallets) {
    expect(Object.keys(wallet)).toEqual(['name', 'address', 'secretKey', 'apiKey']);
    const secret = getBase58Encoder().encode(wallet.secretKey);
    expect((await keyFromBytes(secret as Uint8Array)).address).toBe(wallet.address);
  }
  expect(walletOf('oracle').address).toBe(world.keys.oracle.address);
});

test('a second start continues: same keys, nothing sent, nothing issued', async () => {
  const { transactionCount } = await world.localnet.info();
  expect(await prepare()).toEqual(demo);
  expect((await world.localnet.info()).transactionCount).toBe(transactionCount);
  expect(issued).toHaveLength(5);
});

test('the hint at start names the address, the keys and three lines to paste', () => {
  const now = unixSeconds(1_893_456_000);
  const input = { demo, now, demoFile: 'data/demo.json' };
  const hint = renderStartHint({ ...input, isSandbox: true });
  const another = 'curl -sS -X POST http://127.0.0.1:3000/v1/sandbox/wallets';
  expect(hint).toContain(another);
  expect(renderStartHint({ ...input, isSandbox: false })).not.toContain('/sandbox/');
  expect(hint.match(/^ {2}(\w+).*no account yet/m)?.[1]).toBe('carol');
  expect(hint).toContain('http://127.0.0.1:3000/v1');
  for (const { address, apiKey } of demo.wallets) {
    expect(hint).toContain(address);
    expect(hint).toContain(apiKey);
  }
  const [create, bet, read] = curlLines(demo, now);
  expect(create).toContain('"expireAt":"2030-01-01T00:10:00Z"');
  expect(bet).toContain('"http://127.0.0.1:3000/v1/markets/$MARKET/bets"');
  expect(read).toBe('curl -sS "http://127.0.0.1:3000/v1/markets/$MARKET"');
  for (const line of [create, bet, read]) expect(hint.split('\n')).toContain(line);
});

test('the three lines are shell commands, and the last two use the id of the first', () => {
  const lines = curlLines(demo, unixSeconds(1_893_456_000));
  const fake = 'curl() { echo "$@" >> "$OUT"; echo \'{"id":"market_Abc123","creator":"x"}\'; }';
  const out = join(world.dir, 'calls');
  const env = { ...process.env, OUT: out };
  execFileSync('bash', ['-euc', [fake, ...lines].join('\n')], { env, stdio: 'pipe' });
  const calls = readFileSync(out, 'utf8').trim().split('\n');
  expect(calls).toHaveLength(3);
  expect(calls[0]).toContain('http://127.0.0.1:3000/v1/markets -H Authorization: Bearer key-2');
  expect(calls[0]).toContain('{"question":"Will it rain in Lisbon?"');
  expect(calls[1]).toContain('/v1/markets/market_Abc123/bets -H Authorization: Bearer key-3');
  expect(calls[2]).toBe('-sS http://127.0.0.1:3000/v1/markets/market_Abc123');
});

test('API keys that the journal has lost are replaced, wallets are not', async () => {
  const second = await prepare({ validKeys: false });
  expect(second.wallets.map(({ apiKey }) => apiKey)).toEqual(['key-6', 'key-7', 'key-8', 'key-9']);
  const addresses = demo.wallets.map(({ address }) => address);
  expect(second.wallets.map(({ address }) => address)).toEqual(addresses);
  // Also when the file is missing or damaged: it is written again.
  rmSync(file);
  expect((await prepare()).wallets.map(({ address }) => address)).toEqual(addresses);
  writeFileSync(file, '{"wallets":');
  expect((await prepare()).wallets.map(({ address }) => address)).toEqual(addresses);
});
