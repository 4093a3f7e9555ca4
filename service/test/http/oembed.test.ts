// https://oembed.com, section 2: how other pages find the widget of a market.
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { ServerOptions } from '../../src/http/route.ts';
import { HOSTILE_QUESTIONS } from './support/hostile-questions.ts';
import { makePageDir } from './support/page-dir.ts';
import { useServers } from './support/servers.ts';

const ORIGIN = 'https://tote.example';

const pageDir = makePageDir();
const servers = useServers(ORIGIN);
const start = (options: Partial<ServerOptions> = {}) => servers.start({ pageDir, ...options });

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
  return { id, ...(await request('GET', `/oembed?${new URLSearchParams(filled)}`, { as: null })) };
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
      const { request } = await start(servers.showing({ question }));
      const url = `${ORIGIN}/m/${servers.marketId}`;
      const { status, json } = await request('GET', `/oembed?url=${url}`, { as: null });
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
    const widget = await request('GET', `/embed/m/${id}?theme=dark`, { as: null });
    expect(widget.status).toBe(200);
    const policy = widget.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(widget.headers.get('x-frame-options')).toBeNull();
    expect(widget.text).toContain('<meta name="robots" content="noindex" />');
    const page = await request('GET', `/m/${id}`, { as: null });
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    const missing = await request('GET', '/embed/m/nothing', { as: null });
    expect(missing.status).toBe(404);
  });
});
