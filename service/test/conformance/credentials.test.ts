// Authentication and idempotency over HTTP: API keys, wallet signatures, signing in, self-custody
// transactions and idempotency keys.
import { join } from 'node:path';
import { createSolanaRpc, getBase58Decoder, lamports } from '@solana/kit';
import { createKey, type Key, readKeyFile } from '@tote/chain/key';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInText } from '../auth/support/sign-in-text.ts';
import { openNewWallet, signRequest, signTransaction } from '../support/new-wallet.ts';
import { sendRaw } from '../support/raw-request.ts';
import { useWorld } from '../support/use-world.ts';
import { type Answer, type CallOptions, type Json, MARKET } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';
import { act, callSigned, createWallet, demoKey } from './support/wallets.ts';

const listed = await createKey();
const world = useWorld({ TOTE_OPERATORS: listed.address });
let alice: Key;
let bob: Key;
let marketId: string;
let config: { origin: string; genesisHash: string };
beforeAll(async () => {
  [alice, bob] = [await demoKey(world, 'alice'), await demoKey(world, 'bob')];
  marketId = await world.createMarket();
  config = (await world.get('/config')).body;
});

const bearer = (apiKey: string) => ({ as: { apiKey } });
const inSeconds = (seconds: number) => {
  const at = Math.floor(Date.now() / 1_000) + seconds;
  return new Date(at * 1_000).toISOString().replace('.000', '');
};
const betCount = async () => (await world.detail(marketId)).betCount;
const makeKey = (key: Key, body: object) =>
  callSigned(world, key, 'POST', '/api-keys', { body: { name: 'test', ...body } });

describe('API key', () => {
  test('Authorization: Bearer <key>; created by a wallet signature, shown once', async () => {
    const made = await makeKey(alice, { scopes: ['read', 'bet'] });
    expect(made.status).toBe(200);
    const { key, ...record } = made.body;
    expect(key).toMatch(/^tote_\w{16}_\w{49}$/);
    expect(record).toMatchObject({ name: 'test', scopes: ['read', 'bet'], revoked: false });
    const bet = { outcome: 'Yes', amount: 0.01 };
    expect((await world.post(`/markets/${marketId}/bets`, bet, bearer(key))).status).toBe(201);
    const { wallet } = (await world.get('/account', bearer(key))).body;
    expect(wallet).toBe(alice.address);
    const list = await callSigned(world, alice, 'GET', '/api-keys');
    expect(list.body.some(({ id }: Json) => id === record.id)).toBe(true);
    expect(list.text).not.toContain(key);
    const others = await callSigned(world, bob, 'GET', '/api-keys');
    expect(others.text, 'nobody sees the keys of another').not.toContain(record.id);
  });

  test.each([
    [{ name: '' }, 'field_invalid'],
    [{ name: 'a'.repeat(101) }, 'field_invalid'],
    [{ name: 'a\u202eb' }, 'characters_not_allowed'],
    [{ scopes: [] }, 'field_invalid'],
    [{ scopes: ['read', 'read'] }, 'field_invalid'],
    [{ scopes: ['admin'] }, 'field_invalid'],
  ] as const)('%j is refused, and makes no key', async (fields, code) => {
    const before = (await callSigned(world, bob, 'GET', '/api-keys')).body;
    const made = await makeKey(bob, { scopes: ['read'], ...fields });
    expectRefusal(made, 400, code);
    expect(made.body.error).not.toMatch(/it must be (?:duplicate|fewer|more)/);
    expect((await callSigned(world, bob, 'GET', '/api-keys')).body).toEqual(before);
  });

  test('a key creates no key with more scopes or a later expiry', async () => {
    const expiresAt = inSeconds(600);
    const parent = (await makeKey(alice, { scopes: ['manage', 'read'], expiresAt })).body.key;
    const make = (fields: object) =>
      world.post('/api-keys', { name: 'child', ...fields }, bearer(parent));
    expectRefusal(await make({ scopes: ['bet'], expiresAt }), 403, 'not_allowed');
    expectRefusal(await make({ scopes: ['read'] }), 400, 'field_invalid');
    expectRefusal(
      await make({ scopes: ['read'], expiresAt: inSeconds(900) }),
      400,
      'field_invalid',
    );
    expect((await make({ scopes: ['read'], expiresAt })).status).toBe(200);
  });

  test('only the admin and listed wallets get operate, and through no other key', async () => {
    const refused = await makeKey(bob, { scopes: ['read', 'operate'] });
    expectRefusal(refused, 403, 'wallet_not_operator');
    const manage = (await makeKey(bob, { scopes: ['manage'] })).body.key;
    const before = (await callSigned(world, bob, 'GET', '/api-keys')).body.length;
    const child = await world.post('/api-keys', { name: 'x', scopes: ['operate'] }, bearer(manage));
    expectRefusal(child, 403, 'not_allowed');
    expect((await callSigned(world, bob, 'GET', '/api-keys')).body.length).toBe(before);
    const admin = await readKeyFile(join(world.dir, 'keys', 'admin.json'));
    for (const operator of [admin, listed]) {
      const made = await makeKey(operator, { scopes: ['operate'] });
      expect([made.status, made.body.scopes]).toEqual([200, ['operate']]);
    }
  });

  test('revoked is 401 at once and permanently; no wallet revokes the key of another', async () => {
    const { key, id } = (await makeKey(alice, { scopes: ['read'] })).body;
    expect((await world.get('/account', bearer(key))).status).toBe(200);
    const other = await callSigned(world, bob, 'DELETE', `/api-keys/${id}`);
    expectRefusal(other, 404, 'resource_not_found');
    expect((await world.get('/account', bearer(key))).status).toBe(200);
    const revoked = await callSigned(world, alice, 'DELETE', `/api-keys/${id}`);
    expect(revoked.body).toMatchObject({ id, revoked: true });
    expectRefusal(await world.get('/account', bearer(key)), 401, 'credential_invalid');
    const again = await callSigned(world, alice, 'DELETE', `/api-keys/${id}`);
    expect(again.body).toMatchObject({ id, revoked: true });
  });

  test('expired is 401', async () => {
    const made = await makeKey(alice, { scopes: ['read'], expiresAt: inSeconds(2) });
    expect(made.status).toBe(200);
    const read = () => world.get('/account', bearer(made.body.key));
    await expect.poll(async () => (await read()).status).toBe(401);
    expectRefusal(await read(), 401, 'credential_invalid');
    const past = await makeKey(alice, { scopes: ['read'], expiresAt: inSeconds(-1) });
    expectRefusal(past, 400, 'field_invalid');
  });

  const sendHeaders = async (lines: readonly string[]) => {
    const url = new URL(`${world.service.baseUrl}/markets/${marketId}/bets`);
    const body = JSON.stringify({ outcome: 'Yes', amount: 0.01 });
    const head = [
      `POST ${url.pathname} HTTP/1.1`,
      ...[`Host: ${url.host}`, 'Connection: close', 'Content-Type: application/json'],
      ...[`Content-Length: ${body.length}`, ...lines],
    ];
    return sendRaw(Number(url.port), `${head.join('\r\n')}\r\n\r\n${body}`);
  };
  type Lines = (key: string, other: string) => string[];
  const ACCEPTED: Lines[] = [
    (key) => [`Authorization: Bearer ${key}`],
    (key) => [`authorization: bearer   ${key}`],
    (key) => [`Authorization: ApiKey ${key}`],
    (key) => [`Authorization: APIKEY ${key}`],
    (key) => [`Authorization: ${key}`],
    (key) => [`X-API-Key: ${key}`],
    (key) => [`Authorization: Bearer ${key}`, `X-API-Key: ${key}`],
  ];
  test('a naive client finds a spelling that works, also once the key is known', async () => {
    for (const lines of ACCEPTED) {
      const { key } = (await makeKey(alice, { scopes: ['bet'] })).body;
      for (const round of ['new', 'known']) {
        const { status, body } = await sendHeaders(lines(key, ''));
        expect([round, status, lines('', '')], body).toEqual([round, 201, lines('', '')]);
      }
    }
  });

  const REFUSED: Lines[] = [
    (key) => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
    (key, other) => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${other}`],
    (key) => [`X-API-Key: ${key}`, `X-API-Key: ${key}`],
    (key, other) => [`Authorization: Bearer ${key}`, `X-API-Key: ${other}`],
    (key) => [`Authorization: Bearer ${key}`, 'X-API-Key: '],
    (key) => ['Authorization: ', `X-API-Key: ${key}`],
    (key) => [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    (key) => [`Authorization: Basic ${key}`],
    (key) => ['Authorization: Basic YTpi', `X-API-Key: ${key}`],
    (key) => [`Authorization: Token ${key}`],
    (key) => [`Authorization: Bearer Bearer ${key}`],
    (key) => [`Authorization: Bearer "${key}"`],
    (key) => [`X-API-Key: Bearer ${key}`],
  ];
  test('repeated or differing keys, Basic and other schemes are 401, and nothing happens', async () => {
    const [key, other] = [world.wallet('alice').apiKey, world.wallet('bob').apiKey];
    const [betsBefore, before] = [await betCount(), await world.get('/account', { as: 'alice' })];
    for (const lines of REFUSED) {
      const answer = await sendHeaders(lines(key, other));
      const refusal = [answer.status, /x-error-code: (\w+)/.exec(answer.head)?.[1]];
      expect([...refusal, lines('', '')]).toEqual([401, 'credential_invalid', lines('', '')]);
      expect(JSON.parse(answer.body).error).toContain('X-API-Key');
    }
    expect(await betCount()).toBe(betsBefore);
    expect((await world.get('/account', { as: 'alice' })).body).toEqual(before.body);
  });

  test('X-API-Key reads, streams and prepares as well, and pages of others may send it', async () => {
    const headers = { 'x-api-key': world.wallet('alice').apiKey };
    expect((await world.get('/account', { headers })).body.wallet).toBe(alice.address);
    expect((await world.get(`/markets/${marketId}`, { headers })).body).toHaveProperty('yours');
    const wrong = { 'x-api-key': `${headers['x-api-key']}x` };
    for (const path of ['/account', `/markets/${marketId}`, '/events']) {
      expectRefusal(await world.get(path, { headers: wrong }), 401, 'credential_invalid');
    }
    const preflight = await world.call('OPTIONS', '/markets', {
      headers: { origin: 'https://example.org', 'access-control-request-headers': 'x-api-key' },
    });
    expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toContain(
      'X-API-Key',
    );
  });

  test('mistyped, truncated and foreign keys are 401 with the same message', async () => {
    const { apiKey } = world.wallet('alice');
    const other = apiKey.at(-1) === 'a' ? 'b' : 'a';
    const wrong = [apiKey.slice(0, -1), apiKey.slice(0, -1) + other, `${apiKey}x`, 'x', 'tote_'];
    const answers = [];
    for (const key of wrong) answers.push(await world.get('/account', bearer(key)));
    for (const answer of answers) expectRefusal(answer, 401, 'credential_invalid');
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('wallet signature', () => {
  const BODY = JSON.stringify({ outcome: 'Yes', amount: 0.01 });
  const sign = (key: Key, change: object = {}, at = new Date()) => {
    const url = `/v1/markets/${marketId}/bets`;
    const request = { method: 'POST', url, rawBody: Buffer.from(BODY), ...change };
    return signRequest(config, key, request, at);
  };
  const send = (headers: Record<string, string>, rawBody = BODY) =>
    world.call('POST', `/markets/${marketId}/bets`, { rawBody, headers });

  test('valid over the path of a GET, with a query too', async () => {
    const read = { method: 'GET', url: '/v1/account', rawBody: Buffer.of() };
    const headers = sign(alice, read);
    expect((await world.get('/account', { headers })).body.wallet).toBe(alice.address);
    const withQuery = { ...read, url: '/v1/account?a=b' };
    const asked = await world.get('/account?a=b', { headers: sign(alice, withQuery) });
    expect(asked.body.wallet, 'what is ignored is signed, too').toBe(alice.address);
    const other = await world.get('/account', { headers: sign(alice, withQuery) });
    expectRefusal(other, 401, 'credential_invalid');
  });

  // All other spellings are in vectors/request-signatures.json.
  test('refused for another path or body, or if it is more than five minutes old', async () => {
    const before = await betCount();
    const late = sign(alice, {}, new Date(Date.now() - 306_000));
    const elsewhere = sign(alice, { url: '/v1/markets' });
    expectRefusal(await send(elsewhere), 401, 'credential_invalid');
    const changed = BODY.replace('1', '2');
    expectRefusal(await send(sign(alice), changed), 401, 'credential_invalid');
    expectRefusal(await send(late), 401, 'signature_expired');
    expect(await betCount()).toBe(before);
  });

  test('refused: the same request again; a nonce is accepted once', async () => {
    const headers = sign(alice);
    expect((await send(headers)).status).toBe(201);
    const before = await betCount();
    expectRefusal(await send(headers), 401, 'nonce_reused');
    const others = sign(bob, { nonce: headers['x-nonce'] });
    expect((await send(others)).status, 'nonces belong to a wallet').toBe(201);
    expect(await betCount()).toBe(before + 1);
  });

  test('an identical retry with the same Idempotency-Key gets the stored answer', async () => {
    const headers = { ...sign(alice), 'idempotency-key': 'signed-retry' };
    const first = await send(headers);
    expect(first.status).toBe(201);
    const second = await send(headers);
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  test('two credentials of different wallets are refused, of the same wallet accepted', async () => {
    const { apiKey } = world.wallet('alice');
    const authorization = `Bearer ${apiKey}`;
    const before = await betCount();
    const signed = sign(bob);
    expectRefusal(await send({ ...signed, authorization }), 403, 'wallet_mismatch');
    expect((await send(signed)).status, 'its nonce is not used').toBe(201);
    expect(await betCount()).toBe(before + 1);
    expect((await send({ ...sign(alice), authorization })).status).toBe(201);
    const wrongKey = await send({ ...sign(alice), authorization: 'Bearer x' });
    expectRefusal(wrongKey, 401, 'credential_invalid');
    const beside = { 'x-api-key': apiKey };
    expect((await send({ ...sign(alice), ...beside })).status).toBe(201);
    expectRefusal(await send({ ...sign(bob), ...beside }), 403, 'wallet_mismatch');
  });
});

describe('sign-in', () => {
  async function bodyOf(key: Key, change: object = {}) {
    const { body: input } = await world.get('/sign-in');
    const text = Buffer.from(signInText({ ...input, address: key.address, ...change }));
    const signature = getBase58Decoder().decode(key.sign(text));
    return { wallet: key.address, message: text.toString('base64'), signature };
  }

  test('the fields of GET, signed by the wallet, give a key of 7 days with scopes', async () => {
    const beforeMs = Math.floor(Date.now() / 1_000) * 1_000;
    const answer = await world.post('/sign-in', await bodyOf(alice));
    expect(answer.status, answer.text).toBe(200);
    const { key, expiresAt, wallet, scopes } = answer.body;
    expect([wallet, scopes]).toEqual([alice.address, ['read', 'bet', 'create']]);
    const days = (Date.parse(expiresAt) - beforeMs) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(7);
    expect(days).toBeLessThan(7.01);
    expect((await world.get('/account', bearer(key))).body.wallet).toBe(alice.address);
    expectRefusal(await world.get('/api-keys', bearer(key)), 403, 'not_allowed');
    const list = await callSigned(world, alice, 'GET', '/api-keys');
    const [listed] = list.body.filter(({ id }: { id: string }) => id === answer.body.id);
    expect(listed.name).toMatch(/^Signed in at 127\.0\.0\.1:\d+$/);
  });

  test('signs a listed wallet in with the scope operate, and no other wallet', async () => {
    const resources = ['urn:tote:scope:read', 'urn:tote:scope:operate'];
    const before = (await callSigned(world, bob, 'GET', '/api-keys')).body;
    const refused = await world.post('/sign-in', await bodyOf(bob, { resources }));
    expectRefusal(refused, 403, 'wallet_not_operator');
    expect((await callSigned(world, bob, 'GET', '/api-keys')).body).toEqual(before);
    const { body } = await world.post('/sign-in', await bodyOf(listed, { resources }));
    expect(body.scopes).toEqual(['read', 'operate']);
  });

  test('the name of its key has the browser', async () => {
    for (const [agent, browser] of [
      ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', ', Chrome on Linux'],
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1', ', Safari on iOS'],
      ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537 Edg/140.0', ', Edge on Windows'],
      ['<script>Chrome</script>', ''],
    ] as const) {
      const headers = { 'user-agent': agent };
      const { body } = await world.post('/sign-in', await bodyOf(alice), { headers });
      expect(body.name.replace(/^Signed in at 127\.0\.0\.1:\d+/, '')).toBe(browser);
    }
  });

  describe('sign-out', () => {
    test('everywhere ends all sign-ins of the wallet, and no other key', async () => {
      const signIn = async (key: Key) => (await world.post('/sign-in', await bodyOf(key))).body.key;
      const [first, second, others] = [await signIn(alice), await signIn(alice), await signIn(bob)];
      const bot = (await makeKey(alice, { scopes: ['read', 'bet', 'create'] })).body.key;
      const out = (key: string) => world.call('DELETE', '/sign-in', bearer(key));
      expectRefusal(await out(bot), 403, 'not_allowed');
      const works = async (key: string) =>
        (await world.get('/account', bearer(key))).status === 200;
      const all = [first, second, others, bot];
      expect(await Promise.all(all.map(works))).toEqual([true, true, true, true]);
      const { status, body } = await out(first);
      expect([status, body.every(({ revoked }: Json) => revoked)]).toEqual([200, true]);
      expect(await Promise.all(all.map(works))).toEqual([false, false, true, true]);
      expectRefusal(await out(first), 401, 'credential_invalid');
    });
  });

  test('the fields have a nonce of their own, and are not kept by caches', async () => {
    const [first, second] = [await world.get('/sign-in'), await world.get('/sign-in')];
    expect(first.body.nonce).toMatch(/^[0-9a-f]{60}$/);
    expect(second.body.nonce).not.toBe(first.body.nonce);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body).toMatchObject({ version: '1', chainId: 'solana:localnet' });
  });

  test('a message is used once, also with another signature of it', async () => {
    const body = await bodyOf(alice);
    expect((await world.post('/sign-in', body)).status).toBe(200);
    const listKeys = async () =>
      (await callSigned(world, alice, 'GET', '/api-keys')).body.map(
        ({ lastUsedAt: _, ...key }: Json) => key,
      );
    const before = await listKeys();
    expectRefusal(await world.post('/sign-in', body), 401, 'sign_in_invalid');
    const { nonce } = (await world.get('/sign-in')).body;
    expect((await world.post('/sign-in', await bodyOf(bob, { nonce }))).status).toBe(200);
    const used = await world.post('/sign-in', await bodyOf(alice, { nonce }));
    expectRefusal(used, 401, 'sign_in_invalid');
    expect(await listKeys()).toEqual(before);
  });

  test('a retry with its Idempotency-Key gets the same key', async () => {
    const body = await bodyOf(alice);
    const options = { headers: { 'idempotency-key': 'sign-in-once' } };
    const first = await world.post('/sign-in', body, options);
    const second = await world.post('/sign-in', body, options);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });
});

describe('transaction version', () => {
  test('no other version can be asked for', async () => {
    const actions = [{ type: 'autoWithdraw', enabled: true }];
    for (const transactionVersion of [1, '0', -1, 0.5]) {
      const body = { wallet: alice.address, actions, transactionVersion };
      expectRefusal(await world.post('/account/transactions', body), 400, 'field_invalid');
    }
  });
});

describe('delegates', () => {
  test('the key to name is one of those that the service bets with', async () => {
    const { body } = await world.get('/config');
    expect(body.delegates).toEqual([body.delegate]);
    const account = (await world.get('/account', { as: 'alice' })).body;
    expect(body.delegates).toContain(account.delegate.address);
  });
});

describe('self-custody creation', () => {
  const prepare = async (question: string) =>
    world.post('/markets/prepare', await world.marketBody({ question, wallet: bob.address }));

  test('prepared, signed by the wallet, submitted as the field transaction or as it is', async () => {
    for (const path of ['/markets', '/transactions']) {
      const prepared = await prepare(`Did I sign this myself for ${path}?`);
      expect(prepared.status, prepared.text).toBe(200);
      const { marketId: id } = prepared.body;
      expectRefusal(await world.get(`/markets/${id}`), 404, 'market_not_found');
      const created = await world.submit(bob, prepared, path);
      const status = path === '/markets' ? 201 : 200;
      expect([created.status, created.body.state], created.text).toEqual([status, 'confirmed']);
      const { body: market } = await world.get(`/markets/${id}`);
      expect(market).toMatchObject({ id, creator: bob.address, status: 'open' });
      const again = await world.submit(bob, prepared, path);
      expect([again.status, again.body.id]).toEqual([status, created.body.id]);
      expect((await world.bet(id, 'alice', 'Yes', 0.1)).status).toBe(201);
    }
  });

  test('beside other fields, or of another kind, it is 400', async () => {
    const { transaction } = (await prepare('Is this the only field?')).body;
    const signed = await signTransaction(transaction, bob);
    const both = await world.post('/markets', { ...MARKET, transaction: signed });
    expectRefusal(both, 400, 'fields_exclusive');
    const body = { wallet: bob.address, outcome: 'Yes', amount: 0.1 };
    const bet = await world.post(`/markets/${marketId}/bets/prepare`, body);
    expectRefusal(await world.submit(bob, bet, '/markets'), 400, 'transaction_mismatch');
  });
});

describe('self-custody bet', () => {
  const path = () => `/markets/${marketId}/bets`;
  const prepare = (wallet: string, fields: object = {}) =>
    world.post(`${path()}/prepare`, { wallet, outcome: 'Yes', amount: 0.5, ...fields });

  test('prepared, signed by the wallet, submitted as the field transaction', async () => {
    const prepared = await prepare(alice.address);
    expect(prepared.status).toBe(200);
    expect(prepared.body.summary).toContain('Stakes 0.5 SOL on Yes.');
    const before = await betCount();
    const answer = await world.submit(alice, prepared, path());
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      ...{ marketId, outcome: 'Yes', amountStaked: 0.5, state: 'confirmed' },
      newTotalStake: { Yes: expect.any(Number), No: expect.any(Number) },
    });
    expect(await betCount()).toBe(before + 1);
    const { betId, transactionId } = answer.body;
    const bet = (await world.get(`/bets/${betId}`)).body;
    expect(bet).toMatchObject({ wallet: alice.address, transactionId, amount: 0.5 });
    const again = await world.submit(alice, prepared, path());
    expect([again.status, again.body.betId], 'the same bet').toEqual([201, betId]);
    expect(await betCount()).toBe(before + 1);
  });

  test('a new wallet opens, deposits and bets in one transaction', async () => {
    const key = await createKey();
    expectRefusal(await prepare(key.address), 402, 'wallet_funds_insufficient');
    const rpc = createSolanaRpc(world.demo.rpcUrl);
    await rpc.requestAirdrop(key.address, lamports(2_000_000_000n)).send();
    await expect.poll(async () => (await prepare(key.address)).status).toBe(200);
    const prepared = await prepare(key.address);
    expect(prepared.body.summary.slice(1)).toEqual(['Deposits 0.5 SOL.', 'Stakes 0.5 SOL on Yes.']);
    const answer = await world.submit(key, prepared, path());
    expect([answer.status, answer.body.amountStaked]).toEqual([201, 0.5]);
  });

  test('unsigned, or for another market it is refused', async () => {
    const { transaction } = (await prepare(alice.address)).body;
    const before = await betCount();
    const unsigned = await world.post(path(), { transaction });
    expect(unsigned.status).toBeGreaterThanOrEqual(400);
    expect(unsigned.status).toBeLessThan(500);
    const signed = await signTransaction(transaction, alice);
    const other = await world.createMarket();
    const elsewhere = await world.post(`/markets/${other}/bets`, { transaction: signed });
    expectRefusal(elsewhere, 400, 'transaction_mismatch');
    const bobs = await world.post(path(), { transaction: signed }, { as: 'bob' });
    expectRefusal(bobs, 403, 'wallet_mismatch');
    for (const garbage of ['', 'AAAA', '%%%', 'x'.repeat(9_000)]) {
      const answer = await world.post(path(), { transaction: garbage });
      expectRefusal(answer, 400, 'transaction_malformed');
    }
    expect(await betCount()).toBe(before);
  });
});

describe('idempotency', () => {
  const place = (key: string, body: object, options: CallOptions = { as: 'alice' }) =>
    world.post(`/markets/${marketId}/bets`, body, { ...options, idempotencyKey: key });
  const BET = { outcome: 'No', amount: 0.02 };

  test('another body, or another path, with the same key is 409', async () => {
    await place('reused', BET);
    const before = await betCount();
    expectRefusal(await place('reused', { ...BET, amount: 0.03 }), 409, 'idempotency_key_reused');
    const options = { as: 'alice', idempotencyKey: 'reused' } as const;
    const elsewhere = await world.post('/faucet', { currency: 'SOL', amount: 1 }, options);
    expectRefusal(elsewhere, 409, 'idempotency_key_reused');
    expect(await betCount()).toBe(before);
  });

  test("per wallet: another wallet's key of the same name is another key", async () => {
    const before = await betCount();
    expect((await place('shared', BET)).status).toBe(201);
    expect((await place('shared', BET, { as: 'bob' })).status).toBe(201);
    expect(await betCount()).toBe(before + 2);
  });

  test('refusals before signing are not stored', async () => {
    const { key, as } = await createWallet(world);
    expectRefusal(await place('later', BET, as), 402, 'bettor_missing');
    await act(world, key, [{ type: 'open' }, { type: 'delegate', allowance: { SOL: 1 } }]);
    await world.post('/faucet', { currency: 'SOL', amount: 1 }, as);
    expect((await place('later', BET, as)).status).toBe(201);
    expectRefusal(await place('wrong', { outcome: 'No' }), 400, 'field_missing');
    expect((await place('wrong', BET)).status).toBe(201);
  });

  test.each(['', ' '.repeat(256), 'x'.repeat(256), 'schl\u00fcssel'])(
    'a key that is not 1 to 255 printable ASCII characters is 400: %j',
    async (key) => {
      // A blank value arrives empty, because HTTP trims it.
      expectRefusal(await place(key, BET), 400, 'idempotency_key_malformed');
    },
  );

  test('on every POST: markets, faucet, API keys, attestations, transactions', async () => {
    const twice = async (ask: () => Promise<Answer>) => {
      const [first, second] = [await ask(), await ask()];
      expect(first.status, first.text).toBeLessThan(300);
      expect([second.status, second.body]).toEqual([first.status, first.body]);
      return first.body;
    };
    const as = 'alice' as const;
    const market = await world.marketBody();
    const options = { as, idempotencyKey: 'each-market' };
    const { id } = await twice(() => world.post('/markets', market, options));
    const all = (await world.get('/markets?limit=100')).body;
    expect(all.filter((each: Json) => each.id === id)).toHaveLength(1);

    const before = (await world.get('/account', { as })).body.balances.UTILITY;
    const faucet = { as, idempotencyKey: 'each-faucet' };
    await twice(() => world.post('/faucet', { currency: 'UTILITY', amount: 7 }, faucet));
    const after = (await world.get('/account', { as })).body.balances.UTILITY;
    expect(after).toBe(before + 7);

    const keyed = { as, idempotencyKey: 'each-key' };
    await twice(() => world.post('/api-keys', { name: 'once', scopes: ['read'] }, keyed));
    const keys = (await world.get('/api-keys', { as })).body;
    expect(keys.filter(({ name }: Json) => name === 'once')).toHaveLength(1);

    const attested = { as: 'oracle' as const, idempotencyKey: 'each-attestation' };
    const evidence = { outcome: 'Yes', evidence: 'Once is enough.' };
    const first = await world.post(`/markets/${id}/attestations`, evidence, attested);
    const second = await world.post(`/markets/${id}/attestations`, evidence, attested);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.winningOutcome).toBe('Yes');

    const { key: wallet } = await openNewWallet(world.service.baseUrl, { SOL: '1' });
    const prepared = await world.post('/account/transactions', {
      wallet: wallet.address,
      actions: [{ type: 'withdraw', currency: 'SOL', amount: 0.5 }],
    });
    const submitted = await world.submit(wallet, prepared);
    const again = await world.submit(wallet, prepared);
    expect([again.status, again.body.transactionId]).toEqual([200, submitted.body.transactionId]);
  });

  test('the same response also when the market has changed since', async () => {
    const market = await world.marketBody();
    const create = () =>
      world.post('/markets', market, { as: 'alice', idempotencyKey: 'moved-on' });
    const first = await create();
    await world.bet(first.body.id, 'bob', 'No', 0.1);
    const second = await create();
    expect([second.status, second.body]).toEqual([201, first.body]);
    const bet = await place('bet-moved-on', BET);
    await world.bet(marketId, 'bob', 'Yes', 0.3);
    expect((await place('bet-moved-on', BET)).text).toBe(bet.text);
  });
});
