// Solana Actions, against the shapes of specification 2.4
// (https://github.com/solana-developers/solana-actions, packages/actions-spec).
import { createSolanaRpc, getCompiledTransactionMessageDecoder, lamports } from '@solana/kit';
import { createKey, type Key } from '@tote/chain/key';
import { splitTransaction } from '@tote/chain/split-transaction';
import { amount, printable, unixSeconds } from '@tote/domain';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { ServerOptions } from '../../src/http/route.ts';
import { BODIES } from '../hostile/corpus.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { HOSTILE_QUESTIONS } from './support/hostile-questions.ts';
import { makePageDir } from './support/page-dir.ts';
import { type Answer, useServers } from './support/servers.ts';

const ACCOUNT = 'So11111111111111111111111111111111111111112';

const pageDir = makePageDir();
const servers = useServers();
const { showing } = servers;
/** A market that decides itself on chain is not gated. */
const start = (options: Partial<ServerOptions> = {}) =>
  servers.start({ ...showing({ isGated: false }), ...options });
const pathOf = () => `/v1/actions/markets/${servers.marketId}`;

const text = { type: 'string', minLength: 1 };
/** An object with these properties and no others; all are required unless some are named. */
const object = (properties: object, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});

const parameter = object(
  {
    type: { enum: ['text', 'email', 'url', 'number', 'date', 'datetime-local', 'textarea'] },
    ...{ name: text, label: { type: 'string' }, required: { type: 'boolean' } },
    pattern: { type: 'string', format: 'regex' },
    patternDescription: { type: 'string' },
    ...{ min: { type: 'number' }, max: { type: 'number' } },
  },
  ['name'],
);

const linkedAction = object(
  {
    type: { enum: ['transaction', 'message', 'post', 'external-link'] },
    href: { type: 'string', pattern: '^(/|https://)' },
    label: text,
    parameters: { type: 'array', minItems: 1, items: parameter },
  },
  ['type', 'href', 'label'],
);

const ajv = new Ajv({ formats: { regex: (text: string) => new RegExp(text) !== null } });
const isAction = ajv.compile(
  object(
    {
      type: { const: 'action' },
      icon: { type: 'string', pattern: '^https?://.+\\.(png|svg|webp)(\\?.*)?$' },
      ...{ title: text, description: text },
      // A verb and at most five words.
      label: { type: 'string', pattern: '^\\S+( \\S+){0,4}$' },
      disabled: { type: 'boolean' },
      links: object({ actions: { type: 'array', items: linkedAction } }),
      error: object({ message: { type: 'string' } }),
    },
    ['type', 'icon', 'title', 'description', 'label'],
  ),
);
const isTransaction = ajv.compile(
  object(
    {
      type: { const: 'transaction' },
      transaction: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$' },
      message: { type: 'string' },
    },
    ['type', 'transaction'],
  ),
);
const isExternalLink = ajv.compile(
  object({ type: { const: 'external-link' }, externalLink: { type: 'string' } }),
);
const isError = ajv.compile(object({ message: { type: 'string', pattern: '^[A-Z].*\\.$' } }));
const rule = object({ pathPattern: { type: 'string' }, apiPath: { type: 'string' } });
const isRules = ajv.compile(object({ rules: { type: 'array', items: rule } }));

function expectHeaders({ headers }: Pick<Answer, 'headers'>) {
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,OPTIONS');
  expect(headers.get('access-control-allow-headers')).toBe(
    'Content-Type, Authorization, Content-Encoding, Accept-Encoding, ' +
      'X-Accept-Action-Version, X-Accept-Blockchain-Ids',
  );
  expect(headers.get('access-control-expose-headers')).toMatch(
    /X-Action-Version, X-Blockchain-Ids/,
  );
  expect(headers.get('x-action-version')).toBe('2.4');
  expect(headers.get('x-blockchain-ids')).toMatch(/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/);
}

describe('the shapes of the specification', () => {
  test('/actions.json maps the page of a market to its action', async () => {
    const { request } = await start();
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await request(method, '/actions.json', { as: null });
      expect(answer.status).toBe(method === 'GET' ? 200 : 204);
      expectHeaders(answer);
    }
    const { json } = await request('GET', '/actions.json', { as: null });
    expect(isRules(json)).toBe(true);
    expect(json.rules[0]).toEqual({ pathPattern: '/m/*', apiPath: '/v1/actions/markets/*' });
  });

  test('an open market offers amounts for both sides', async () => {
    const pools = { yes: amount(3n), no: amount(1n) };
    const fields = { isGated: false, sequence: 4n, pools, question: 'Will it rain?' };
    const { request } = await start(showing(fields));
    const id = servers.marketId;
    const answer = await request('GET', pathOf(), { as: null });
    expect(answer.status).toBe(200);
    expectHeaders(answer);
    const { json } = answer;
    expect(isAction(json), JSON.stringify(isAction.errors)).toBe(true);
    expect(json.icon).toBe(`${servers.origin}/m/${id}/card.png?v=4-open`);
    expect(json.title).toBe('Will it rain?');
    expect(json.description).toContain('Yes 75%, No 25%');
    expect(json.disabled).toBeUndefined();
    const links: { href: string; label: string; parameters?: object[] }[] = json.links.actions;
    expect(links.map(({ label }) => label)).toEqual([
      ...['Yes 0.1 SOL', 'Yes 1 SOL', 'Bet Yes', 'No 0.1 SOL', 'No 1 SOL', 'Bet No'],
    ]);
    for (const { href, parameters } of links) {
      expect(href.startsWith(`/v1/actions/markets/${id}?outcome=`)).toBe(true);
      expect(href.includes('{amount}')).toBe(parameters !== undefined);
    }
  });

  test('a gated market leads to the page: nobody may hold a bet that we have signed', async () => {
    const { request } = await start({ pageDir, ...showing({ isGated: true }) });
    const path = pathOf();
    const { json } = await request('GET', path, { as: null });
    expect(isAction(json)).toBe(true);
    expect(json.links.actions.map((link: { type: string }) => link.type)).toEqual([
      'external-link',
    ]);
    const posted = await request('POST', path, { as: null, body: { account: ACCOUNT } });
    expect(isExternalLink(posted.json)).toBe(true);
    expect(posted.json.externalLink).toBe(`${servers.origin}/m/${servers.marketId}`);
  });

  test('without a page a gated market cannot be bet in from elsewhere', async () => {
    const { request } = await start(showing({ isGated: true }));
    const path = pathOf();
    const { json } = await request('GET', path, { as: null });
    expect([isAction(json), json.disabled]).toEqual([true, true]);
    const posted = await request('POST', path, { as: null, body: { account: ACCOUNT } });
    expect([posted.status, isError(posted.json)]).toEqual([403, true]);
  });

  test('a closed market is disabled and says so', async () => {
    const over = unixSeconds(servers.options.queries.now() - 1);
    const { request } = await start(showing({ closesAt: over, expiresAt: over }));
    const { json } = await request('GET', pathOf(), { as: null });
    expect(isAction(json)).toBe(true);
    expect([json.disabled, json.label, json.links]).toEqual([true, 'Betting closed', undefined]);
  });

  test('errors are {message}, with the headers of every other answer', async () => {
    const { request, url } = await start();
    const path = pathOf();
    const post = (query: string, body: unknown) =>
      request('POST', path + query, { as: null, body });
    const answers: [number, Answer][] = [
      [404, await request('GET', '/v1/actions/markets/x', { as: null })],
      [404, await request('POST', '/v1/actions/markets/x', { body: { account: ACCOUNT } })],
      [400, await post('?outcome=Yes&amount=1', {})],
      [400, await post('?outcome=Yes&amount=1', { account: 'nobody' })],
      [400, await post('?outcome=Yes&amount=1', { account: 5 })],
      [400, await post('?outcome=Yes&amount=1', '{"account":')],
      [415, await request('POST', path, { body: 'x', headers: { 'content-type': 'text/plain' } })],
    ];
    for (const [status, answer] of answers) {
      expect([answer.status, isError(answer.json), answer.text]).toEqual([
        ...[status, true, answer.text],
      ]);
      expectHeaders(answer);
    }
    for (const body of BODIES) {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: body as string,
      });
      expect(response.status).toBeLessThan(500);
      expect(isError(await response.json())).toBe(true);
    }
  });

  test('a limit of the rate is an error of the same shape', async () => {
    const ipLimiter = { take: () => 7 };
    const { request } = await start({ ipLimiter, isLoopbackLimited: true });
    const answer = await request('GET', '/v1/actions/markets/x', { as: null });
    expect([answer.status, isError(answer.json)]).toEqual([429, true]);
    expectHeaders(answer);
  });

  test('OPTIONS is answered on every path', async () => {
    const { request } = await start();
    const answer = await request('OPTIONS', '/v1/actions/markets/x', { as: null });
    expect(answer.status).toBe(204);
    expectHeaders(answer);
  });

  test('hold any question', async () => {
    for (const question of HOSTILE_QUESTIONS) {
      const { request } = await start(showing({ question, isGated: false }));
      const { status, json } = await request('GET', pathOf(), { as: null });
      expect(status).toBe(200);
      expect(isAction(json), `${question} ${JSON.stringify(isAction.errors)}`).toBe(true);
      expect(printable(json.title, '')).toBe(json.title);
    }
  });
});

describe('a bet by an action', () => {
  const post = (id: string, query: string, key: Key) =>
    servers.world.post(`/actions/markets/${id}?${query}`, {
      account: key.address,
      type: 'transaction',
    });

  test('opens an account, deposits and bets in one transaction of the wallet', async () => {
    const { world } = servers;
    const id = await world.createMarket({ question: 'Will SOL be above $200 at expiry?' });
    const { body: action } = await world.get(`/actions/markets/${id}`);
    expect(isAction(action), JSON.stringify(isAction.errors)).toBe(true);
    const { href } = action.links.actions[0];
    const rpc = createSolanaRpc(world.demo.rpcUrl);
    const key = await createKey();
    await rpc.requestAirdrop(key.address, lamports(1_000_000_000n)).send();
    await expect
      .poll(async () => (await rpc.getBalance(key.address).send()).value)
      .toBe(1_000_000_000n);

    const answer = await world.post(href.replace('/v1', ''), { account: key.address });
    expect([answer.status, isTransaction(answer.body), answer.text]).toEqual([
      ...[200, true, answer.text],
    ]);
    expect(answer.body.message).toContain('Stakes 0.1 SOL on Yes.');
    const parts = splitTransaction(Buffer.from(answer.body.transaction, 'base64'));
    const message = getCompiledTransactionMessageDecoder().decode(parts.message);
    expect(message.version).toBe(0);
    // The wallet is the fee payer and the only one who signs; nothing is signed yet.
    expect(message.header.numSignerAccounts).toBe(1);
    expect(message.staticAccounts[0]).toBe(key.address);
    expect(parts.signatures.map((each) => each.every((byte) => byte === 0))).toEqual([true]);

    // The client signs and sends it itself, not through the service.
    const text = await signTransaction(answer.body.transaction, key);
    await rpc.sendTransaction(text as never, { encoding: 'base64' }).send();
    await expect.poll(async () => (await world.get(`/markets/${id}`)).body.betCount).toBe(1);
    const { body: bets } = await world.get(`/markets/${id}/bets`);
    expect([bets[0].wallet, bets[0].outcome, bets[0].amount]).toEqual([key.address, 'Yes', 0.1]);
  });

  test.each([
    ['outcome=Yes&amount=1', 402, /SOL/],
    ['outcome=Maybe&amount=1', 400, /outcome/i],
    ['outcome=Yes&amount=1,5', 400, /amount/i],
    ['outcome=Yes&amount=0.0000000001', 400, /decimal/],
    ['outcome=Yes', 400, /amount/i],
    ['amount=1', 400, /outcome/i],
    ['outcome=Yes&outcome=No&amount=1', 400, /outcome/i],
  ])('%s of a wallet without money is refused with what to do', async (query, status, words) => {
    const id = await servers.world.createMarket({ question: 'Will SOL be above $200 at expiry?' });
    const answer = await post(id, query, await createKey());
    expect([answer.status, isError(answer.body), answer.text]).toEqual([status, true, answer.text]);
    expect(answer.body.message).toMatch(words);
    expectHeaders(answer);
  });
});
