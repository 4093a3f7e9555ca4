// How the page is served: its paths, its headers, its head, and what the API answers as before.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { amount, printable, unixSeconds } from '@tote/domain';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { escapeMarkup, plainText } from '../../src/http/share/headline.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import { useFolder } from '../support/new-folder.ts';
import { HOSTILE_QUESTIONS } from './support/hostile-questions.ts';
import { MANIFEST, makePageDir } from './support/page-dir.ts';
import { useServers } from './support/servers.ts';

const HTML = `<!doctype html><head>
<title>Tote</title><meta name="tote-root" content="./" />
<script src="./assets/app-1.js"></script></head>`;
const EXIT = '<!doctype html><title>Withdraw without Tote</title>';
const SCRIPT = 'console.log("the page");';

const dir = useFolder();
mkdirSync(join(dir, 'assets'));
writeFileSync(join(dir, 'index.html'), HTML);
writeFileSync(join(dir, 'assets', 'app-1.js'), SCRIPT);
writeFileSync(join(dir, 'assets', 'app-1.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(dir, 'tote-exit.html'), EXIT);
writeFileSync(join(dir, 'manifest.json'), MANIFEST);
writeFileSync(join(dir, 'assets', 'secret.txt'), 'no type of a page');

const ORIGIN = 'https://tote.example';
/** Small ones, for pages that are rewritten. */
const pageDir = makePageDir();
const servers = useServers({ origin: ORIGIN, pageDir: dir });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(servers.origin + path, { headers });

describe('the page', () => {
  test.each([
    ['/', './'],
    ['/new', './'],
    ['/w/wallet', '../'],
    ['/me?tab=keys', './'],
  ])('%s is the page, with addresses relative to it', async (path, root) => {
    const response = await get(path, { accept: 'text/html,*/*;q=0.8' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await response.text();
    expect(text).toContain(`name="tote-root" content="${root}"`);
    expect(text).toContain(`src="${root}assets/app-1.js"`);
    const preload = `<link rel="modulepreload" crossorigin href="${root}assets/screen-1.js" />`;
    expect(text.split(preload)).toHaveLength(2);
  });

  test('has a strict policy, and none of the headers of the API', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    ['/nothing', './'],
    ['/m', './'],
    ['/m/a/b?c=/d/e', '../../'],
    ['/%22%3E%3Cscript%3E/x', '../'],
  ])('%s is no page: a browser is shown that, and 404', async (path, root) => {
    const response = await get(path, { accept: 'text/html,*/*;q=0.8' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    const text = await response.text();
    expect(text).toContain(`name="tote-root" content="${root}"`);
    expect(text).toContain('<title>Not found · Tote</title>');
    expect(text).not.toContain('<script>');
  });

  test('to programs, and for paths of the API and assets, the API answers', async () => {
    for (const [path, accept] of [
      ['/', 'application/json'],
      ['/nothing', 'application/json'],
      ['/nothing', '*/*'],
      ['/assets', 'text/html'],
      ['/v1/nothing', 'text/html'],
      ['/v1', 'text/html'],
    ] as const) {
      const response = await get(path, { accept });
      expect(response.status, path).toBe(404);
      expect(response.headers.get('x-error-code')).toBe('route_not_found');
    }
    expect((await fetch(`${servers.origin}/new`, { method: 'POST' })).status).toBe(405);
  });
});

describe('assets', () => {
  test('never change, and are compressed for clients that accept it', async () => {
    const response = await get('/assets/app-1.js', { 'accept-encoding': 'gzip, br' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe(SCRIPT);
    for (const accepted of ['identity', 'br;q=0', 'gzip;q=0, br;q=0.0', 'broken']) {
      const plain = await get('/assets/app-1.js', { 'accept-encoding': accepted });
      expect(plain.headers.get('content-encoding'), accepted).toBeNull();
      expect(await plain.text()).toBe(SCRIPT);
    }
  });

  test.each([
    '/assets/none.js',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    '/assets/%00',
    '/assets/secret.txt',
    '/assets/app-1.js.br',
  ])('%s is not there', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('json');
  });
});

test('the file that works without the service is downloaded, and always the newest', async () => {
  const response = await get('/tote-exit.html');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe('attachment');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toBe(EXIT);
});

test('without settings there is no logo, and our own name', async () => {
  expect((await servers.world.get('/config')).body.branding).toEqual({
    ...{ name: 'Tote', accent: null, logoUrl: null, termsUrl: null, supportUrl: null },
  });
  expect((await get('/logo.svg')).status).toBe(404);
});

// What those who run no scripts read of a page: its head. Questions are other people's text.
const start = (fields: Partial<MarketView> = {}) =>
  servers.start({ pageDir, ...servers.showing(fields) });

async function readHead(fields: Partial<MarketView>) {
  const { request } = await start(fields);
  const id = servers.marketId;
  const { status, text } = await request('GET', `/m/${id}`);
  return { id, status, text, ...readTags(text) };
}

/** Every tag must be one of ours, with attributes in double quotes. */
function readTags(text: string) {
  const [, head = ''] = /<head>(.*)<\/head>/s.exec(text) ?? [];
  const metas = [...head.matchAll(/<meta (?:name|property)="([\w:-]+)" content="([^"<>]*)" \/>/g)];
  const [, title = ''] = /<title>([^<>]*)<\/title>/.exec(head) ?? [];
  const links = [...head.matchAll(/<link rel="(\w+)"(?: type="[^"]+")? href="([^"<>]*)"/g)];
  const rest = head.replace(/<(meta|link) [^<>]*\/>|<title>[^<>]*<\/title>/g, '').trim();
  return {
    title,
    metas: new Map(metas.map(([, name = '', content = '']) => [name, content])),
    links: new Map(links.map(([, name = '', address = '']) => [name, address])),
    rest,
  };
}

const pools = { yes: amount(3_000_000_000n), no: amount(1_000_000_000n) };

describe('the head of a market', () => {
  test('says the question, odds, pool and state, with absolute addresses', async () => {
    const closesAt = unixSeconds(4_102_477_200);
    const fields = { question: 'Will it rain?', pools, sequence: 7n, closesAt };
    const { id, status, title, metas, links } = await readHead(fields);
    expect(status).toBe(200);
    expect(title).toBe('Will it rain? · Tote');
    const description = metas.get('description');
    expect(description).toBe('Yes 75%, No 25%. Pool 4 SOL. Betting closes 1 Jan 2100, 09:00 UTC.');
    expect(metas.get('og:title')).toBe(title);
    expect(metas.get('og:description')).toBe(description);
    expect(metas.get('twitter:card')).toBe('summary_large_image');
    expect(metas.get('og:image')).toBe(`${ORIGIN}/m/${id}/card.png?v=7-open`);
    expect(metas.get('twitter:image')).toBe(metas.get('og:image'));
    expect([metas.get('og:image:width'), metas.get('og:image:height')]).toEqual(['1200', '630']);
    expect(links.get('canonical')).toBe(`${ORIGIN}/m/${id}`);
    expect(metas.get('og:url')).toBe(links.get('canonical'));
    const oembed = links.get('alternate')?.replaceAll('&amp;', '&');
    expect(oembed).toBe(
      `${ORIGIN}/oembed?format=json&url=${encodeURIComponent(`${ORIGIN}/m/${id}`)}`,
    );
  });

  test.each([
    ['resolved', 'Yes', 'Resolved: Yes.'],
    ['refunded', null, 'Refunded: all stakes were returned.'],
  ] as const)('of a %s market says how it ended', async (kind, outcome, sentence) => {
    const now = servers.options.queries.now();
    const none = { burn: amount(0n), developer: amount(0n), distributable: amount(0n) };
    const end = {
      ...{ kind, outcome, refundReason: null, resolvedAt: now, vetoEndsAt: now, ...none },
      ...{ evidenceHash: null, openPositions: 0, areFeesMoved: true, dust: amount(0n) },
      ...{ burnTotal: null, signature: null },
    };
    const { metas } = await readHead({ pools, end });
    expect(metas.get('description')).toContain(sentence);
  });

  test('of a market that waits for its outcome says that betting is closed', async () => {
    const over = unixSeconds(servers.options.queries.now() - 60);
    const { metas } = await readHead({ closesAt: over, expiresAt: over });
    expect(metas.get('description')).toContain('Betting closed, outcome pending.');
  });

  test('holds any question', async () => {
    const id = servers.marketId;
    for (const question of HOSTILE_QUESTIONS) {
      const { request } = await start({ question });
      for (const path of [`/m/${id}`, `/embed/m/${id}`]) {
        const { status, text } = await request('GET', path);
        expect(status).toBe(200);
        const { title, metas, rest } = readTags(text);
        // Nothing but our own tags, so the text has not become one.
        expect(rest, question).toBe('');
        expect(metas.size).toBeGreaterThan(12);
        for (const each of [title, ...metas.values()]) {
          expect(printable(each, '').replaceAll('\ufffd', '')).toBe(each);
        }
        expect([...title.replace(/&#?\w+;/g, '_')].length).toBeLessThan(140);
      }
    }
  });

  test('an unknown market is the page with a neutral head, and 404', async () => {
    const { request } = await start();
    for (const id of [`market_${'1'.repeat(40)}`, 'nothing', '%22%3E%3Cscript%3E', '%E0%A4']) {
      const { status, text } = await request('GET', `/m/${id}`);
      // The last one is no address at all.
      if (id === '%E0%A4') {
        expect(status).toBe(400);
        continue;
      }
      expect(status, id).toBe(404);
      const { title, metas, rest } = readTags(text);
      expect(title).toBe('A market · Tote');
      expect(metas.get('robots')).toBe('noindex');
      expect(metas.has('og:image')).toBe(false);
      expect(rest).toBe('');
    }
  });

  test('a read that fails or takes too long gives the page all the same', async () => {
    const { queries } = servers.options;
    const answers = [
      () => Promise.reject(new Error('no database')),
      () => new Promise<undefined>(() => {}),
    ];
    for (const findMarket of answers) {
      const slow = { ...queries, findMarket, peekMarket: () => undefined };
      const { request } = await servers.start({ pageDir, queries: slow });
      const { status, text } = await request('GET', `/m/${servers.marketId}`);
      expect(status).toBe(200);
      expect(readTags(text).title).toBe('A market · Tote');
    }
  });
});

describe('the head of other pages', () => {
  test.each([
    ['/', 'Tote: prediction markets on Solana'],
    ['/top', 'Leaderboard · Tote'],
    ['/w/someone', 'A wallet · Tote'],
    ['/w/%22%3E%3Cscript%3E', 'A wallet · Tote'],
  ])('%s has a title and a canonical address', async (path, expected) => {
    const { request } = await start();
    const { title, links, metas, rest } = readTags((await request('GET', path)).text);
    expect(title).toBe(expected);
    expect(links.get('canonical')).toBe(ORIGIN + path);
    expect(metas.get('description')).toMatch(/^[A-Z].*\.$/);
    expect(rest).toBe('');
  });

  test('a portfolio is nothing for search engines', async () => {
    const { request } = await start();
    expect(readTags((await request('GET', '/me')).text).metas.get('robots')).toBe('noindex');
  });
});

test('text is shortened by characters, not by halves of them', () => {
  expect(plainText('🚀'.repeat(10), 4)).toBe('🚀🚀🚀…');
  expect(plainText('four', 4)).toBe('four');
  expect(plainText(' a \n\t b\u2028c ')).toBe('a b c');
  expect(escapeMarkup(`<a href="x" title='y'>&`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;',
  );
});

// https://oembed.com, section 2: how other pages find the widget of a market.
const isRich = new Ajv().compile({
  type: 'object',
  properties: {
    version: { const: '1.0' },
    type: { const: 'rich' },
    title: { type: 'string', minLength: 1 },
    provider_name: { const: 'Tote' },
    provider_url: { const: `${ORIGIN}/` },
    cache_age: { type: 'integer', minimum: 60 },
    html: { type: 'string', pattern: '^<iframe [^<>]*></iframe>$' },
    width: { type: 'integer', minimum: 1 },
    height: { type: 'integer', minimum: 1 },
    thumbnail_url: { type: 'string', pattern: `^${ORIGIN}/m/market_\\w+/card\\.png` },
    thumbnail_width: { const: 1200 },
    thumbnail_height: { const: 630 },
  },
  required: ['version', 'type', 'html', 'width', 'height'],
  additionalProperties: false,
});

async function ask(query: Record<string, string>) {
  const { request } = await start();
  const id = servers.marketId;
  const filled = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value.replace('<id>', id)]),
  );
  return { id, ...(await request('GET', `/oembed?${new URLSearchParams(filled)}`)) };
}

const url = `${ORIGIN}/m/<id>`;

describe('oEmbed', () => {
  test('answers with a frame of the widget that cannot reach the page around it', async () => {
    const { id, status, headers, json } = await ask({ url, format: 'json' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(isRich(json), JSON.stringify(isRich.errors)).toBe(true);
    expect(json.html).toContain(`src="${ORIGIN}/embed/m/${id}"`);
    const [, sandbox = ''] = /sandbox="([^"]*)"/.exec(json.html) ?? [];
    expect(sandbox.split(' ').sort()).toEqual([
      ...['allow-popups', 'allow-popups-to-escape-sandbox', 'allow-scripts'],
    ]);
    expect(json.thumbnail_url).toContain(id);
  });

  test('is never larger than what was asked for', async () => {
    const small = await ask({ url, maxwidth: '320', maxheight: '200' });
    expect([small.json.width, small.json.height]).toEqual([320, 200]);
    expect(small.json.html).toContain('width="320" height="200"');
    expect(small.json.thumbnail_url).toBeUndefined();
    const large = await ask({ url, maxwidth: '4000', maxheight: '4000' });
    expect([large.json.width, large.json.height]).toEqual([480, 300]);
    expect(large.json.thumbnail_url).toBeDefined();
    for (const odd of ['-1', '0', 'x', '1e9', '"']) {
      const { json } = await ask({ url, maxwidth: odd });
      expect(json.width, odd).toBe(480);
    }
  });

  test.each([
    'https://elsewhere.example/m/<id>',
    `${ORIGIN}.evil.example/m/<id>`,
    `${ORIGIN}/m/<id>/more`,
    `${ORIGIN}/w/<id>`,
    `${ORIGIN}/m/market_${'1'.repeat(40)}`,
    'javascript:alert(1)',
    'not a url',
    '',
  ])('%s is not a market of ours', async (text) => {
    const { status, json } = await ask({ url: text });
    expect(status).toBe(404);
    expect(Object.keys(json)).toEqual(['error']);
  });

  test('without an address, and with two, there is nothing to answer', async () => {
    const { request } = await start();
    expect((await request('GET', '/oembed')).status).toBe(404);
    const twice = `url=${encodeURIComponent(`${ORIGIN}/m/x`)}`;
    expect((await request('GET', `/oembed?${twice}&${twice}`)).status).toBe(404);
  });

  test('other formats are not implemented', async () => {
    const { status, headers } = await ask({ url, format: 'xml' });
    expect(status).toBe(501);
    expect(headers.get('x-error-code')).toBe('oembed_format_unsupported');
  });

  test('holds any question', async () => {
    for (const question of HOSTILE_QUESTIONS) {
      const { request } = await start({ question });
      const url = `${ORIGIN}/m/${servers.marketId}`;
      const { status, json } = await request('GET', `/oembed?url=${url}`);
      expect(status).toBe(200);
      expect(isRich(json), `${question} ${JSON.stringify(isRich.errors)}`).toBe(true);
      // Only the attributes that we write.
      const names = [...json.html.matchAll(/ ([a-z]+)="[^"]*"/g)].map(([, name]) => name);
      expect(names).toEqual(['src', 'title', 'width', 'height', 'sandbox', 'loading', 'style']);
    }
  });

  test('the widget may be framed by anybody, and the page by nobody', async () => {
    const { request } = await start();
    const id = servers.marketId;
    const widget = await request('GET', `/embed/m/${id}?theme=dark`);
    expect(widget.status).toBe(200);
    const policy = widget.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(widget.headers.get('x-frame-options')).toBeNull();
    expect(widget.text).toContain('<meta name="robots" content="noindex" />');
    const page = await request('GET', `/m/${id}`);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    const missing = await request('GET', '/embed/m/nothing');
    expect(missing.status).toBe(404);
  });
});
