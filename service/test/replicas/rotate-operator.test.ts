// The operator's key is rotated, step by step as docs/runbook.md has it, on two replicas that take
// bets all the time.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Instruction } from '@solana/kit';
import { type Key, writeNewKeyFile } from '@tote/chain/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Api, expectBalanced } from '../faults/support/api.ts';
import type { SeparateWallet } from '../faults/support/separate-chain.ts';
import type { ServiceProcess } from '../faults/support/service-process.ts';
import { createDisable, createUpdate } from '../support/change-config.ts';
import { Load } from '../support/load.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const SOL = 1_000_000_000n;

describe.skipIf(!hasPostgres())('rotating the key of the operator', () => {
  let replicas: Replicas;
  let running: ServiceProcess[];
  let old: Key;
  let next: Key;
  let alice: SeparateWallet;
  let bob: SeparateWallet;
  let gated: string;
  let load: Load;

  const file = (name: string) => join(replicas.chain.dir, 'keys', `${name}.json`);
  const apis = () => running.map(({ api }) => api);
  const some = () => apis()[0] as Api;
  const delegateOf = async (wallet: SeparateWallet) =>
    (await some().get('/account', wallet)).body.delegate?.address;

  const admin = () => ({ chain: replicas.chain.chain, admin: replicas.chain.keys.admin });
  const sendAsAdmin = (instruction: Instruction) =>
    admin().chain.send([instruction], [admin().admin]);

  /** One replica at a time; bets go to the other one meanwhile. */
  async function restart(end: 'stop' | 'kill'): Promise<void> {
    for (const [index, replica] of running.entries()) {
      await replica[end]();
      running[index] = await replicas.start();
      await load.placeMore(8);
    }
  }

  const startLoad = (name: string, wallets: SeparateWallet[]) =>
    new Load({ apis, wallets, name, bet: () => ({ marketId: gated }) }).start();

  const MAY_ANSWER = /^(20[12]|no answer|409 idempotency_key_busy|503 service_stopping)$/;
  const endLoad = async () => {
    await load.stop();
    for (const answer of load.counts.keys()) expect(answer).toMatch(MAY_ANSWER);
  };

  const eachShows = (expected: object) =>
    expect
      .poll(() => Promise.all(apis().map(async (api) => (await api.get('/config')).body)))
      .toEqual(running.map(() => expect.objectContaining(expected)));

  beforeAll(async () => {
    replicas = await Replicas.open({ TOTE_RATE_LIMIT_WALLET: '0' });
    running = [await replicas.start(), await replicas.start()];
    old = replicas.chain.keys.relayer;
    alice = await replicas.chain.openWallet(some(), 1_000n);
    bob = await replicas.chain.openWallet(some(), 1_000n);
    gated = await some().createMarket(alice);
    load = startLoad('both', [alice, bob]);
  });
  afterAll(async () => {
    await load?.stop();
    await replicas?.close();
  });

  test('replicas get the next key one after the other, and use the present one', async () => {
    next = await writeNewKeyFile(file('relayer-next'));
    await replicas.chain.localnet.sandbox.setAccount(next.address, { lamports: 100n * SOL });
    await load.placeMore(8);
    await restart('stop');
    await eachShows({ delegate: old.address, delegates: [old.address, next.address] });
  });

  test('the Config names the next key: bets and creations go on', async () => {
    const prepare = (api: Api) =>
      api.call('POST', `/markets/${gated}/bets/prepare`, {
        body: { outcome: 'Yes', amount: 1, wallet: bob.key.address },
      });
    const prepared = await prepare(some());
    await sendAsAdmin(await createUpdate(admin(), { operator: next.address }));
    const created = await Promise.all(apis().map((api) => api.createMarket(alice)));
    expect(new Set(created).size).toBe(2);
    await eachShows({ delegate: next.address, delegates: [old.address, next.address] });
    await load.placeMore(20);
    expect(await delegateOf(alice)).toBe(old.address);
    // What a wallet prepared before has the signature of the operator before.
    const submit = async ({ body }: Answer) =>
      some().call('POST', '/transactions', {
        body: { transaction: await signTransaction(body.transaction, bob.key) },
      });
    expect(await submit(prepared)).toMatchObject({ status: 409, code: 'transaction_expired' });
    const again = await submit(await prepare(some()));
    expect([again.status, again.body.state]).toEqual([200, 'confirmed']);
  });

  test('a wallet that chooses its delegate again gets the new key', async () => {
    const actions = [{ type: 'delegate', allowance: { SOL: '500' } }];
    const body = { actions, wallet: bob.key.address };
    const prepared = await some().call('POST', '/account/transactions', { body });
    const transaction = await signTransaction(prepared.body.transaction, bob.key);
    const sent = await some().call('POST', '/transactions', { body: { transaction } });
    expect([sent.status, sent.body.state]).toEqual([200, 'confirmed']);
    expect(await delegateOf(bob)).toBe(next.address);
    await load.placeMore(20);
  });

  test('crashes in the middle lose no bet and place none twice', async () => {
    await restart('kill');
    await load.placeMore(20);
  });

  test('every bet of the rotation was placed exactly once', async () => {
    await endLoad();
    const listed = new Set<string>();
    for (const [index, wallet] of [alice, bob].entries()) {
      const placed = load.placed[index] ?? [];
      for (const { body } of placed) listed.add(body.betId);
      // Bob has signed one himself.
      const total = BigInt(placed.length + (wallet === bob ? 1 : 0));
      expect(await replicas.balanceOf(wallet)).toBe((1_000n - total) * SOL);
    }
    expect(listed.size).toBe(load.total);
    await expectBalanced(some());
  });

  test('the old key is disabled: its delegations bet no more, those of the new one do', async () => {
    await sendAsAdmin(createDisable(admin(), { operator: 0 }));
    await expect.poll(() => delegateOf(alice)).toBeUndefined();
    for (const api of apis()) {
      const refused = await api.bet(alice, { marketId: gated });
      expect([refused.status, refused.code]).toEqual([402, 'delegate_disabled']);
      expect(refused.text).toContain(next.address);
      expect((await api.bet(bob, { marketId: gated })).status).toBe(201);
    }
    expect(await delegateOf(bob)).toBe(next.address);
  });

  test('without the old key its delegations are refused, and the answer names the new one', async () => {
    renameSync(file('relayer-next'), file('relayer'));
    load = startLoad('bob', [bob]);
    await restart('stop');
    await endLoad();
    await eachShows({ delegate: next.address, delegates: [next.address] });
    const refused = await some().bet(alice, { marketId: gated });
    expect([refused.status, refused.code]).toEqual([402, 'delegate_missing']);
    expect(refused.text).toContain(next.address);
  });
});
