// What the relayer pays for others, over HTTP: on a cluster and on the embedded chain.
import { join } from 'node:path';
import { type Address, getBase58Encoder } from '@solana/kit';
import { createKey, type Key, keyFromBytes } from '@tote/chain/key';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/service.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { Api, type CallOptions, type Credential } from '../faults/support/api.ts';
import { createApiKey } from '../faults/support/funded-wallet.ts';
import { RpcProxy } from '../faults/support/rpc-proxy.ts';
import { SeparateChain, type SeparateWallet } from '../faults/support/separate-chain.ts';
import { openNewWallet, signTransaction } from '../support/new-wallet.ts';
import { MARKET, World } from '../support/world.ts';

const SOL = 1_000_000_000n;
const LAMPORT = '0.000000001';

async function marketOf(api: Api, seconds = 36_000) {
  const { body } = await api.get('/config');
  return { ...MARKET, expireAt: new Date(Date.parse(body.now) + seconds * 1_000).toISOString() };
}

const create = async (api: Api, as: Credential, seconds?: number) =>
  api.call('POST', '/markets', { body: await marketOf(api, seconds), as });

/** Prepares, signs and submits. The first refusal is returned. */
async function send(api: Api, key: Key, path: string, body: object, options: CallOptions = {}) {
  const named = { ...body, wallet: key.address };
  const prepared = await api.call('POST', path, { body: named, ...options });
  if (prepared.status !== 200) return prepared;
  const transaction = await signTransaction(prepared.body.transaction, key);
  const sent = await api.call('POST', '/transactions', { body: { transaction } });
  return { ...sent, marketId: prepared.body.marketId as string | undefined };
}

const deposit = { actions: [{ type: 'deposit', currency: 'SOL', amount: LAMPORT }] };

let chain: SeparateChain;
beforeAll(async () => {
  chain = await SeparateChain.start();
});
afterAll(() => chain?.close());

const lamportsOf = async (address: Address) =>
  (await chain.chain.rpc.getBalance(address, { commitment: 'confirmed' }).send()).value;
const relayer = () => lamportsOf(chain.keys.relayer.address);
const setLamports = (address: Address, lamports: bigint) =>
  chain.localnet.sandbox.setAccount(address, {
    ...{ lamports, owner: SYSTEM_PROGRAM_ADDRESS, data: new Uint8Array(), executable: false },
  });

describe('who pays', () => {
  let service: RunningService;
  let api: Api;
  beforeAll(async () => {
    const limits = { TOTE_MARKETS_PER_CREATOR: '1', TOTE_FEES_PER_WALLET: '20000' };
    service = await startService(readSettings({ ...chain.env(), ...limits }, chain.dir));
    api = new Api(service.baseUrl);
  });
  afterAll(() => service?.close());

  const openWallet = async (): Promise<SeparateWallet> => {
    const wallet = await chain.openWallet(api, 1n);
    await setLamports(wallet.key.address, SOL);
    return wallet;
  };

  test('above the limit the wallet pays the rent of a market, and gets it back', async () => {
    const wallet = await openWallet();
    expect((await create(api, wallet, 60)).status).toBe(201);
    const before = await relayer();
    const refused = await create(api, wallet);
    expect([refused.status, refused.code]).toEqual([402, 'rent_limit_reached']);
    expect(refused.body.error).toContain('POST /v1/markets/prepare');
    expect(await relayer()).toBe(before);

    const { key } = wallet;
    const market = { ...(await marketOf(api, 60)), feePayer: 'wallet' };
    const sent = await send(api, key, '/markets/prepare', market);
    expect([sent.status, sent.body.state]).toEqual([200, 'confirmed']);
    expect(await relayer()).toBe(before);
    expect(await lamportsOf(key.address)).toBeLessThan(SOL - 10_000n);
    // Two signatures: the market is not custom, so the operator signed too.
    const { body } = await api.get(`/markets/${'marketId' in sent ? sent.marketId : ''}`);
    expect(body.custom).toBe(false);

    await chain.localnet.sandbox.advanceClock(120);
    await expect.poll(() => lamportsOf(key.address)).toBe(SOL - 10_000n);
    // The relayer has its rent back too, so it pays again.
    await expect.poll(async () => (await create(api, wallet)).status).toBe(201);
  });

  test('a used budget costs the relayer nothing more, and a wallet that pays goes on', async () => {
    const { key } = await openWallet();
    const path = '/account/transactions';
    for (let done = 0; done < 2; done += 1) {
      expect((await send(api, key, path, deposit)).status).toBe(200);
    }
    const before = await relayer();
    for (let more = 0; more < 5; more += 1) {
      const { status, code, body } = await send(api, key, path, deposit);
      expect([status, code]).toEqual([402, 'fee_budget_used_up']);
      expect(body.error).toContain('feePayer');
    }
    const own = await lamportsOf(key.address);
    for (let more = 0; more < 3; more += 1) {
      expect((await send(api, key, path, { ...deposit, feePayer: 'wallet' })).status).toBe(200);
    }
    expect(own - (await lamportsOf(key.address))).toBe(3n * 5_001n);
    expect(await relayer()).toBe(before);
  });

  test('it is the relayer or the wallet', async () => {
    const { key } = await openWallet();
    const path = '/account/transactions';
    const { status, code } = await send(api, key, path, { ...deposit, feePayer: 'bank' });
    expect([status, code]).toEqual([400, 'field_invalid']);
    const { status: asDefault } = await send(api, key, path, { ...deposit, feePayer: 'relayer' });
    expect(asDefault).toBe(200);
  });
});

describe('with the defaults of a cluster', () => {
  const DAY = 86_400;
  let service: RunningService;
  let api: Api;
  let proxy: RpcProxy;
  beforeAll(async () => {
    proxy = await RpcProxy.start(chain.localnet.url ?? '');
    const { TOTE_MARKETS_PER_CREATOR: _, ...env } = chain.env(undefined, proxy.url);
    const own = { TOTE_DATA_DIR: join(chain.dir, 'defaults') };
    service = await startService(readSettings({ ...env, ...own }, chain.dir));
    api = new Api(service.baseUrl);
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.close();
  });

  const metricOf = async (name: string) => {
    const text = await (await fetch(service.metricsUrl)).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  };

  test('strangers without SOL lock none of it, and others go on', async () => {
    const honest = await chain.openWallet(api, 1n);
    const before = await relayer();
    for (let stranger = 0; stranger < 3; stranger += 1) {
      const as = { apiKey: await createApiKey(api, await createKey()) };
      for (const seconds of [3_649 * DAY, 60]) {
        const { status, code, body } = await create(api, as, seconds);
        expect([status, code]).toEqual([402, 'rent_limit_reached']);
        expect(body.error).toContain('POST /v1/markets/prepare');
      }
    }
    expect(await relayer()).toBe(before);
    const { status, body } = await create(api, honest);
    expect(status).toBe(201);
    expect((await api.bet(honest, { marketId: body.id, amount: 0.1 })).status).toBe(201);
  });

  test('an account has three open markets of at most 30 days', async () => {
    const [one, other] = [await chain.openWallet(api, 1n), await chain.openWallet(api, 1n)];
    expect((await create(api, one, 30 * DAY + 3_600)).code).toBe('rent_limit_reached');
    const ids: string[] = [];
    for (let open = 0; open < 3; open += 1) {
      const { status, body } = await create(api, one, 30 * DAY - 60);
      expect(status).toBe(201);
      ids.push(body.id);
    }
    const refused = await create(api, one);
    expect([refused.status, refused.code]).toEqual([402, 'rent_limit_reached']);
    expect(refused.body.error).toContain('3 open markets');
    expect((await create(api, other)).status).toBe(201);
    expect((await api.bet(one, { marketId: ids[0] as string, amount: 0.1 })).status).toBe(201);

    // The way out: the wallet signs, and pays.
    await setLamports(one.key.address, SOL);
    const before = await relayer();
    const market = { ...(await marketOf(api, 3_649 * DAY)), feePayer: 'wallet' };
    const options = { body: { ...market, wallet: one.key.address } };
    const prepared = await api.call('POST', '/markets/prepare', options);
    const transaction = await signTransaction(prepared.body.transaction, one.key);
    const created = await api.call('POST', '/markets', { body: { transaction } });
    expect([created.status, created.body.state]).toEqual([201, 'confirmed']);
    expect(created.body).toMatchObject({ id: prepared.body.marketId, creator: one.key.address });
    expect(await relayer()).toBe(before);
  });

  test('there are no sandbox wallets', () => expectNoSandbox(api));

  test('an attested outcome pays the priority fee that others pay', async () => {
    const fees = [{ slot: 1, prioritizationFee: 10_000 }];
    proxy.replies.set('getRecentPrioritizationFees', fees);
    const { id } = (await create(api, await chain.openWallet(api, 1n))).body;
    const as = { apiKey: await createApiKey(api, chain.keys.oracle, { scopes: ['attest'] }) };
    const body = { outcome: 'Yes', evidence: 'Seen.' };
    const { status } = await api.call('POST', `/markets/${id}/attestations`, { body, as });
    expect(status).toBe(200);
    proxy.replies.clear();
    const { transactions } = (await api.get(`/markets/${id}/resolution`)).body;
    const { transactionId } = transactions.find(
      ({ kind }: { kind: string }) => kind === 'resolved',
    );
    const found = await chain.chain.rpc
      .getTransaction(transactionId, {
        ...{ commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 },
      })
      .send();
    const [payer] = found?.transaction.message.accountKeys ?? [];
    expect([payer, found?.meta?.fee]).toEqual([chain.keys.relayer.address, 10_000n + 2_000n]);
  });

  test('all accounts together lock a part of its balance, and bets go on', async () => {
    const [first, second] = [await chain.openWallet(api, 1n), await chain.openWallet(api, 1n)];
    const usedBefore = await metricOf('tote_rent_budget_used');
    expect(usedBefore).toBeGreaterThan(0);
    const { id } = (await create(api, first)).body;
    const locked = await metricOf('tote_rent_locked');
    expect(locked).toBeGreaterThan(0.01);
    // So little is left that today's markets are more than a tenth of it.
    await setLamports(chain.keys.relayer.address, BigInt(Math.round(5e9 * locked)));
    const refused = await create(api, second);
    expect([refused.status, refused.code]).toEqual([402, 'rent_limit_reached']);
    expect(refused.body.error).toContain('today');
    await expect.poll(() => metricOf('tote_rent_budget_used')).toBeGreaterThan(1);
    for (const as of [first, second]) {
      expect((await api.bet(as, { marketId: id, amount: 0.1 })).status).toBe(201);
    }
    await setLamports(chain.keys.relayer.address, 100n * SOL);
    expect((await create(api, second)).status).toBe(201);
  });
});

async function expectNoSandbox(api: Api): Promise<void> {
  const { status, code } = await api.call('POST', '/sandbox/wallets');
  expect([status, code]).toEqual([403, 'sandbox_required']);
}

test('on the embedded chain markets are free up to a number of open ones', async () => {
  await using world = await World.start({ TOTE_MARKETS_PER_CREATOR: '2', TOTE_SANDBOX: '0' });
  const api = new Api(world.service.baseUrl);
  await expectNoSandbox(api);
  const wallet = await openNewWallet(api.baseUrl, { SOL: '10' });
  for (let open = 0; open < 2; open += 1) {
    expect((await create(api, wallet)).status).toBe(201);
  }
  const refused = await create(api, wallet);
  expect([refused.status, refused.code]).toEqual([402, 'rent_limit_reached']);
  const market = await marketOf(api);
  const free = await send(api, wallet.key, '/markets/prepare', market);
  expect([free.status, free.code]).toEqual([402, 'rent_limit_reached']);
  expect((await create(api, world.wallet('alice'))).status).toBe(201);
  // Beyond the number the wallet pays, if it has SOL.
  const paid = { ...market, feePayer: 'wallet' };
  const without = await send(api, wallet.key, '/markets/prepare', paid);
  expect([without.status, without.code]).toEqual([402, 'wallet_funds_insufficient']);
  const bob = world.wallet('bob');
  const key = await keyFromBytes(getBase58Encoder().encode(bob.secretKey) as Uint8Array);
  for (let more = 0; more < 3; more += 1) {
    expect((await send(api, key, '/markets/prepare', paid)).status).toBe(200);
  }
  expect((await create(api, bob)).status).toBe(201);
});
