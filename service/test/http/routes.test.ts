// The response of each endpoint.
import { amount, type MarketTimes, unixSeconds } from '@tote/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MarketEnd } from '../../src/store/projection/market-view.ts';
import { ALICE, BOB, NOW } from './support/memory-service.ts';
import { startServer, type TestServer } from './support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.service.markets.clear();
  server.service.bets.length = 0;
  server.service.calls.length = 0;
  server.service.version += 1;
  server.service.now = NOW;
  server.service.betState = 'confirmed';
  server.service.fault = null;
});

const sol = (text: string) => amount(BigInt(Math.round(Number(text) * 1e9)));
const pools = (yes: string, no: string) => ({ yes: sol(yes), no: sol(no) });
const get = (path: string) => server.request('GET', path, { as: null });

const END: MarketEnd = {
  kind: 'resolved',
  outcome: 'Yes',
  refundReason: null,
  resolvedAt: unixSeconds(NOW - 10),
  vetoEndsAt: unixSeconds(NOW - 10),
  burn: sol('3'),
  developer: sol('3'),
  distributable: sol('54'),
  evidenceHash: null,
  openPositions: 0,
  areFeesMoved: false,
  dust: amount(0n),
  burnTotal: null,
  signature: null,
};

describe('GET /v1/markets/{id}', () => {
  test('an open market has all the fields of the spec', async () => {
    const market = server.service.addMarket({ pools: pools('150', '60') });
    const { status, json } = await get(`/v1/markets/${market.id}`);
    expect(status).toBe(200);
    expect(json).toEqual({
      id: market.id,
      question: 'Will it rain?',
      tokenAddress: null,
      details: 'Yes if the oracle says so.',
      condition: { type: 'attested' },
      timing: 'any_time_before',
      deadlines: {
        bettingClosesAt: '2027-01-15T09:00:00Z',
        expireAt: '2027-01-15T09:00:00Z',
        decidedBy: '2027-01-15T09:02:00Z',
        refundAt: '2027-01-16T09:00:00Z',
      },
      attestation: { silence: 'no', endsAt: '2027-01-15T09:00:00Z' },
      decidedBy: 'attestation',
      outcomes: [
        { name: 'Yes', odds: 0.7143, totalStake: 150 },
        { name: 'No', odds: 0.2857, totalStake: 60 },
      ],
      currency: 'SOL',
      expireAt: '2027-01-15T09:00:00Z',
      status: 'open',
      createdAt: '2027-01-15T08:00:00Z',
      creator: ALICE,
      feePercentage: { burn: 0.05, developer: 0.05 },
      totalVolume: 210,
      bettingOpen: true,
      bettingClosesAt: '2027-01-15T09:00:00Z',
      refundAt: '2027-01-16T09:00:00Z',
      minimumStake: 0.0001,
      betCount: 0,
      custom: false,
      mismatch: false,
      warnings: [],
    });
  });

  test('a market whose condition is not what decides it is marked as a mismatch', async () => {
    const mismatch = 'The clauses on chain compare something else than its condition says.';
    const market = server.service.addMarket({ mismatch, isCustom: true });
    const { json } = await get(`/v1/markets/${market.id}`);
    expect(json).toMatchObject({ custom: true, mismatch: true, mismatchReason: mismatch });
  });

  test('a new market has even odds, and odds always sum to 1', async () => {
    const empty = server.service.addMarket();
    const odd = server.service.addMarket({ pools: pools('1', '31') });
    const oddsOf = async (id: string) =>
      (await get(`/v1/markets/${id}`)).json.outcomes.map((each: { odds: number }) => each.odds);
    expect(await oddsOf(empty.id)).toEqual([0.5, 0.5]);
    expect(await oddsOf(odd.id)).toEqual([0.0313, 0.9687]);
  });

  test('between cutoff and resolution it is open, takes no bets, and says why', async () => {
    const market = server.service.addMarket();
    await get(`/v1/markets/${market.id}`);
    server.service.now = market.closesAt;
    const { json } = await get(`/v1/markets/${market.id}`);
    expect(json).toMatchObject({ status: 'open', bettingOpen: false });
    expect(json.resolution).toEqual({
      waitingFor: 'the oracle',
      lastFailure: null,
      nextTryAt: '2027-01-15T10:00:00Z',
    });
    const { json: list } = await get('/v1/markets');
    expect(list[0]).toMatchObject({ status: 'open', bettingOpen: false });
  });

  test('a resolved market has its result and no odds', async () => {
    const market = server.service.addMarket({ pools: pools('150', '60'), end: END });
    const { json } = await get(`/v1/markets/${market.id}`);
    expect(json).toMatchObject({
      status: 'resolved',
      bettingOpen: false,
      resolvedAt: '2027-01-15T07:59:50Z',
      winningOutcome: 'Yes',
      outcomes: [
        { name: 'Yes', totalStake: 150 },
        { name: 'No', totalStake: 60 },
      ],
      payoutRatio: { Yes: 1.36, No: 0 },
      feesCollected: { burned: '3 SOL', developer: '3 SOL' },
      settled: true,
    });
    expect(json.outcomes[0]).not.toHaveProperty('odds');
    expect(json).not.toHaveProperty('refunded');
    const { json: list } = await get('/v1/markets?status=resolved');
    expect(list[0].odds).toEqual({ Yes: 0.7143, No: 0.2857 });
  });

  test('a refund is marked, with the verified outcome or null', async () => {
    const none = { burn: amount(0n), developer: amount(0n), distributable: amount(0n) };
    const nobody: MarketEnd = { ...END, ...none, kind: 'refunded', refundReason: 'nobody_won' };
    const one = server.service.addMarket({ pools: pools('0', '60'), end: nobody });
    expect((await get(`/v1/markets/${one.id}`)).json).toMatchObject({
      status: 'resolved',
      winningOutcome: 'Yes',
      refunded: true,
      refundReason: 'nobody_won',
      payoutRatio: { Yes: 0, No: 1 },
      feesCollected: { burned: '0 SOL', developer: '0 SOL' },
    });
    const late: MarketEnd = { ...nobody, outcome: null, refundReason: 'deadline' };
    const two = server.service.addMarket({ pools: pools('1', '60'), end: late });
    expect((await get(`/v1/markets/${two.id}`)).json).toMatchObject({
      winningOutcome: null,
      refundReason: 'deadline',
      payoutRatio: { Yes: 1, No: 1 },
    });
  });

  test('without any bets the winner has the ratio 1 and it is no refund', async () => {
    const none = { burn: amount(0n), developer: amount(0n), distributable: amount(0n) };
    const market = server.service.addMarket({ end: { ...END, ...none, outcome: 'No' } });
    const { json } = await get(`/v1/markets/${market.id}`);
    expect(json.payoutRatio).toEqual({ Yes: 0, No: 1 });
    expect(json).not.toHaveProperty('refunded');
  });

  test('while it can be vetoed it is open with a proposed outcome, then resolved', async () => {
    const vetoEndsAt = unixSeconds(NOW + 60);
    const end = { ...END, vetoEndsAt };
    const market = server.service.addMarket({ pools: pools('150', '60'), end });
    const { json } = await get(`/v1/markets/${market.id}`);
    expect(json).toMatchObject({
      status: 'open',
      bettingOpen: false,
      proposedOutcome: 'Yes',
      vetoEndsAt: '2027-01-15T08:01:00Z',
    });
    expect(json).not.toHaveProperty('winningOutcome');
    expect(json.outcomes[0].odds).toBe(0.7143);
    server.service.now = vetoEndsAt;
    expect((await get(`/v1/markets/${market.id}`)).json).toMatchObject({
      status: 'resolved',
      resolvedAt: '2027-01-15T08:01:00Z',
    });
  });

  test('has your position when the request has a credential', async () => {
    const market = server.service.addMarket();
    const path = `/v1/markets/${market.id}`;
    await server.request('POST', `${path}/bets`, { body: { outcome: 'Yes', amount: 2 } });
    expect((await server.request('GET', path)).json.yours).toMatchObject({
      stakes: { Yes: 2, No: 0 },
      status: 'open',
    });
    expect((await server.request('GET', path, { as: 'bob' })).json.yours).toBe(null);
    expect((await get(path)).json).not.toHaveProperty('yours');
    expect((await server.request('GET', path, { as: 'mallory' })).status).toBe(401);
  });

  test('shows a bet at once, although responses are cached', async () => {
    const market = server.service.addMarket();
    const path = `/v1/markets/${market.id}`;
    for (const total of [1, 2, 3]) {
      await server.request('POST', `${path}/bets`, { body: { outcome: 'No', amount: 1 } });
      expect((await get(path)).json.totalVolume).toBe(total);
      expect((await get('/v1/markets')).json[0].totalVolume).toBe(total);
    }
  });
});

describe('GET /v1/markets', () => {
  test('is an array of summaries, newest first', async () => {
    const [first, second] = [server.service.addMarket(), server.service.addMarket()];
    const { json } = await get('/v1/markets');
    expect(json).toEqual([
      {
        id: second.id,
        question: 'Will it rain?',
        tokenAddress: null,
        details: 'Yes if the oracle says so.',
        decidedBy: 'attestation',
        currency: 'SOL',
        status: 'open',
        expireAt: '2027-01-15T09:00:00Z',
        odds: { Yes: 0.5, No: 0.5 },
        totalVolume: 0,
        bettingOpen: true,
        custom: false,
      },
      expect.objectContaining({ id: first.id }),
    ]);
  });

  test('has limit and offset', async () => {
    for (let count = 0; count < 25; count += 1) server.service.addMarket();
    const idsOf = async (query: string) =>
      (await get(`/v1/markets${query}`)).json.map(({ id }: { id: string }) => id);
    const all = [...server.service.markets.keys()].reverse();
    expect(await idsOf('')).toEqual(all.slice(0, 20));
    expect(await idsOf('?limit=7&offset=20')).toEqual(all.slice(20));
    expect(await idsOf('?offset=25')).toEqual([]);
  });

  test('concurrent requests with different queries get different responses', async () => {
    server.service.addMarket();
    server.service.addMarket({ end: END });
    const statuses = ['', '?status=open', '?status=resolved', '?limit=1'];
    for (const round of [1, 2]) {
      const lengths = await Promise.all(
        statuses.map(async (query) => (await get(`/v1/markets${query}`)).json.length),
      );
      expect(lengths, `round ${round}`).toEqual([2, 1, 1, 1]);
    }
  });
});

describe('POST /v1/markets', () => {
  test('answers 201 with the market, its stakes and the transaction', async () => {
    const { status, json } = await server.request('POST', '/v1/markets', {
      body: {
        question: 'Will it snow?',
        outcomes: ['No', 'Yes'],
        expireAt: '2027-06-01T00:00:00Z',
        bettingClosesAt: '2027-05-01T00:00:00Z',
        currency: 'UTILITY',
        initialStake: { outcome: 'No', amount: '2.5' },
      },
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      status: 'open',
      creator: ALICE,
      currency: 'UTILITY',
      bettingClosesAt: '2027-05-01T00:00:00Z',
      outcomes: [
        { name: 'Yes', odds: 0, totalStake: 0 },
        { name: 'No', odds: 1, totalStake: 2.5 },
      ],
      state: 'confirmed',
      transactionId: expect.any(String),
      warnings: [],
    });
  });

  test('a transaction that the wallet signed needs no credential, and no other field', async () => {
    const body = { transaction: 'AAAA' };
    const { status, json } = await server.request('POST', '/v1/markets', { body, as: null });
    expect([status, json.state]).toEqual([201, 'confirmed']);
    const signed = { name: 'createSignedMarket', caller: null, input: 'AAAA' };
    expect(server.service.calls.at(-1)).toMatchObject(signed);
    await server.request('POST', '/v1/markets', { body, as: 'bob' });
    expect(server.service.calls.at(-1)?.caller?.wallet).toBe(BOB);
    const calls = server.service.calls.length;
    const both = await server.request('POST', '/v1/markets', { body: { ...body, question: '?' } });
    expect([both.status, both.headers.get('x-error-code')]).toEqual([400, 'fields_exclusive']);
    const neither = await server.request('POST', '/v1/markets', { body: {}, as: null });
    expect(neither.status).toBe(401);
    expect(server.service.calls).toHaveLength(calls);
  });
});

describe('POST /v1/markets/{id}/bets', () => {
  const place = (id: string, as: string | null = 'alice') =>
    server.request('POST', `/v1/markets/${id}/bets`, { body: { outcome: 'Yes', amount: 90 }, as });

  test('answers 201 with exactly the confirmation', async () => {
    const market = server.service.addMarket({ pools: pools('60', '60') });
    const { status, json } = await place(market.id);
    expect(status).toBe(201);
    expect(json).toEqual({
      marketId: market.id,
      outcome: 'Yes',
      amountStaked: 90,
      newTotalStake: { Yes: 150, No: 60 },
      newOdds: { Yes: 0.7143, No: 0.2857 },
      transactionId: expect.any(String),
      message: 'Staked 90 SOL on Yes.',
      betId: `bet_${ALICE}_1_1`,
      state: 'confirmed',
    });
  });

  test('answers 202 while it is pending', async () => {
    server.service.betState = 'pending';
    const { status, json } = await place(server.service.addMarket().id);
    expect([status, json.state]).toEqual([202, 'pending']);
  });

  test('a transaction that the wallet signed needs no credential', async () => {
    const market = server.service.addMarket();
    const body = { transaction: 'AAAA' };
    const path = `/v1/markets/${market.id}/bets`;
    expect((await server.request('POST', path, { body, as: null })).status).toBe(201);
    expect(server.service.calls.at(-1)).toMatchObject({ name: 'placeSignedBet', caller: null });
    await server.request('POST', path, { body, as: 'bob' });
    expect(server.service.calls.at(-1)?.caller?.wallet).toBe(BOB);
  });

  test('without a credential it is 401, whatever the body is', async () => {
    const market = server.service.addMarket();
    const { status, headers } = await place(market.id, null);
    expect([status, headers.get('x-error-code')]).toEqual([401, 'credential_missing']);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="tote"');
    const path = `/v1/markets/${market.id}/bets`;
    expect((await server.request('POST', path, { body: {}, as: null })).status).toBe(401);
  });
});

describe('scopes', () => {
  const market = `market_${ALICE}`;
  const creation = { question: 'abc', outcomes: ['Yes', 'No'], expireAt: '2027-06-01T00:00:00Z' };
  test.each([
    ['bet', 'POST', `/v1/markets/${market}/bets`, { outcome: 'Yes', amount: 1 }],
    ['create', 'POST', '/v1/markets', { ...creation, currency: 'SOL' }],
    ['attest', 'POST', `/v1/markets/${market}/attestations`, { outcome: 'Yes', evidence: 'x' }],
    ['manage', 'POST', '/v1/api-keys', { name: 'x', scopes: ['bet'] }],
    ['manage', 'GET', '/v1/api-keys', undefined],
    ['bet', 'POST', '/v1/faucet', { currency: 'SOL', amount: 5 }],
  ])('%s is what %s %s needs', async (scope, method, path, body) => {
    const refused = await server.request(method, path, { body, as: 'alice:read' });
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([403, 'not_allowed']);
    const allowed = await server.request(method, path, { body, as: `alice:${scope}` });
    expect([200, 201, 404]).toContain(allowed.status);
    expect((await server.request(method, path, { body, as: null })).status).toBe(401);
  });
});

describe('the result', () => {
  test('is 409 before the resolution, 401 without a credential, then your winnings', async () => {
    const open = server.service.addMarket();
    expect((await server.request('GET', `/v1/markets/${open.id}/result`)).status).toBe(409);
    expect((await get(`/v1/markets/${open.id}/result`)).status).toBe(401);
    const market = server.service.addMarket({ end: END });
    const { json, text } = await server.request('GET', `/v1/markets/${market.id}/result`);
    expect(json).toEqual({
      marketId: market.id,
      winningOutcome: 'Yes',
      resolvedAt: '2027-01-15T07:59:50Z',
      yourWinnings: 1.360000001,
      claimable: false,
      currency: 'SOL',
      refunded: false,
    });
    expect(text).toContain('"yourWinnings":1.360000001,');
  });
});

describe('wallets without a credential', () => {
  const close = { actions: [{ type: 'close' }] };
  const prepare = (body: object, as: string | null) =>
    server.request('POST', '/v1/account/transactions', { body, as });

  test('name the wallet in the body; a credential must be of the same wallet', async () => {
    expect((await prepare({ ...close, wallet: BOB }, null)).status).toBe(200);
    expect(server.service.calls.at(-1)?.input).toMatchObject({ wallet: BOB });
    expect((await prepare(close, 'alice')).status).toBe(200);
    expect(server.service.calls.at(-1)?.input).toMatchObject({ wallet: ALICE });
    expect((await prepare({ ...close, wallet: ALICE }, 'alice')).status).toBe(200);
    expect((await prepare({ ...close, wallet: BOB }, 'alice')).status).toBe(403);
    expect((await prepare(close, null)).status).toBe(401);
    expect((await prepare({ ...close, wallet: 'x' }, null)).status).toBe(400);
  });

  test.each([
    [{ type: 'open' }, 200],
    [{ type: 'open', slots: 16 }, 200],
    [{ type: 'open', slots: 0 }, 400],
    [{ type: 'open', slots: 1.5 }, 400],
    [{ type: 'open', slots: '5' }, 400],
    [{ type: 'grow' }, 400],
    [{ type: 'grow', slots: 4 }, 200],
    [{ type: 'deposit', currency: 'SOL', amount: '1' }, 200],
    [{ type: 'deposit', currency: 'SOL' }, 400],
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1 }, 200],
    [{ type: 'delegate' }, 200],
    [{ type: 'delegate', delegate: null }, 200],
    [{ type: 'delegate', delegate: 'x' }, 400],
    [{ type: 'delegate', allowance: { SOL: 1.5 }, expiresAt: '2030-01-01T00:00:00Z' }, 200],
    [{ type: 'delegate', allowance: { BTC: 1 } }, 400],
    [{ type: 'delegate', allowance: 5 }, 400],
    [{ type: 'autoWithdraw', enabled: true }, 200],
    [{ type: 'autoWithdraw', enabled: 'yes' }, 400],
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: BOB }, 200],
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: 'x' }, 400],
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: null }, 400],
    [{ type: 'deposit', currency: 'UTILITY', amount: 1, tokenAccount: BOB }, 400],
    [{ type: 'close', forfeitUtility: true }, 200],
    [{ type: 'close', forfeitUtility: false }, 200],
    [{ type: 'close', forfeitUtility: 'yes' }, 400],
    [{ type: 'close', forfeitSol: true, forfeitUtility: true }, 200],
    [{ type: 'close', forfeitSol: 1 }, 400],
    [{ type: 'close', slots: 1 }, 400],
    [{ type: 'steal' }, 400],
    [{}, 400],
    [null, 400],
  ])('the action %j gives %d', async (action, status) => {
    expect((await prepare({ actions: [action] }, 'alice')).status).toBe(status);
  });

  test('there is at least one action and no more than ten', async () => {
    expect((await prepare({ actions: [] }, 'alice')).status).toBe(400);
    const actions = Array.from({ length: 11 }, () => ({ type: 'close' }));
    expect((await prepare({ actions }, 'alice')).status).toBe(400);
    expect((await prepare({ actions: actions.slice(1) }, 'alice')).status).toBe(200);
  });
});

describe('other reads', () => {
  test('account, bets, history, transactions and configuration', async () => {
    const market = server.service.addMarket();
    const path = `/v1/markets/${market.id}`;
    const bet = await server.request('POST', `${path}/bets`, {
      body: { outcome: 'No', amount: 1 },
    });
    const { betId, transactionId } = bet.json;
    expect((await get(`/v1/bets/${betId}`)).json).toMatchObject({ wallet: ALICE, amount: 1 });
    expect((await get(`${path}/bets`)).json).toHaveLength(1);
    expect((await get(`${path}/history`)).json[0]).toMatchObject({
      sequence: 1,
      totalStake: { Yes: 0, No: 1 },
      odds: { Yes: 0, No: 1 },
    });
    expect((await get(`/v1/transactions/${transactionId}`)).json).toMatchObject({
      state: 'finalized',
      bets: [{ betId }],
    });
    expect((await server.request('GET', '/v1/account')).text).toContain(
      '"balances":{"SOL":18446744073.709551615,"UTILITY":0.000001}',
    );
    expect((await get('/v1/config')).json).toMatchObject({
      now: '2027-01-15T08:00:00Z',
      minimumStake: { SOL: 0.0001, UTILITY: 0.001 },
      limits: { questionCharactersMax: 300, pageSizeMax: 100 },
      trust: {
        upgradeAuthority: null,
        oracle: null,
        pendingChange: {
          effectiveAt: '2027-01-17T08:00:00Z',
          guardian: null,
          feePercentage: { burn: 0.04, developer: 0.06 },
          minimumStake: { SOL: 0.0002, UTILITY: 0.002 },
        },
      },
    });
    expect((await get('/v1/reserves')).json.SOL).toMatchObject({ surplus: 0.000000003, slot: 7 });
  });

  test.each([
    ['/v1/markets/market_x', 'market_not_found'],
    [`/v1/markets/market_${BOB}`, 'market_not_found'],
    [`/v1/markets/${BOB}`, 'market_not_found'],
    [`/v1/markets/market_${BOB}/bets`, 'market_not_found'],
    ['/v1/markets/market_x/history', 'market_not_found'],
    ['/v1/bets/bet_1', 'bet_not_found'],
    ['/v1/transactions/abc', 'transaction_not_found'],
    ['/v1/markets/a%00b', 'market_not_found'],
    [`/v1/markets/${'x'.repeat(7_000)}`, 'market_not_found'],
    ['/v1/', 'route_not_found'],
    ['/v2/markets', 'route_not_found'],
    ['/markets', 'route_not_found'],
    ['/v1/markets/', 'market_not_found'],
    ['/V1/markets', 'route_not_found'],
  ])('GET %s is unknown', async (path, code) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('x-error-code')]).toEqual([404, code]);
  });
});

describe('the sandbox and the faucet', () => {
  test('exist only on the embedded chain', async () => {
    const faucet = () =>
      server.request('POST', '/v1/faucet', { body: { currency: 'SOL', amount: 5 } });
    const clock = () =>
      server.request('POST', '/v1/sandbox/clock', { body: { advanceSeconds: 60 } });
    expect((await faucet()).json.balances).toEqual({ SOL: 5, UTILITY: 0 });
    expect((await clock()).json).toEqual({ now: '2027-01-15T08:01:00Z' });
    const { config } = server.service;
    server.service.config = { ...config, cluster: 'remote', hasSandbox: false };
    expect((await faucet()).headers.get('x-error-code')).toBe('route_not_found');
    expect((await clock()).headers.get('x-error-code')).toBe('sandbox_required');
    server.service.config = config;
  });
});

describe('a market closes on time', () => {
  test('and the cached response expires with it', async () => {
    const times: MarketTimes = {
      closesAt: unixSeconds(NOW + 5),
      expiresAt: unixSeconds(NOW + 10),
      refundAt: unixSeconds(NOW + 20),
    };
    const market = server.service.addMarket(times);
    const isOpen = async () => (await get(`/v1/markets/${market.id}`)).json.bettingOpen;
    expect(await isOpen()).toBe(true);
    server.service.now = unixSeconds(NOW + 4);
    expect(await isOpen()).toBe(true);
    server.service.now = unixSeconds(NOW + 5);
    expect(await isOpen()).toBe(false);
  });
});

describe('what bets came to', () => {
  test('a statement has every digit, as JSON and as CSV', async () => {
    const { text } = await server.request('GET', '/v1/account/statement');
    expect(text).toContain('"amount":18446744073.709551615,');
    expect(text).toContain('"amount":-0.000000001,');
    const csv = await server.request('GET', '/v1/account/statement?format=csv');
    const at = '2027-01-15T08:00:00Z';
    const transaction = '5'.repeat(88);
    expect(csv.text.split('\r\n')).toEqual([
      'time,type,market,bet,outcome,amount,currency,balance,transaction',
      `${at},deposit,,,,18446744073.709551615,SOL,0,${transaction}`,
      `${at},bet,,bet_1,Yes,-0.000000001,SOL,0,${transaction}`,
      '',
    ]);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="statement.csv"');
    expect(csv.headers.get('cache-control')).toBe(
      (await server.request('GET', '/v1/account')).headers.get('cache-control'),
    );
  });

  test('losses are negative, and the next page is named', async () => {
    const wallet = await get(`/v1/wallets/${ALICE}`);
    expect(wallet.text).toContain('"profit":-0.000000001');
    expect(wallet.headers.get('x-next-cursor')).toBe('next');
    expect(wallet.headers.get('access-control-expose-headers')).toContain('X-Next-Cursor');
    const one = await get('/v1/leaderboard?limit=1');
    expect(one.json).toEqual([
      { rank: 1, wallet: ALICE, bettor: BOB, profit: 0.000000005, currency: 'SOL' },
    ]);
    expect(one.headers.get('x-next-cursor')).toBe('next');
    expect((await get('/v1/leaderboard?currency=UTILITY')).headers.has('x-next-cursor')).toBe(
      false,
    );
    expect((await get('/v1/activity')).headers.get('x-next-cursor')).toBe('7');
  });
});
