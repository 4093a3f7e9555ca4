// Where bets are not offered: writes are 451, reads and withdrawals always work.
import type { Key } from '@tote/chain/key';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInText } from '../auth/support/sign-in-text.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import { expectRefusal } from './support/refusal.ts';
import { demoKey } from './support/wallets.ts';

const POLICY = { TOTE_COUNTRY_HEADER: 'CF-IPCountry', TOTE_BLOCKED_COUNTRIES: 'us, GB' };

const from = (country?: string): Record<string, string> => ({
  'x-forwarded-for': '203.0.113.5',
  ...(country !== undefined && { 'cf-ipcountry': country }),
});

const world = useWorld({ ...POLICY, TOTE_TRUST_PROXY: '127.0.0.1' });

describe('blocked countries', () => {
  let alice: Key;
  let marketId = '';
  beforeAll(async () => {
    alice = await demoKey(world, 'alice');
    const options = { as: 'alice', headers: from('PT') } as const;
    const answer = await world.post('/markets', await world.marketBody(), options);
    expect(answer.status, answer.text).toBe(201);
    marketId = answer.body.id;
  });

  const bet = (headers: Record<string, string>) =>
    world.post(
      `/markets/${marketId}/bets`,
      { outcome: 'Yes', amount: 1 },
      { as: 'alice', headers },
    );
  const stake = async () => (await world.get(`/markets/${marketId}`)).body.totalVolume;
  const prepare = (type: object, country: string) =>
    world.post(
      '/account/transactions',
      { actions: [type], wallet: alice.address },
      { headers: from(country) },
    );

  test('the policy is public', async () => {
    const { countryPolicy } = (await world.get('/config')).body;
    expect(countryPolicy).toEqual({ blocked: ['US', 'GB'], blocksUnknown: true });
  });

  test('a bet counts from one country, and is 451 from another', async () => {
    expect((await bet(from('pt'))).status).toBe(201);
    const before = await stake();
    for (const country of ['US', 'gb']) {
      const answer = await bet(from(country));
      expectRefusal(answer, 451, 'country_blocked');
      expect(answer.body.error).toContain(`not offered in ${country.toUpperCase()}.`);
    }
    expect(await stake()).toBe(before);
  });

  test.each([
    ['no header', undefined],
    ['the code of an unknown country', 'XX'],
    ['the code of Tor', 'T1'],
    ['an empty header', ''],
    ['two countries', 'PT, US'],
    ['a sentence', 'Portugal\u00e3'],
  ])('%s is an unknown country, which is blocked', async (_, country) => {
    const before = await stake();
    const answer = await bet(from(country));
    expectRefusal(answer, 451, 'country_blocked');
    expect(answer.body.error).toContain('an unknown country');
    expect(await stake()).toBe(before);
  });

  test('nothing that is offered works, whatever the way', async () => {
    const headers = from('US');
    for (const [path, body] of [
      ['/markets', {}],
      ['/markets/prepare', {}],
      [`/markets/${marketId}/bets/prepare`, { outcome: 'Yes', amount: 1, wallet: alice.address }],
      ['/faucet', {}],
      ['/sandbox/wallets', {}],
      ['/webhooks', {}],
    ] as const) {
      expectRefusal(await world.post(path, body, { headers }), 451, 'country_blocked');
    }
    for (const type of [
      { type: 'deposit', currency: 'SOL', amount: 1 },
      { type: 'delegate', allowance: { SOL: 1 } },
      { type: 'grow', slots: 32 },
    ]) {
      expectRefusal(await prepare(type, 'US'), 451, 'country_blocked');
    }
    const action = await world.call('POST', `/actions/markets/${marketId}?outcome=Yes&amount=1`, {
      ...{ body: { account: alice.address }, headers },
    });
    expect([action.status, Object.keys(action.body)]).toEqual([451, ['message']]);
    // A bet that was prepared elsewhere is not sent from here.
    const order = { outcome: 'Yes', amount: 1, wallet: alice.address };
    const path = `/markets/${marketId}/bets/prepare`;
    const prepared = await world.post(path, order, { headers: from('PT') });
    const transaction = signTransaction(prepared.body.transaction, alice);
    const before = await stake();
    expectRefusal(
      await world.post('/transactions', { transaction }, { headers }),
      451,
      'country_blocked',
    );
    expect(await stake()).toBe(before);
    const sent = await world.post('/transactions', { transaction }, { headers: from('PT') });
    expect(sent.status, sent.text).toBeLessThan(300);
  });

  test('reads, sign-in and withdrawals work everywhere', async () => {
    const headers = from('US');
    for (const path of ['/markets', `/markets/${marketId}`, '/reserves', '/leaderboard']) {
      expect((await world.get(path, { headers })).status, path).toBe(200);
    }
    const stream = await fetch(`${world.service.baseUrl}/events`, { headers });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    const question = { question: 'Will SOL be above 100 USD tomorrow?' };
    expect((await world.post('/markets/preview', question, { headers })).status).not.toBe(451);

    const input = (await world.get('/sign-in', { headers })).body;
    const text = Buffer.from(signInText({ ...input, address: alice.address }));
    const signed = {
      wallet: alice.address,
      message: text.toString('base64'),
      signature: Buffer.from(alice.sign(text)).toString('base64'),
    };
    const signedIn = await world.post('/sign-in', signed, { headers });
    expect(signedIn.status, signedIn.text).toBeLessThan(300);

    const balance = async () => (await world.balances('alice')).SOL;
    const before = await balance();
    const prepared = await prepare({ type: 'withdraw', currency: 'SOL', amount: 0.5 }, 'US');
    const transaction = signTransaction(prepared.body.transaction, alice);
    const sent = await world.post('/transactions', { transaction }, { headers });
    expect(sent.status, sent.text).toBeLessThan(300);
    await expect.poll(balance).toBeCloseTo(before - 0.5, 9);
    const revoked = await prepare({ type: 'delegate', delegate: null }, 'US');
    expect(revoked.status, revoked.text).toBe(200);
  });
});

describe('without the trusted proxy', () => {
  beforeAll(async () => {
    Object.assign(world, await world.restart({ ...POLICY, TOTE_TRUST_PROXY: '192.0.2.1' }));
  });

  test('the header of a stranger has no effect', async () => {
    const order = { outcome: 'Yes', amount: 1 };
    for (const country of ['PT', 'US', undefined]) {
      const options = { as: 'alice', headers: from(country) } as const;
      const answer = await world.post('/markets/market_1/bets', order, options);
      expectRefusal(answer, 451, 'country_blocked');
      expect(answer.body.error).toContain('an unknown country');
    }
  });
});
