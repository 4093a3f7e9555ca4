import { expect, test } from 'vitest';
import { Admin } from '../../../../service/test/support/admin.ts';
import { World } from '../../../../service/test/support/world.ts';
import { call, createMarket, readService, refused, useHome } from '../support/home.ts';

const home = useHome();
const AS = ['--wallet', 'alice'];

test('shows what it pays, and with --quote nothing else happens', async () => {
  const id = await createMarket();
  await call(`/markets/${id}/bets`, { outcome: 'No', amount: '60' }, 'bob');
  const args = ['bet', id, 'YES', '140', '--more', '10', '--quote'];
  const { code, out } = await home.tote(args);
  expect(code).toBe(0);
  // 140 and the losing pool of 60 without its fees of a tenth.
  expect(out).toMatch(/If Yes wins +194 SOL, if nobody else bets/);
  expect(out).toMatch(/… 10 more on No +203 SOL/);
  expect(out).toMatch(/Break-even +probability of 72\.17 %/);
  const { json } = await home.here([...args, '--json']);
  expect(json).toMatchObject({ payout: '194', payoutIfMore: { No: '203' }, breakEven: '0.7217' });
  expect((await call(`/markets/${id}`)).betCount).toBe(1);
});

test('places the bet once, by delegate, by API key or by the wallet itself', async () => {
  const id = await createMarket();
  const key = ['--key', `cli-${process.pid}`];
  const bets = [];
  for (const more of [
    [...AS, ...key],
    [...AS, ...key],
    [...AS, '--self'],
  ]) {
    const ran = await home.tote(['bet', id, 'yes', '0.5', '--yes', '--json', ...more]);
    expect(ran, ran.out).toMatchObject({ code: 0, json: { quote: { amount: '0.5' } } });
    expect(ran.err).toContain('If Yes wins');
    bets.push(ran.json.bet.betId);
  }
  expect(bets[1]).toBe(bets[0]);
  const TOTE_API_KEY = readService().wallets.find(({ name }) => name === 'bob')?.apiKey ?? '';
  const byKey = await home.here(['bet', id, 'no', '0.25', '--yes'], { TOTE_API_KEY });
  expect([byKey.code, byKey.out]).toEqual([0, expect.stringContaining('Placed: 0.25 SOL on No')]);
  const { outcomes, betCount } = await call(`/markets/${id}`);
  expect([betCount, outcomes[0].totalStake, outcomes[1].totalStake]).toEqual([3, 1, 0.25]);
});

test('--min-ratio places the bet at its ratio, and not below it', async () => {
  const id = await createMarket();
  await call(`/markets/${id}/bets`, { outcome: 'No', amount: '2' }, 'bob');
  for (const self of [[], ['--self']]) {
    const args = ['bet', id, 'yes', '0.5', '--yes', ...AS, ...self, '--min-ratio'];
    const { out } = await home.here(['bet', id, 'yes', '0.5', '--quote']);
    const [, ratio = ''] = /Payout ratio +([\d.]+)/.exec(out) ?? [];
    const before = (await call(`/markets/${id}`)).betCount;
    await refused(home.here([...args, `${ratio}1`]), 1, ` is ${ratio}, below `);
    expect((await call(`/markets/${id}`)).betCount).toBe(before);
    const placed = await home.here([...args, ratio]);
    expect([placed.code, placed.out]).toEqual([0, expect.stringContaining('Placed: 0.5 SOL')]);
  }
});

test('a refused bet changes nothing', async () => {
  const id = await createMarket();
  const cases = [
    ['0.00000000001', 2],
    ['-1', 2],
    ['0', 2],
    ['0.0000001', 1],
    ['1000000', 1],
  ] as const;
  for (const [amount, code] of cases) {
    const ran = await home.here(['bet', id, 'yes', '--yes', ...AS, '--', amount]);
    expect([amount, ran.code], ran.err).toEqual([amount, code]);
  }
  expect((await call(`/markets/${id}`)).betCount).toBe(0);
});

test('a market beyond the horizon is refused with what to do', async () => {
  await using world = await World.start();
  const { body: config } = await world.get('/config');
  const expireAt = new Date(Date.parse(config.now) + 3 * 86_400_000).toISOString();
  const id = await world.createMarket({ expireAt });
  const admin = await Admin.of(world);
  await admin.update({ horizonSeconds: 86_400 });
  await admin.close();
  const horizon = async () => (await world.get('/config')).body.horizonSeconds;
  await expect.poll(horizon).toBe(86_400);
  const at = ['--url', new URL('/', world.service.baseUrl).href];
  const ran = await home.here(['bet', id, 'yes', '1', '--yes', ...at], {
    TOTE_API_KEY: world.wallet('alice').apiKey,
  });
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('tote bet --self.')]);
  expect((await world.get(`/markets/${id}`)).body.betCount).toBe(0);
});
