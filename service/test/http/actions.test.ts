// Solana Actions, against the shapes of specification 2.4
// (https://github.com/solana-developers/solana-actions, packages/actions-spec).

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSolanaRpc, getCompiledTransactionMessageDecoder, lamports } from '@solana/kit';
import { createKey, type Key } from '@tote/chain/key';
import { splitTransaction } from '@tote/chain/split-transaction';
import { amount, printable, unixSeconds } from '@tote/domain';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { ServerOptions } from '../../src/http/route.ts';
import { drawCard } from '../../src/http/share/draw-card.ts';
import { readCardData } from '../../src/http/share/headline.ts';
import {
  listMissing,
  measure,
  readable,
  readFont,
  wrapText,
} from '../../src/http/share/read-font.ts';
import { findSystemFont } from '../../src/http/share/system-fonts.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import { BODIES } from '../hostile/corpus.ts';
import { newFolder } from '../support/new-folder.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { HOSTILE_QUESTIONS } from './support/hostile-questions.ts';
import { makePageDir } from './support/page-dir.ts';
import { type Answer, type TestServer, useServers } from './support/servers.ts';

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
    const answer = await request('GET', '/actions.json');
    expect(answer.status).toBe(200);
    expectHeaders(answer);
    expect(isRules(answer.json)).toBe(true);
    expect(answer.json.rules[0]).toEqual({ pathPattern: '/m/*', apiPath: '/v1/actions/markets/*' });
  });

  test('an open market offers amounts for both sides', async () => {
    const pools = { yes: amount(3n), no: amount(1n) };
    const fields = { isGated: false, sequence: 4n, pools, question: 'Will it rain?' };
    const { request } = await start(showing(fields));
    const id = servers.marketId;
    const answer = await request('GET', pathOf());
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
    const { json } = await request('GET', path);
    expect(isAction(json)).toBe(true);
    expect(json.links.actions.map((link: { type: string }) => link.type)).toEqual([
      'external-link',
    ]);
    const posted = await request('POST', path, { body: { account: ACCOUNT } });
    expect(isExternalLink(posted.json)).toBe(true);
    expect(posted.json.externalLink).toBe(`${servers.origin}/m/${servers.marketId}`);
  });

  test('without a page a gated market cannot be bet in from elsewhere', async () => {
    const { request } = await start(showing({ isGated: true }));
    const path = pathOf();
    const { json } = await request('GET', path);
    expect([isAction(json), json.disabled]).toEqual([true, true]);
    const posted = await request('POST', path, { body: { account: ACCOUNT } });
    expect([posted.status, isError(posted.json)]).toEqual([403, true]);
  });

  test('a closed market is disabled and says so', async () => {
    const over = unixSeconds(servers.options.queries.now() - 1);
    const { request } = await start(showing({ closesAt: over, expiresAt: over }));
    const { json } = await request('GET', pathOf());
    expect(isAction(json)).toBe(true);
    expect([json.disabled, json.label, json.links]).toEqual([true, 'Betting closed', undefined]);
  });

  test('errors are {message}, with the headers of every other answer', async () => {
    const { request, url } = await start();
    const path = pathOf();
    const post = (query: string, body: unknown) => request('POST', path + query, { body });
    const answers: [number, Answer][] = [
      [404, await request('GET', '/v1/actions/markets/x')],
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
    const answer = await request('GET', '/v1/actions/markets/x');
    expect([answer.status, isError(answer.json)]).toEqual([429, true]);
    expectHeaders(answer);
  });

  test('OPTIONS is answered on every path', async () => {
    const { request } = await start();
    for (const path of ['/actions.json', '/v1/actions/markets/x']) {
      const answer = await request('OPTIONS', path);
      expect(answer.status).toBe(204);
      expectHeaders(answer);
    }
  });

  test('hold any question', async () => {
    for (const question of HOSTILE_QUESTIONS) {
      const { request } = await start(showing({ question, isGated: false }));
      const { status, json } = await request('GET', pathOf());
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

// The image of a market that previews of links show.
const file = new URL('../../../web/src/fonts/roboto-condensed-semibold.ttf', import.meta.url);
const font = readFont(readFileSync(file));
const startShowing = (fields: Partial<MarketView> = {}) => servers.start(servers.showing(fields));

async function getCard(
  { url }: TestServer,
  headers: Record<string, string> = {},
  id = servers.marketId,
) {
  const response = await fetch(`${url}/m/${id}/card.png`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

function readSize(png: Buffer): [number, number] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(png.toString('latin1', 12, 16)).toBe('IHDR');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

const sol = (value: number) => amount(BigInt(value) * 1_000_000_000n);
const pools = (yes: number, no: number) => ({ yes: sol(yes), no: sol(no) });

describe('the card of a market', () => {
  test('is a PNG of 1200 by 630 that may be kept for a minute', async () => {
    const { response, bytes } = await getCard(await startShowing({ pools: pools(3, 1) }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(readSize(bytes)).toEqual([1200, 630]);
    expect(bytes.length).toBeGreaterThan(5_000);
    expect(bytes.length).toBeLessThan(100_000);
  });

  test('changes with odds, bets and outcome, and only then', async () => {
    const fields = { pools: pools(3, 1), sequence: 1n };
    const server = await servers.start(servers.showing(fields));
    const first = await getCard(server);
    const again = await getCard(server);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    const etag = first.response.headers.get('etag') ?? '';
    const known = await getCard(server, { 'if-none-match': etag });
    expect([known.response.status, known.bytes.length]).toEqual([304, 0]);

    Object.assign(fields, { pools: pools(1, 3), sequence: 2n });
    const other = await getCard(server, { 'if-none-match': etag });
    expect(other.response.status).toBe(200);
    expect(other.bytes.equals(first.bytes)).toBe(false);

    await servers.world.bet(servers.marketId, 'alice', 'Yes', 0.1);
    await servers.world.bet(servers.marketId, 'bob', 'No', 0.3);
    Object.assign(fields, { sequence: 3n });
    const withSteps = await getCard(server);
    expect(withSteps.bytes.equals(other.bytes)).toBe(false);
  });

  test('is drawn for any question', async () => {
    for (const question of HOSTILE_QUESTIONS) {
      const server = await startShowing({ question, pools: pools(1, 999_999_999) });
      const { response, bytes } = await getCard(server);
      expect(response.status, question).toBe(200);
      expect(readSize(bytes)).toEqual([1200, 630]);
    }
  });

  test("has the operator's name, colour and logo", async () => {
    const { queries } = servers.options;
    const { branding } = queries.config();
    const square = (fill: string) => {
      const path = `<path d="M0 0h9v9H0z" fill="${fill}"/>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${path}</svg>`;
      return { path: 'logo.svg', type: 'image/svg+xml', bytes: Buffer.from(svg) } as const;
    };
    const looks = [
      branding,
      { ...branding, name: 'Oak' },
      // The font cannot write it, so it is left out.
      { ...branding, name: '予測' },
      { ...branding, accent: '#7fdbca' },
      { ...branding, logo: square('red') },
      { ...branding, logo: square('lime') },
    ];
    const cards: string[] = [];
    for (const look of looks) {
      const config = () => ({ ...queries.config(), branding: look });
      const { bytes } = await getCard(await servers.start({ queries: { ...queries, config } }));
      cards.push(bytes.toString('base64'));
    }
    expect(new Set(cards).size).toBe(looks.length);
  });

  test('makes room for the longest name beside the longest state', async () => {
    const { queries } = servers.options;
    const market = await queries.findMarket(servers.marketId);
    const data = await readCardData(queries, market as MarketView);
    const state = 'Outcome none, final 28 Nov 2026, 16:47 UTC';
    const name = 'W'.repeat(24);
    const svg = drawCard({ ...data, state, branding: { ...data.branding, name } }, font);
    const [, size] = new RegExp(`font-size="(\\d+)"[^>]*>${name}<`).exec(svg) ?? [];
    const end = 64 + (measure(name, font) + 24 * 0.14) * Number(size);
    expect(end).toBeLessThan(1_136 - measure(state, font) * 30);
    expect(Number(size)).toBeGreaterThanOrEqual(18);
  });

  test('of an unknown market is 404', async () => {
    const server = await startShowing();
    for (const id of ['x', `market_${'1'.repeat(40)}`, '..%2f..']) {
      const { response } = await getCard(server, {}, id);
      expect(response.status).toBe(404);
      expect(response.headers.get('x-error-code')).toBe('market_not_found');
    }
  });

  test('is drawn once for all who ask at the same time', async () => {
    const { queries } = servers.options;
    let reads = 0;
    const thinHistory: typeof queries.thinHistory = (...given) => {
      reads += 1;
      return queries.thinHistory(...given);
    };
    const server = await servers.start({ queries: { ...queries, thinHistory } });
    const cards = await Promise.all(Array.from({ length: 40 }, () => getCard(server)));
    expect(cards.map(({ response }) => response.status)).toEqual(Array(40).fill(200));
    expect(reads).toBe(1);
  });

  test('is drawn a few times a minute for one address; what was drawn is there for all', async () => {
    const fields = { sequence: 0n };
    const options = { isLoopbackLimited: true, limits: { cardsPerMinute: 2 } };
    const server = await servers.start({ ...options, ...servers.showing(fields) });
    const statuses: number[] = [];
    for (const sequence of [0n, 1n, 2n, 1n]) {
      Object.assign(fields, { sequence });
      const { response } = await getCard(server);
      statuses.push(response.status);
      if (response.status === 200) continue;
      expect(response.headers.get('x-error-code')).toBe('rate_limited');
      expect(response.headers.get('cache-control')).toBeNull();
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});

describe('the font', () => {
  test('has figures of equal width, and Latin, Greek and Cyrillic letters', () => {
    const widths = [...'0123456789'].map((digit) => font.widthOf(digit));
    expect(new Set(widths).size).toBe(1);
    for (const letter of 'aZßéłžΩλЖя€…·%') expect(font.widthOf(letter), letter).toBeGreaterThan(0);
    expect(font.widthOf('W')).toBeGreaterThan(font.widthOf('i') ?? 1);
    expect(font.widthOf('明')).toBeUndefined();
  });

  test('lines are never wider than the card, and the last one says that there is more', () => {
    for (const text of ['Will it rain?', 'word '.repeat(100).trim(), 'x'.repeat(300)]) {
      const { lines, size } = wrapText(text, font, 1_000);
      for (const line of lines) expect(measure(line, font) * size).toBeLessThanOrEqual(1_000);
      expect(lines.length).toBeLessThanOrEqual(4);
      const isWhole = lines.join(' ') === text || lines.join('') === text;
      expect(isWhole || lines.at(-1)?.endsWith('…')).toBe(true);
    }
  });

  test('letters that it does not have are left out, or the whole text if they are many', () => {
    expect(readable('🚀 Will SOL go up? 🚀', font)).toBe('Will SOL go up?');
    expect(readable('Wird es in Łódź regnen? Будет дождь?', font)).toContain('Будет');
    expect(readable('明天里斯本会下雨吗', font)).toBe('Read the question on the page');
    expect(readable('🔥🔥🔥', font)).toBe('Read the question on the page');
  });

  const ARABIC = 'هل سيتجاوز سعر SOL حاجز 200 دولار؟';
  const found = findSystemFont(listMissing(ARABIC, font));

  test.skipIf(!found)('a font of this machine draws Arabic, from the right', async () => {
    const both = { widthOf: (each: string) => font.widthOf(each) ?? found?.font.widthOf(each) };
    expect(readable(ARABIC, both)).toBe(ARABIC);
    const { queries } = servers.options;
    const market = (await queries.findMarket(servers.marketId)) as MarketView;
    const data = await readCardData(queries, market);
    const draw = (question: string) => drawCard({ ...data, question }, both);
    const lines = [...draw(ARABIC).matchAll(/"end">\u2067([^<]*)\u2069</g)].map(([, line]) => line);
    expect(lines.join(' ')).toBe(ARABIC);
    expect(draw('Will it rain?')).not.toContain('"end"');
    const drawn = await getCard(await startShowing({ question: ARABIC }));
    const unread = await getCard(await startShowing({ question: 'Read the question on the page' }));
    expect(drawn.bytes.equals(unread.bytes)).toBe(false);
  });

  test('a font must have all missing characters; a file that is no font is passed over', () => {
    const dir = newFolder();
    writeFileSync(join(dir, 'a.ttf'), 'no font');
    expect(findSystemFont(['Ж'], [dir, join(dir, 'none')])).toBeUndefined();
    mkdirSync(join(dir, 'inner'));
    const copy = join(dir, 'inner', 'b.ttf');
    copyFileSync(file, copy);
    expect(findSystemFont(['Ж', 'é'], [dir])?.file).toBe(copy);
    expect(findSystemFont(['Ж', '明'], [dir])).toBeUndefined();
    expect(findSystemFont([], [dir])).toBeUndefined();
  });

  test('a collection of fonts is read as its first one', () => {
    const bytes = readFileSync(file);
    const head = Buffer.alloc(16);
    head.write('ttcf');
    head.writeUInt32BE(1, 8);
    head.writeUInt32BE(16, 12);
    const moved = Buffer.concat([head, bytes]);
    for (let at = 16 + 12, count = bytes.readUInt16BE(4); count > 0; count -= 1, at += 16) {
      moved.writeUInt32BE(moved.readUInt32BE(at + 8) + 16, at + 8);
    }
    expect(readFont(moved).widthOf('W')).toBe(font.widthOf('W'));
  });
});
