// Two replicas: one of them posts to webhooks, and when it is killed the other goes on.
import { describe, expect, test } from 'vitest';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { Receiver } from '../feed/webhooks/support/receiver.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

describe.skipIf(!hasPostgres())('two replicas', () => {
  test('a webhook gets every event once, and all of them after kill -9 of one', async () => {
    const prepared = [ServiceProcess.prepare(), ServiceProcess.prepare()];
    await using receiver = await Receiver.start();
    await using replicas = await Replicas.open({ TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8' });
    const [a, b] = (await Promise.all(
      prepared.map((each) => replicas.start({}, { prepared: each })),
    )) as [ServiceProcess, ServiceProcess];
    const alice = await replicas.chain.openWallet(a.api);
    const marketId = await a.api.createMarket(alice);
    const body = { url: receiver.url, types: ['bet.confirmed'], markets: [marketId] };
    const made = await b.api.call('POST', '/webhooks', { body, as: alice });
    expect(made.status, made.text).toBe(200);
    const bets = new Set<string>();
    const bet = async (replica: ServiceProcess, count: number) => {
      for (let index = 0; index < count; index += 1) {
        const { status, body: placed } = await replica.api.betUntilDecided(alice, {
          marketId,
          amount: 0.01,
        });
        expect(status).toBe(201);
        bets.add(placed.betId);
      }
    };
    const received = () => receiver.received.map(({ event }) => event.data.betId as string);
    await bet(a, 5);
    await bet(b, 5);
    await expect.poll(received).toHaveLength(10);
    expect(new Set(received())).toEqual(bets);

    await a.kill();
    await bet(b, 5);
    await expect.poll(() => new Set(received()).size).toBe(15);
    expect(new Set(received())).toEqual(bets);
    const ids = [...new Set(receiver.ids)].map(BigInt);
    expect(ids).toEqual([...ids].sort((x, y) => (x < y ? -1 : 1)));
    const c = await replicas.start();
    await b.kill();
    await bet(c, 3);
    await expect.poll(() => new Set(received()).size).toBe(18);
  });
});
