// The minimum payout ratio of a bet: the program compares it when the bet lands.
import { describe, expect, test } from 'vitest';
import { signTransaction } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';
import { demoKey } from './support/wallets.ts';

const world = useWorld();

type Bettor = 'alice' | 'bob';

function ask(id: string, as: Bettor, bet: object, key?: string): Promise<Answer> {
  const body = { outcome: 'Yes', amount: 1, ...bet };
  return world.post(`/markets/${id}/bets`, body, { as, idempotencyKey: key });
}

const sol = async (as: Bettor) => (await world.get('/account', { as })).body.balances.SOL;
const detail = async (id: string) => (await world.get(`/markets/${id}`)).body;

/** Checks that a refused bet left the pools, the balance and the list of bets as they were. */
async function expectUnchanged(id: string, as: Bettor, run: () => Promise<Answer>, ratio: string) {
  const read = async () => {
    const { outcomes, totalVolume, betCount } = await detail(id);
    return { outcomes, totalVolume, betCount, sol: await sol(as) };
  };
  const before = await read();
  const answer = await run();
  expectRefusal(answer, 409, 'ratio_too_low');
  expect(answer.body.error).toContain(` is ${ratio}, below `);
  expect(await read()).toEqual(before);
}

describe('minPayoutRatio', () => {
  test('an empty other side pays 1: 1 is placed, 1.0001 is refused', async () => {
    const id = await world.createMarket();
    const low = () => ask(id, 'alice', { minPayoutRatio: 1.0001 });
    await expectUnchanged(id, 'alice', low, '1');
    expect((await ask(id, 'alice', { minPayoutRatio: 1 })).status).toBe(201);
    const again = () => ask(id, 'alice', { minPayoutRatio: '1.00001' });
    await expectUnchanged(id, 'alice', again, '1');
  });

  test('counts its own stake and the fees, to the fourth decimal', async () => {
    const id = await world.createMarket();
    await world.bet(id, 'bob', 'No', 2);
    // 1 on Yes would get itself and 90 % of 2.
    const low = () => ask(id, 'alice', { minPayoutRatio: 2.8001 });
    await expectUnchanged(id, 'alice', low, '2.8');
    // Rounded up, as the ratio is rounded down: 2.80000000000000004 is more than 2.8.
    const longer = () => ask(id, 'alice', { minPayoutRatio: '2.80000000000000004' });
    await expectUnchanged(id, 'alice', longer, '2.8');
    expect((await ask(id, 'alice', { minPayoutRatio: 2.8 })).status).toBe(201);
    // 1 and 2 on Yes share 1.8: 1.6 each.
    const more = { amount: '2', minPayoutRatio: '1.6001' };
    await expectUnchanged(id, 'alice', () => ask(id, 'alice', more), '1.6');
    expect((await ask(id, 'alice', { ...more, minPayoutRatio: '1.6' })).status).toBe(201);
  });

  test.each([0, '0', 0.5, 1, 1e-7, '0.9999', '1.0000'])('%j asks for nothing more', async (min) => {
    const id = await world.createMarket();
    expect((await ask(id, 'bob', { minPayoutRatio: min })).status).toBe(201);
  });

  test('the highest that the program can compare is 429496.7295', async () => {
    const id = await world.createMarket();
    const most = () => ask(id, 'bob', { minPayoutRatio: 429_496.7295 });
    await expectUnchanged(id, 'bob', most, '1');
    for (const value of ['429496.7296', '"429496.72951"', '1e999999999', '-1', '-0']) {
      const rawBody = `{"outcome":"Yes","amount":1,"minPayoutRatio":${value}}`;
      const answer = await world.call('POST', `/markets/${id}/bets`, { rawBody, as: 'bob' });
      expectRefusal(answer, 400, 'field_invalid');
      expect(answer.body.error).toContain('minPayoutRatio');
      expect(answer.body.error).toContain('0 to 429496.7295');
    }
    for (const value of ['1e1', '', ' 2', '1,5', '+2', true, [2], {}, 'two']) {
      expectRefusal(await ask(id, 'bob', { minPayoutRatio: value }), 400, 'field_invalid');
    }
    expect((await detail(id)).betCount).toBe(0);
  });

  test('in one group only the bet whose ratio fell is refused, and stays so by its key', async () => {
    const id = await world.createMarket();
    await world.bet(id, 'bob', 'No', 2);
    // Each would pay 2.8 if it came first.
    const guarded = { minPayoutRatio: 2.8 };
    const sendAll = () =>
      Promise.all([
        ...[1, 2, 3].map((each) => ask(id, 'alice', guarded, `guarded ${each} in ${id}`)),
        ask(id, 'bob', { outcome: 'No', amount: '0.5' }, `beside them in ${id}`),
      ]);
    const answers = await sendAll();
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect((await detail(id)).outcomes).toMatchObject([{ totalStake: 1 }, { totalStake: 2.5 }]);
    const repeated = await sendAll();
    for (const [at, { status, text }] of answers.entries()) {
      const again = repeated[at] as Answer;
      if (status === 201) expect([again.status, again.text]).toEqual([201, text]);
      else expectRefusal(again, 409, 'ratio_too_low');
    }
    expect((await detail(id)).betCount).toBe(3);
  });

  test('prepare says it in the summary, and refuses what the pools do not pay', async () => {
    const id = await world.createMarket();
    await world.bet(id, 'bob', 'No', 2);
    const prepare = (minPayoutRatio: unknown) =>
      world.post(
        `/markets/${id}/bets/prepare`,
        { outcome: 'Yes', amount: 1, minPayoutRatio },
        { as: 'alice' },
      );
    await expectUnchanged(id, 'alice', () => prepare(2.8001), '2.8');
    const { status, body } = await prepare('2.8');
    expect(status).toBe(200);
    expect(body.summary.at(-1)).toBe('Stakes 1 SOL on Yes, at a payout ratio of at least 2.8.');
    const transaction = await signTransaction(body.transaction, await demoKey(world, 'alice'));
    // Meanwhile others take a part of what it would have been paid.
    await world.bet(id, 'bob', 'Yes', 1);
    const submit = () => world.post(`/markets/${id}/bets`, { transaction });
    await expectUnchanged(id, 'alice', submit, '1.9');
    const lower = await prepare(1.9);
    const signed = await signTransaction(lower.body.transaction, await demoKey(world, 'alice'));
    const placed = await world.post(`/markets/${id}/bets`, { transaction: signed });
    expect([placed.status, placed.body.newTotalStake]).toEqual([201, { Yes: 2, No: 2 }]);
  });
});
