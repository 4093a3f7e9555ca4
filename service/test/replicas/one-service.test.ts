// Every replica behaves as the same service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { EventReader } from '../conformance/support/event-reader.ts';
import { type Answer, type Api, expectBalanced } from '../faults/support/api.ts';
import type { SeparateWallet } from '../faults/support/separate-chain.ts';
import type { ServiceProcess } from '../faults/support/service-process.ts';
import { Receiver } from '../feed/webhooks/support/receiver.ts';
import { signRequest, signTransaction } from '../support/new-wallet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const SOL = 1_000_000_000n;

describe.skipIf(!hasPostgres())('two replicas', () => {
  let replicas: Replicas;
  let first: ServiceProcess;
  let second: ServiceProcess;
  let a: Api;
  let b: Api;
  let alice: SeparateWallet;
  let marketId: string;

  beforeAll(async () => {
    ({ replicas, first, second } = await Replicas.openPair({
      TOTE_RATE_LIMIT_WALLET: '0',
      TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8',
    }));
    [a, b] = [first.api, second.api];
    alice = await replicas.chain.openWallet(a);
    marketId = await a.createMarket(alice);
  });
  afterAll(() => replicas?.close());

  const either = (index: number) => (index % 2 === 0 ? a : b);

  test('50 requests with one Idempotency-Key are one bet', async () => {
    const bettor = await replicas.chain.openWallet(b, 60n);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        either(index).betUntilDecided(bettor, { marketId, key: 'the same' }),
      ),
    );
    for (const { status, text } of answers) expect([status, text]).toEqual([201, answers[0]?.text]);
    expect(await replicas.balanceOf(bettor)).toBe(59n * SOL);
    const other = await b.bet(bettor, { marketId, key: 'the same', amount: 2 });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
  });

  test('requests that drain one balance stop at zero', async () => {
    const bettor = await replicas.chain.openWallet(a, 10n);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => either(index).betUntilDecided(bettor, { marketId })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(20);
    for (const { code } of refused) expect(code).toBe('funds_insufficient');
    expect(await replicas.balanceOf(bettor)).toBe(0n);
    const { body } = await b.get('/account', bettor);
    expect([body.balances.SOL, body.staked.SOL]).toEqual([0, 10]);
    await expectBalanced(b);
  });

  test('concurrent bets and a withdrawal of one balance add up to it', async () => {
    const bettor = await replicas.chain.openWallet(a, 10n);
    const { address } = bettor.key;
    const prepared = await a.call('POST', '/account/transactions', {
      as: bettor,
      body: { actions: [{ type: 'withdraw', currency: 'SOL', amount: 6 }] },
    });
    const transaction = await signTransaction(prepared.body.transaction, bettor.key);
    const bets = Array.from({ length: 10 }, (_, index) =>
      either(index).betUntilDecided(bettor, { marketId }),
    );
    const withdrawing = b.call('POST', '/transactions', { body: { transaction } });
    const [withdrawal, ...answers] = await Promise.all([withdrawing, ...bets]);
    const staked = answers.filter(({ status }) => status === 201).length;
    const { value: lamports } = await replicas.chain.chain.rpc.getBalance(address).send();
    const withdrawn = withdrawal?.status === 200 && withdrawal.body.state !== 'failed' ? 6 : 0;
    expect(lamports).toBe(BigInt(withdrawn) * SOL);
    expect(await replicas.balanceOf(bettor)).toBe(BigInt(10 - staked - withdrawn) * SOL);
    expect(staked + withdrawn).toBeLessThanOrEqual(10);
    expect(staked + withdrawn).toBeGreaterThan(4);
    await expectBalanced(a);
  });

  test('the other replica shows what one has replied', async () => {
    for (let index = 0; index < count(12, 500); index += 1) {
      const [writer, reader] = index % 2 === 0 ? [a, b] : [b, a];
      const { status, body } = await writer.betUntilDecided(alice, { marketId, amount: 0.01 });
      expect(status).toBe(201);
      const [market, bet, bets] = await Promise.all([
        reader.get(`/markets/${marketId}`),
        reader.get(`/bets/${body.betId}`),
        reader.listBets(marketId),
      ]);
      const [yes] = market.body.outcomes;
      expect(yes.totalStake).toBe(body.newTotalStake.Yes);
      expect(bet.body).toMatchObject({ state: 'confirmed', totalStake: body.newTotalStake });
      expect(bets[0]?.betId).toBe(body.betId);
    }
    const created = await a.createMarket(alice);
    expect((await b.get(`/markets/${created}`)).status).toBe(200);
    expect((await b.bet(alice, { marketId: created })).status).toBe(201);
  });

  test('a request signature is accepted once', async () => {
    const { body: config } = await a.get('/config');
    const request = { method: 'GET', url: '/v1/account', rawBody: new Uint8Array() };
    const headers = signRequest(config, alice.key, request);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => either(index).call('GET', '/account', { headers })),
    );
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual([...Array(9).fill('nonce_reused'), null]);
  });

  test('a key that is revoked on one replica is refused by the other', async () => {
    const bettor = await replicas.chain.openWallet(a, 1n);
    for (const api of [a, b]) expect((await api.get('/account', bettor)).status).toBe(200);
    const id = `key_${bettor.apiKey.split('_')[1]}`;
    expect((await a.call('DELETE', `/api-keys/${id}`, { as: bettor })).status).toBe(200);
    expect((await a.get('/account', bettor)).status).toBe(401);
    const there = async () => (await b.get('/account', bettor)).status;
    await expect.poll(there).toBe(401);
  });

  test('a feed reader gets events of both replicas, and resumes on either', async () => {
    const reader = await EventReader.open(`${b.baseUrl}/events?marketId=${marketId}`);
    const placed: Answer[] = [];
    for (let index = 0; index < 6; index += 1) {
      placed.push(await either(index).betUntilDecided(alice, { marketId, amount: 0.01 }));
    }
    const confirmed = (from: EventReader) =>
      from.events
        .filter(({ event }) => event === 'bet.confirmed')
        .map(({ data }) => data.data.betId);
    const wanted = placed.map(({ body }) => body.betId);
    await expect.poll(() => confirmed(reader)).toEqual(wanted);
    const ids = reader.events.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((x, y) => x - y));
    reader.close();
    const third = reader.events.find(({ data }) => data.data.betId === wanted[2])?.id as string;
    const resumed = await EventReader.open(`${a.baseUrl}/events?marketId=${marketId}`, {
      'last-event-id': third,
    });
    await expect.poll(() => confirmed(resumed)).toEqual(wanted.slice(3));
    resumed.close();
  });

  // The last: both are killed.
  test('a webhook gets every event once, and all of them after kill -9 of one', async () => {
    await using receiver = await Receiver.start();
    const body = { url: receiver.url, types: ['bet.confirmed'], markets: [marketId] };
    const made = await b.call('POST', '/webhooks', { body, as: alice });
    expect(made.status, made.text).toBe(200);
    const bets = new Set<string>();
    const bet = async (api: Api, count: number) => {
      for (let index = 0; index < count; index += 1) {
        const { status, body } = await api.betUntilDecided(alice, { marketId, amount: 0.01 });
        expect(status).toBe(201);
        bets.add(body.betId);
      }
    };
    const received = () => receiver.received.map(({ event }) => event.data.betId as string);
    await bet(a, 5);
    await bet(b, 5);
    await expect.poll(received).toHaveLength(10);
    expect(new Set(received())).toEqual(bets);

    await first.kill();
    await bet(b, 5);
    await expect.poll(() => new Set(received()).size).toBe(15);
    expect(new Set(received())).toEqual(bets);
    const ids = [...new Set(receiver.ids)].map(BigInt);
    expect(ids).toEqual([...ids].sort((x, y) => (x < y ? -1 : 1)));
    const third = await replicas.start();
    await second.kill();
    await bet(third.api, 3);
    await expect.poll(() => new Set(received()).size).toBe(18);
  });
});
