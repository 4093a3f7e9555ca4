// What those who run no scripts read of a page: its head. Questions are other people's text.
import { amount, printable, unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { escapeMarkup, plainText } from '../../src/http/share/headline.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import { HOSTILE_QUESTIONS } from './support/hostile-questions.ts';
import { makePageDir } from './support/page-dir.ts';
import { useServers } from './support/servers.ts';

const ORIGIN = 'https://tote.example';

const pageDir = makePageDir();
const servers = useServers(ORIGIN);
const start = (fields: Partial<MarketView> = {}) =>
  servers.start({ pageDir, ...servers.showing(fields) });

async function readHead(fields: Partial<MarketView>) {
  const { request } = await start(fields);
  const id = servers.marketId;
  const { status, text } = await request('GET', `/m/${id}`, { as: null });
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
        const { status, text } = await request('GET', path, { as: null });
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
      const { status, text } = await request('GET', `/m/${id}`, { as: null });
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
      const { status, text } = await request('GET', `/m/${servers.marketId}`, { as: null });
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
