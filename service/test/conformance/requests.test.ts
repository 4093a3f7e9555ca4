// Accepted and refused requests: the rows of decisions.md about requests, one by one.
import { type Address, createSolanaRpc, lamports } from '@solana/kit';
import type { ErrorCode } from '@tote/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { openNewWallet, signTransaction } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import { type Answer, type Json, MARKET } from '../support/world.ts';
import { HOUR, iso, requestsTo, YEARS_10 } from './support/creation.ts';
import { expectRefusal } from './support/refusal.ts';
import { act, createWallet } from './support/wallets.ts';

const TOKEN = 'So11111111111111111111111111111111111111112';

const world = useWorld();
/** A market in SOL and one in UTILITY that stay open. */
let sol: string;
let utility: string;

beforeAll(async () => {
  sol = await world.createMarket();
  utility = await world.createMarket({ currency: 'UTILITY' });
});

const { chainNow, create, fingerprint, checkField } = requestsTo(world);

describe('base path; success codes', () => {
  test('the base is /v1; other paths are 404', async () => {
    expect(world.service.baseUrl).toMatch(/\/v1$/);
    const answer = await fetch(world.service.baseUrl.replace('/v1', '/markets'));
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-error-code')).toBe('route_not_found');
  });
});

describe('errors', () => {
  const UNKNOWN = `market_${'1'.repeat(32)}`;
  type Call = () => Promise<Answer>;
  const bet = (body: object, options: object = { as: 'alice' }) =>
    world.post(`/markets/${sol}/bets`, body, options);
  const CASES: [refusal: string, name: string, ask: Call][] = [
    ['400 field_missing', 'a required field is missing', () => bet({ outcome: 'Yes' })],
    ['400 outcome_invalid', 'an unknown outcome', () => bet({ outcome: 'Da', amount: 1 })],
    ['400 stake_below_minimum', 'too little', () => bet({ outcome: 'No', amount: 0.00009 })],
    [
      '400 currency_mismatch',
      'another currency than the market has',
      () => bet({ outcome: 'No', amount: 1, currency: 'UTILITY' }),
    ],
    ['400 field_invalid', 'an unknown window', () => world.get('/leaderboard?window=year')],
    [
      '400 address_invalid',
      'a sign-in without a wallet',
      () => world.post('/sign-in', { wallet: 'me', message: 'AAAA', signature: '1' }),
    ],
    [
      '400 transaction_malformed',
      'no transaction',
      () => world.post('/transactions', { transaction: 'AAAA' }),
    ],
    ['401 credential_missing', 'no credential', () => bet({ outcome: 'No', amount: 1 }, {})],
    [
      '402 funds_insufficient',
      'more than the balance',
      () => bet({ outcome: 'No', amount: 1_000 }),
    ],
    ['402 funds_insufficient', 'the same money withdrawn twice', withdrawTwice],
    [
      '403 wallet_mismatch',
      'a bet that another wallet would sign',
      () =>
        world.post(
          `/markets/${sol}/bets/prepare`,
          { outcome: 'No', amount: 1, wallet: TOKEN },
          { as: 'alice' },
        ),
    ],
    [
      '403 oracle_required',
      'an attestation by a wallet that is not the oracle',
      async () => {
        const { as } = await createWallet(world, ['attest']);
        const body = { outcome: 'Yes', evidence: 'I say so' };
        return world.post(`/markets/${sol}/attestations`, body, as);
      },
    ],
    ['403 not_allowed', 'a key without the scope', () => world.bet(sol, 'oracle', 'Yes', 1)],
    ['404 market_not_found', 'an unknown market', () => world.get(`/markets/${UNKNOWN}`)],
    ['404 market_not_found', 'no id at all', () => world.get('/markets/none')],
    ['404 market_not_found', 'its result', () => get(`/markets/${UNKNOWN}/result`)],
    ['404 market_not_found', 'its bets', () => get(`/markets/${UNKNOWN}/bets`)],
    ['404 market_not_found', 'its history', () => get(`/markets/${UNKNOWN}/history`)],
    ['404 bet_not_found', 'an unknown bet', () => world.get('/bets/bet_x')],
    ['404 transaction_not_found', 'an unknown transaction', () => get('/transactions/x')],
    ['404 route_not_found', 'an unknown path', () => world.get('/nothing')],
    [
      '405 method_not_allowed',
      'an unsupported method',
      () => world.call('PUT', '/markets', { as: 'alice' }),
    ],
    ['409 result_not_ready', 'no result yet', () => get(`/markets/${sol}/result`)],
    ['414 uri_too_long', 'a long address', () => get(`/markets?${'x'.repeat(9_000)}`)],
  ];
  async function withdrawTwice(): Promise<Answer> {
    const { key, as } = await createWallet(world);
    await world.post('/faucet', { currency: 'SOL', amount: 1 }, as);
    const actions = [{ type: 'withdraw', currency: 'SOL', amount: 1 }];
    const sign = async () => {
      const prepared = await world.post('/account/transactions', { wallet: key.address, actions });
      return { transaction: await signTransaction(prepared.body.transaction, key) };
    };
    const [first, second] = [await sign(), await sign()];
    expect((await world.post('/transactions', first)).status).toBe(200);
    return world.post('/transactions', second);
  }
  const get = (path: string) => world.get(path, { as: 'alice' });

  test.each(CASES)('%s: %s', async (refusal, _, ask) => {
    const answer = await ask();
    const [status, code] = refusal.split(' ') as [string, ErrorCode];
    expectRefusal(answer, Number(status), code);
    const challenge = status === '401' ? 'Bearer realm="tote"' : null;
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
    const allowed = status === '405' ? 'GET, HEAD, OPTIONS, POST' : null;
    expect(answer.headers.get('allow')).toBe(allowed);
    const exposed = answer.headers.get('access-control-expose-headers') ?? '';
    expect(exposed.toLowerCase()).toContain('x-error-code');
  });

  test('all of these together changed nothing', async () => {
    const before = await fingerprint();
    for (const [, , ask] of CASES) await ask();
    expect(await fingerprint()).toBe(before);
  });

  test('402: no Bettor, no delegate, allowance and funds; each message says what to do', async () => {
    const { key, as } = await createWallet(world);
    const path = `/markets/${sol}/bets`;
    const ask = (amount: number) => world.post(path, { outcome: 'Yes', amount }, as);
    const noBettor = await ask(1);
    expectRefusal(noBettor, 402, 'bettor_missing');
    expect(noBettor.body.error).toContain(`POST /v1${path}/prepare`);
    expect((await world.post('/faucet', { currency: 'SOL', amount: 5 }, as)).status).toBe(200);
    const noDelegate = await ask(1);
    expectRefusal(noDelegate, 402, 'delegate_missing');
    expect(noDelegate.body.error).toContain((await world.get('/config')).body.delegate);
    await act(world, key, [{ type: 'delegate', allowance: { SOL: 2 } }]);
    expectRefusal(await ask(3), 402, 'allowance_insufficient');
    expectRefusal(await ask(6), 402, 'funds_insufficient');
    expect((await ask(2)).status).toBe(201);
    expectRefusal(await ask(1), 402, 'allowance_insufficient');
    await act(world, key, [{ type: 'delegate', delegate: null }]);
    expectRefusal(await ask(1), 402, 'delegate_missing');
  });

  test('409: no free slot', async () => {
    const { key, as } = await createWallet(world);
    await act(world, key, [
      { type: 'open', slots: 1 },
      { type: 'delegate', allowance: { SOL: 2, UTILITY: 2 } },
    ]);
    await world.post('/faucet', { currency: 'SOL', amount: 1 }, as);
    await world.post('/faucet', { currency: 'UTILITY', amount: 1 }, as);
    const ask = (id: string) =>
      world.post(`/markets/${id}/bets`, { outcome: 'Yes', amount: 0.1 }, as);
    expect((await ask(sol)).status).toBe(201);
    expectRefusal(await ask(utility), 409, 'no_free_slot');
    expect((await ask(sol)).status, 'the slot it has is used again').toBe(201);
    await act(world, key, [{ type: 'grow', slots: 1 }]);
    expect((await ask(utility)).status).toBe(201);
  });
});

describe('tokenAddress', () => {
  const code = 'token_address_invalid';
  checkField('tokenAddress', [
    [undefined, { answered: null }],
    [null, { answered: null }],
    ['', { code }],
    [TOKEN, { answered: TOKEN }],
    // The mint need not exist, nor be a mint.
    ['11111111111111111111111111111111', { answered: '11111111111111111111111111111111' }],
    [`${TOKEN}1`, { code }],
    [TOKEN.replace('S', '0'), { code }],
    ['0x2170Ed0880ac9A755fd29B2688956BD959F933F8', { code }],
  ]);
});

describe('expireAt', () => {
  const malformed = { code: 'timestamp_malformed' as const };
  const past = { code: 'expire_at_not_future' as const };
  const far = { code: 'duration_too_long' as const };
  const year = new Date().getUTCFullYear() + 1;
  const at = (rest: string) => `${year}-${rest}`;
  checkField('expireAt', [
    [at('03-01T12:00:00Z'), { answered: at('03-01T12:00:00Z') }],
    [at('03-01T12:00:00.999Z'), { answered: at('03-01T12:00:00Z') }],
    [at('03-01T12:00:00.123456789Z'), { answered: at('03-01T12:00:00Z') }],
    [at('03-01T12:00:00+00:00'), { answered: at('03-01T12:00:00Z') }],
    [at('03-01T12:00:00+05:30'), { answered: at('03-01T06:30:00Z') }],
    [at('03-01T22:00:00-03:00'), { answered: at('03-02T01:00:00Z') }],
    [at('03-01T12:00Z'), { answered: at('03-01T12:00:00Z') }],
    [at('03-01t12:00:00z'), { answered: at('03-01T12:00:00Z') }],
    [at('03-01T12:00:00.5+0530'), { answered: at('03-01T06:30:00Z') }],
    [at('03-01T22:00-0300'), { answered: at('03-02T01:00:00Z') }],
    [at('03-01T12:00:00'), malformed],
    [at('03-01'), malformed],
    [at('03-01T12Z'), malformed],
    [at('03-01T12:00.5Z'), malformed],
    [at('03-01T12:00:60Z'), malformed],
    [at('03-01T24:00Z'), malformed],
    [at('03-01T12:00+24:00'), malformed],
    [at('03-01T12:00+05'), malformed],
    [at('02-30T12:00:00Z'), malformed],
    ['2028-02-29T12:00:00Z', { answered: '2028-02-29T12:00:00Z' }],
    ['2030-02-29T12:00:00Z', malformed],
    [2_000_000_000, malformed],
    ['2020-01-01T00:00:00Z', past],
    ['1969-12-31T23:59:59Z', past],
    ['2999-01-01T00:00:00Z', far],
  ]);
  test.each([
    [at('03-01T12:00:00'), at('03-01T12:00:00Z')],
    [at('03-01t12:00:30.25'), at('03-01T12:00:30Z')],
    [at('03-01T12:00'), at('03-01T12:00:00Z')],
    [at('02-30T12:00:00'), '2030-01-31T12:00:00Z'],
  ])('%s has no zone: the refusal shows %s and changes nothing', async (expireAt, shown) => {
    const before = await fingerprint();
    const answer = await create({ expireAt });
    expectRefusal(answer, 400, 'timestamp_malformed');
    expect(answer.body.error).toContain(`such as ${shown}.`);
    expect(await fingerprint()).toBe(before);
  });
  test("strictly after the chain's time: not now, but a second later", async () => {
    const now = await chainNow();
    expectRefusal(await create({ expireAt: iso(now) }), 400, 'expire_at_not_future');
    const { status, body } = await create({ expireAt: iso(now + 20) });
    expect(status).toBe(201);
    // It ends here, and not while a later test compares answers.
    await world.advance(21);
    const read = async () => (await world.get(`/markets/${body.id}`)).body.status;
    await expect.poll(read).toBe('resolved');
  });
  test('up to ten years', async () => {
    const now = await chainNow();
    expect((await create({ expireAt: iso(now + YEARS_10 - 60) })).status).toBe(201);
    expectRefusal(await create({ expireAt: iso(now + YEARS_10 + 60) }), 400, 'duration_too_long');
  });
});

describe('bettingClosesAt', () => {
  test('optional in the creation request; always in the answer', async () => {
    const expireAt = iso((await chainNow()) + HOUR);
    const { body } = await create({ expireAt });
    expect(body.bettingClosesAt).toBe(expireAt);
    const earlier = iso((await chainNow()) + HOUR / 2);
    const other = await create({ expireAt, bettingClosesAt: earlier });
    expect(other.body).toMatchObject({ bettingClosesAt: earlier, expireAt, bettingOpen: true });
    expect((await world.get(`/markets/${other.body.id}`)).body.bettingClosesAt).toBe(earlier);
    expect((await create({ expireAt, bettingClosesAt: expireAt })).status).toBe(201);
  });
  test('not before now, not after expireAt', async () => {
    const now = await chainNow();
    const expireAt = iso(now + HOUR);
    for (const bettingClosesAt of [iso(now), iso(now - 60), iso(now + HOUR + 1)]) {
      const answer = await create({ expireAt, bettingClosesAt });
      expectRefusal(answer, 400, 'betting_closes_at_out_of_range');
    }
  });
});

describe('unknown fields', () => {
  test.each(['betCount', 'Question', 'odds', 'fee', 'constructor', '__proto__'])(
    '400 naming the field: %s',
    async (field) => {
      const market = JSON.stringify({ ...MARKET, expireAt: iso((await chainNow()) + HOUR) });
      const rawBody = market.replace('{', `{${JSON.stringify(field)}:1,`);
      const answer = await world.call('POST', '/markets', { rawBody, as: 'alice' });
      expectRefusal(answer, 400, 'field_unknown');
      expect(answer.body.error).toContain(field);
    },
  );
  test('inside of objects, too', async () => {
    const initialStake = { outcome: 'Yes', amount: 1, odds: 1 };
    const answer = await create({ initialStake });
    expectRefusal(answer, 400, 'field_unknown');
    expect(answer.body.error).toContain('initialStake.odds');
  });
  test('a field that appears twice is 400', async () => {
    const rawBody = '{"outcome":"Yes","amount":1,"amount":2}';
    const path = `/markets/${sol}/bets`;
    const answer = await world.call('POST', path, { rawBody, as: 'alice' });
    expectRefusal(answer, 400, 'field_duplicated');
  });
});

describe('condition', () => {
  test('details is the compiled condition in words, with the time that counts', async () => {
    const { body } = await create();
    expect(body.details).toMatch(/^Yes if .{10,190}\.\n\nExactly: /);
    expect(body.details).toContain(body.expireAt);
    const structured = await create({ condition: { type: 'attested' } });
    expect(structured.body.details).toContain('oracle attests');
  });
  test('a structured condition that cannot be verified is 400', async () => {
    const wrong = [{}, { type: 'magic' }, { type: 'attested', extra: 1 }, { type: 5 }];
    for (const condition of wrong) {
      expectRefusal(await create({ condition }), 400, 'condition_invalid');
    }
    for (const condition of ['attested', []]) {
      expectRefusal(await create({ condition }), 400, 'field_invalid');
    }
  });
});

describe('odds', () => {
  // 4 decimals, Yes rounded half up, No is the complement.
  test.each([
    ['150', '60', 0.7143, 0.2857],
    ['1', '31', 0.0313, 0.9687],
    ['31', '1', 0.9688, 0.0312],
    ['1', '2', 0.3333, 0.6667],
    ['1', '1', 0.5, 0.5],
    ['1', '19999', 0.0001, 0.9999],
    ['0.001', '100', 0, 1],
    ['100', '0.001', 1, 0],
  ])('stakes of %s and %s give %d and %d', async (yes, no, oddsYes, oddsNo) => {
    const initialStake = { outcome: 'Yes', amount: yes };
    const { body: market } = await create({ currency: 'UTILITY', initialStake });
    expect(market.outcomes[0].odds).toBe(1);
    const { body } = await world.bet(market.id, 'bob', 'No', no);
    expect(body.newOdds).toEqual({ Yes: oddsYes, No: oddsNo });
    expect(body.newOdds.Yes + body.newOdds.No).toBe(1);
    const detail = (await world.get(`/markets/${market.id}`)).body;
    expect(detail.outcomes.map((each: Json) => each.odds)).toEqual([oddsYes, oddsNo]);
    const list = (await world.get('/markets')).body;
    expect(list.find((each: Json) => each.id === market.id).odds).toEqual(body.newOdds);
  });
});

describe('amounts', () => {
  const bet = (marketId: string, amount: string, as: 'alice' | 'bob' = 'alice') =>
    world.call('POST', `/markets/${marketId}/bets`, {
      as,
      rawBody: `{"outcome":"Yes","amount":${amount}}`,
    });

  test.each([
    ['1', '1'],
    ['0.123456789', '0.123456789'],
    ['"0.123456789"', '0.123456789'],
    ['0.300000000', '0.3'],
    ['0.1000000000', '0.1'],
    ['1.50', '1.5'],
    ['1e-3', '0.001'],
    // What clients that compute with doubles send for 0.1 + 0.2, and for 0.1 added 100 times.
    [JSON.stringify(0.1 + 0.2), '0.3'],
    [
      JSON.stringify(
        Array(100)
          .fill(0.1)
          .reduce((sum, each) => sum + each, 0),
      ),
      '10',
    ],
    ['1.0000000000000035', '1'],
    ['0.00009999999999999999', '0.0001'],
  ])('%s is accepted and returned as %s, exactly', async (amount, written) => {
    const answer = await bet(sol, amount);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).toContain(`"amountStaked":${written},`);
    expect(answer.body.message).toContain(`${written} SOL`);
    const { betId } = answer.body;
    expect((await world.get(`/bets/${betId}`)).text).toContain(`"amount":${written},`);
  });

  test.each<[string, ErrorCode]>([
    ['0.0000000001', 'amount_too_precise'],
    ['"0.1234567891"', 'amount_too_precise'],
    ['1e-10', 'amount_too_precise'],
    ['"0.30000000000000004"', 'amount_too_precise'],
    ['1.0000000000000036', 'amount_too_precise'],
    ['9000000000.0000012345', 'amount_too_precise'],
    ['1e309', 'amount_too_large'],
    ['9007199254740993', 'amount_too_large'],
    ['"18446744073.709551616"', 'amount_too_large'],
    ['0', 'stake_below_minimum'],
    ['-1', 'amount_malformed'],
    ['-0', 'amount_malformed'],
    ['true', 'amount_malformed'],
    ['" 1 "', 'amount_malformed'],
    ['"1e3"', 'amount_malformed'],
    ['"NaN"', 'amount_malformed'],
    ['"\u0661"', 'amount_malformed'],
  ])('%s is 400 %s, never rounded', async (amount, code) => {
    expectRefusal(await bet(sol, amount), 400, code);
  });

  test.each([
    ['0.12345678949', '0.123456789'],
    ['"0.1234567895"', '0.12345679'],
    ['1e-10', '0.0001'],
    ['9000000000.0000012345', '9000000000.000001235'],
  ])('the refusal of %s changes nothing and names the nearest, %s', async (amount, nearest) => {
    const before = await fingerprint();
    const calls = [await bet(sol, amount)];
    const stake = `{"outcome":"No","amount":${amount}}`;
    const expireAt = iso((await chainNow()) + HOUR);
    const market = JSON.stringify({ ...MARKET, expireAt, initialStake: 0 });
    const bodies: [string, string][] = [
      [`/markets/${sol}/bets/prepare`, stake],
      ...['/markets', '/markets/prepare', '/markets/preview'].map((path): [string, string] => [
        path,
        market.replace('"initialStake":0', `"initialStake":${stake}`),
      ]),
    ];
    for (const [path, rawBody] of bodies) {
      calls.push(await world.call('POST', path, { as: 'alice', rawBody }));
    }
    for (const answer of calls) {
      expectRefusal(answer, 400, 'amount_too_precise');
      expect(answer.body.error).toMatch(new RegExp(`is ${nearest.replace('.', '\\.')}\\.$`));
    }
    expect(await fingerprint()).toBe(before);
  });

  test('the currency says how many decimals: 6 for UTILITY', async () => {
    expect((await bet(utility, '0.123456')).text).toContain('"amountStaked":0.123456,');
    expectRefusal(await bet(utility, '0.1234567'), 400, 'amount_too_precise');
  });

  test('amounts beyond the precision of a double are refused, and staked, exactly', async () => {
    const exact = '9007199.254740993';
    const refused = await bet(sol, exact);
    expectRefusal(refused, 402, 'funds_insufficient');
    expect(refused.body.error).toContain(`${exact} SOL`);

    const as = await openNewWallet(world.service.baseUrl, {});
    const { key } = as;
    const rpc = createSolanaRpc(world.demo.rpcUrl);
    // In two parts, because kit sends no number that JSON would round.
    for (const part of [9_000_000n, 7_300n]) {
      await rpc.requestAirdrop(key.address as Address, lamports(part * 10n ** 9n)).send();
    }
    await act(world, key, [
      { type: 'deposit', currency: 'SOL', amount: exact },
      { type: 'delegate', allowance: { SOL: exact } },
    ]);
    const account = await world.get('/account', { as });
    expect(account.text).toContain(`"balances":{"SOL":${exact},`);
    const id = await world.createMarket();
    const rawBody = `{"outcome":"Yes","amount":${exact}}`;
    const answer = await world.call('POST', `/markets/${id}/bets`, { rawBody, as });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).toContain(`"amountStaked":${exact},"newTotalStake":{"Yes":${exact},`);
    const detail = await world.get(`/markets/${id}`);
    expect(detail.text).toContain(`"totalVolume":${exact},`);
    expect((await world.get('/account', { as })).body.balances.SOL).toBe(0);
  });
});

describe('list', () => {
  test('limit default 20, at most 100, 0 for an empty list; offset default 0', async () => {
    const busy = await world.createMarket();
    await Promise.all(Array.from({ length: 101 }, () => world.bet(busy, 'bob', 'No', '0.0001')));
    const bets = async (limit: string) => (await world.get(`/markets/${busy}/bets${limit}`)).body;
    expect(await bets('?limit=99')).toHaveLength(99);
    for (const limit of ['100', '101', '1000', '9'.repeat(30)]) {
      expect(await bets(`?limit=${limit}`), limit).toHaveLength(100);
    }
    expect(await bets('?offset=100')).toHaveLength(1);
    const none = await world.get('/markets?limit=0');
    expect([none.status, none.body, none.headers.get('x-next-cursor')]).toEqual([200, [], null]);
    const { address } = world.wallet('alice');
    for (const list of [`/markets/${sol}/bets`, `/markets/${sol}/history`, '/activity']) {
      expect((await world.get(`${list}?limit=100`)).body.length, list).toBeGreaterThan(1);
    }
    for (const list of ['bets', 'history']) {
      expect((await world.get(`/markets/${sol}/${list}?limit=0`)).body, list).toEqual([]);
    }
    for (const list of ['/activity', '/leaderboard']) {
      const empty = await world.get(`${list}?limit=0`);
      expect([empty.body, empty.headers.get('x-next-cursor')], list).toEqual([[], null]);
    }
    const { positions } = (await world.get(`/wallets/${address}?limit=0`)).body;
    expect(positions, 'a limit is about settled ones').toEqual(
      (await world.get(`/wallets/${address}?limit=1`)).body.positions,
    );
    const all = (await world.get('/markets?limit=100')).body;
    expect(all.length).toBeGreaterThan(20);
    expect((await world.get('/markets')).body).toEqual(all.slice(0, 20));
    expect((await world.get('/markets?limit=1')).body).toEqual(all.slice(0, 1));
    expect((await world.get('/markets?limit=2&offset=1')).body).toEqual(all.slice(1, 3));
  });
  test.each<[string, ErrorCode]>([
    ...['-1', '1.5', '1e1', 'NaN', '%00', ' 5', '0x10', '01', 'null'].map(
      (limit): [string, ErrorCode] => [`limit=${limit}`, 'limit_out_of_range'],
    ),
    ...['-1', '1.5', 'x', '9223372036854775808', '1e3'].map((offset): [string, ErrorCode] => [
      `offset=${offset}`,
      'offset_out_of_range',
    ]),
    ...['Open', 'closed', 'all', 'open,resolved'].map((status): [string, ErrorCode] => [
      `status=${status}`,
      'status_invalid',
    ]),
  ])('anything else is 400: %s', async (query, code) => {
    expectRefusal(await world.get(`/markets?${query}`), 400, code);
    if (query.startsWith('status')) return;
    for (const list of ['bets', 'history']) {
      expectRefusal(await world.get(`/markets/${sol}/${list}?${query}`), 400, code);
    }
  });
  test.each(['bets', 'history'])(
    '%s: an offset up to 10,000, and from there `after`',
    async (list) => {
      const get = (query: string) => world.get(`/markets/${sol}/${list}?${query}`);
      expect((await get('offset=10000')).body).toEqual([]);
      expectRefusal(await get('offset=10001'), 400, 'offset_too_deep');
      expectRefusal(await get('after=bet_1_2_3'), 404, 'bet_not_found');
      expectRefusal(await get('after=%00'), 404, 'bet_not_found');
      const { body: all } = await get('limit=100');
      expect(all.length).toBeGreaterThan(1);
      expect((await get(`after=${all[0].betId}&limit=100`)).body).toEqual(all.slice(1));
    },
  );
  test('status=open shows only open ones', async () => {
    const open = (await world.get('/markets?status=open&limit=100')).body;
    expect(new Set(open.map(({ status }: Json) => status))).toEqual(new Set(['open']));
  });
});

describe('result endpoint', () => {
  test('409 before resolution, 401 without credential', async () => {
    const path = `/markets/${sol}/result`;
    expectRefusal(await world.get(path, { as: 'alice' }), 409, 'result_not_ready');
    expectRefusal(await world.get(path), 401, 'credential_missing');
  });
  test('it has no wallet parameter: nobody reads the result of another wallet', async () => {
    const other = world.wallet('bob').address;
    const read = (path: string) => world.get(`/markets/${sol}/${path}`, { as: 'alice' });
    expectRefusal(await read(`result?wallet=${other}`), 409, 'result_not_ready');
    const own = (await read('')).body.yours;
    expect(own).not.toBeNull();
    expect((await read(`?wallet=${other}`)).body.yours).toEqual(own);
  });
});
