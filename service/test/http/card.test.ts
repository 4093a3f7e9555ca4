// The image of a market that previews of links show.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@tote/domain';
import { describe, expect, onTestFinished, test } from 'vitest';
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
import { HOSTILE_QUESTIONS } from './support/hostile-questions.ts';
import { type TestServer, useServers } from './support/servers.ts';

const servers = useServers();
const start = (fields: Partial<MarketView> = {}) => servers.start(servers.showing(fields));

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
    const { response, bytes } = await getCard(await start({ pools: pools(3, 1) }));
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
      const server = await start({ question, pools: pools(1, 999_999_999) });
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
    const file = new URL('../../../web/src/fonts/roboto-condensed-semibold.ttf', import.meta.url);
    const font = readFont(readFileSync(file));
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
    const server = await start();
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
  const file = new URL('../../../web/src/fonts/roboto-condensed-semibold.ttf', import.meta.url);
  const font = readFont(readFileSync(file));

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
    const drawn = await getCard(await start({ question: ARABIC }));
    const unread = await getCard(await start({ question: 'Read the question on the page' }));
    expect(drawn.bytes.equals(unread.bytes)).toBe(false);
  });

  test('a font must have all missing characters; a file that is no font is passed over', () => {
    const dir = mkdtempSync(join(tmpdir(), 'tote-fonts-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
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
