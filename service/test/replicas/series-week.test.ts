// A week of rounds of a series, with two replicas that are killed again and again: at every step of
// a round's creation, and at any moment. No round is missing, none is there twice, and the stakes
// of the owner are accounted for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { expectBalanced } from '../faults/support/api.ts';
import type { SeparateWallet } from '../faults/support/separate-chain.ts';
import type { ServiceProcess } from '../faults/support/service-process.ts';
import { signRequest } from '../support/new-wallet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const HOUR = 3_600;
const ROUNDS = count(24, 168);
const KILL_EVERY = 6;
const POINTS = [
  ...['before storing', 'while storing', 'before sending', 'after sending'],
  ...['after landing', 'before indexing', 'while recording'],
];
const FUNDS = 1_000;
/** Nobody attests, so No wins. */
const SERIES = {
  question: 'Will it rain in Lisbon?',
  ...{ currency: 'SOL', cadence: '1h', initialStake: { Yes: 1, No: 1 } },
};

describe.skipIf(!hasPostgres())('a week', () => {
  let replicas: Replicas;
  let owner: SeparateWallet;
  const running: ServiceProcess[] = [];
  let started = 0;
  let kills = 0;

  beforeAll(async () => {
    replicas = await Replicas.open({
      TOTE_RATE_LIMIT_WALLET: '0',
      TOTE_RENT_BUDGET_PER_DAY: '100',
    });
    const first = await replicas.start();
    owner = await replicas.chain.openWallet(first.api, BigInt(FUNDS));
    await first.stop();
    running.push(...(await Promise.all([start(), start()])));
  });
  afterAll(() => replicas?.close());

  const start = () => {
    const TOTE_CRASH_AT = POINTS[started % POINTS.length] ?? '';
    started += 1;
    return replicas.start({ TOTE_OPERATORS: owner.key.address, TOTE_CRASH_AT });
  };
  const replaceDead = async () => {
    for (const [index, replica] of running.entries()) {
      if (replica.isRunning) continue;
      kills += 1;
      running[index] = await start();
    }
  };
  const show = async (id: string) => {
    const api = running.find(({ isRunning }) => isRunning)?.api;
    return (await api?.get(`/series/${id}`).catch(() => undefined))?.body;
  };
  const alive = async () => {
    await replaceDead();
    return (running[0] as ServiceProcess).api;
  };
  /** By the chain's own clock: a replica learns of a new time a little later. */
  const findNext = async () => {
    const now = await replicas.chain.chain.clock.refresh();
    return (Math.floor(now / HOUR) + 1) * HOUR;
  };
  const awaitNext = async (id: string) => {
    const next = new Date((await findNext()) * 1_000).toISOString().replace('.000', '');
    const read = async () => {
      await replaceDead();
      return (await show(id))?.next;
    };
    await expect.poll(read).toMatchObject({ startsAt: next, state: 'open' });
  };
  /** Kills whatever opens the round, at a step of its creation, or one of the two at once. */
  const passHour = async (id: string, hour: number) => {
    const step = hour % KILL_EVERY;
    if (step === 0) await Promise.all(running.map((replica) => replica.arm()));
    await replicas.chain.localnet.sandbox.advanceClock(HOUR);
    if (step === KILL_EVERY / 2) await running[hour % 2]?.kill();
    await awaitNext(id);
  };

  test(`no round is missing, and none is there twice: ${ROUNDS}`, async () => {
    const { body: config } = await (await alive()).get('/config');
    const rawBody = Buffer.from(JSON.stringify(SERIES));
    const headers = signRequest(config, owner.key, { method: 'POST', url: '/v1/series', rawBody });
    const made = await (await alive()).call('POST', '/series', { body: SERIES, headers });
    expect(made.status, made.text).toBe(200);
    const { id } = made.body;
    const first = await findNext();
    await awaitNext(id);
    for (let hour = 0; hour < ROUNDS; hour += 1) await passHour(id, hour);
    await replaceDead();

    const rows = await replicas.query<{ expires_at: string; bets: string }>(
      `select expires_at, bets from markets where creator = '${owner.key.address}' order by nonce`,
    );
    const starts = rows.map(({ expires_at }) => Number(expires_at) - HOUR);
    expect(starts).toEqual(starts.map((_, index) => first + index * HOUR));
    expect(starts.length).toBe(ROUNDS + 1);
    expect(rows.map(({ bets }) => Number(bets))).toEqual(starts.map(() => 2));
    expect((await show(id)).missedRounds).toBe(0);
    const announced = await replicas.query<{ data: string }>(
      "select data from feed where type = 'market.created'",
    );
    expect(announced.map(({ data }) => JSON.parse(data).series)).toEqual(starts.map(() => id));

    const money = async () => {
      const [row] = await replicas.query<{ paid: string; open: string }>(
        `select count(case when state = 2 then 1 end) as paid,
          count(case when state = 1 then 1 end) as open
          from markets where creator = '${owner.key.address}'`,
      );
      const { body } = await (await alive()).get('/account', owner);
      // A paid one cost its owner the fees, a tenth of the losing stake; an open one has both.
      const spent = Number(row?.paid) * 0.1 + Number(row?.open) * 2;
      return {
        isPaid: Number(row?.paid) > 0,
        missing: Math.round((FUNDS - spent - body.balances.SOL) * 1e6),
      };
    };
    await expect.poll(money).toEqual({ isPaid: true, missing: 0 });
    await expectBalanced(await alive());
    console.log(`${starts.length} rounds, ${kills} kills, 0 missing, 0 doubled`);
  });
});
