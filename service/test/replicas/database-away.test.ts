// Outages of the database under load: replies are correct, nothing is restarted, and each bet is
// placed once.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Api, expectBalanced } from '../faults/support/api.ts';
import { count } from '../faults/support/counts.ts';
import type { SeparateWallet } from '../faults/support/separate-chain.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { hasPostgres, type OwnPostgres, startPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const OUTAGES = count(1, 20, 3);
const OUTAGE_MS = 1_000;
const CLIENTS = 6;
const RETRY_MS = 50;
const CORRECT = [201, 202, 503];

describe.skipIf(!hasPostgres())('a replica', () => {
  let postgres: OwnPostgres;
  let replicas: Replicas;
  let api: Api;
  let marketId: string;
  let wallets: SeparateWallet[];

  beforeAll(async () => {
    const prepared = ServiceProcess.prepare();
    const server = startPostgres();
    replicas = await Replicas.open({ TOTE_RATE_LIMIT_WALLET: '100000' }, server);
    postgres = await server;
    api = (await replicas.start({}, { prepared })).api;
    wallets = await Promise.all(
      Array.from({ length: CLIENTS }, () => replicas.chain.openWallet(api, 1_000n)),
    );
    marketId = await api.createMarket(wallets[0] as SeparateWallet);
  });
  afterAll(async () => {
    await replicas?.close();
    await postgres?.stop();
  });

  test(`survives ${OUTAGES} outages of its database`, async () => {
    const answers: Answer[] = [];
    const odd: Answer[] = [];
    let isStopping = false;
    const place = async (wallet: SeparateWallet, key: string) => {
      for (;;) {
        const answer = await api.bet(wallet, { marketId, key });
        if (answer.status === 201) return answer;
        if (!CORRECT.includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`);
        odd.push(answer);
        await sleep(RETRY_MS);
      }
    };
    const clients = wallets.map(async (wallet, index) => {
      for (let bet = 0; !isStopping; bet += 1) answers.push(await place(wallet, `${index} ${bet}`));
    });
    for (let outage = 0; outage < OUTAGES; outage += 1) {
      await sleep(500);
      await postgres.pause();
      await sleep(OUTAGE_MS / 2);
      const write = await api.bet(wallets[0] as SeparateWallet, { marketId });
      expect(write.status).toBe(503);
      await sleep(OUTAGE_MS / 2);
      await postgres.resume();
      const ready = async () => (await api.call('GET', '/../readyz?for=writes')).status;
      await expect.poll(ready).toBe(200);
    }
    isStopping = true;
    await Promise.all(clients);
    const totals = answers.map(({ body }) => body.newTotalStake.Yes).sort((a, b) => a - b);
    expect(totals).toEqual(answers.map((_, index) => index + 1));
    const pending = async () =>
      (await replicas.query(`select 1 from submissions where state = 'pending'`)).length;
    await expect.poll(pending).toBe(0);
    expect((await api.get(`/markets/${marketId}`)).body.totalVolume).toBe(answers.length);
    await expectBalanced(api);
    // The replica leads again: an expired market is resolved.
    await replicas.chain.localnet.sandbox.advanceClock(36_001);
    const status = async () => (await api.get(`/markets/${marketId}`)).body.status;
    await expect.poll(status).toBe('resolved');
    const counts = `${answers.length} bets, ${odd.length} retried`;
    console.log(`${OUTAGES} outages, ${counts}, 0 lost, 0 doubled`);
  });
});
