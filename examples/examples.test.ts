// Runs the examples as separate programs against a real service.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hasChromium, openChromium } from '../service/test/support/chromium.ts';
import { World } from '../service/test/support/world.ts';
import { findPort } from '../tools/test-setup/find-port.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

let world: World;
const programs: ChildProcess[] = [];

beforeAll(async () => {
  world = await World.start({ TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8' });
});
afterEach(() => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
});
afterAll(() => world.close());

/** Runs an example with bob's API key. */
function start(command: readonly string[], apiKey = world.wallet('bob').apiKey) {
  const [file = '', ...args] = command;
  const TOTE_URL = world.service.baseUrl.replace('/v1', '');
  const env = { ...process.env, TOTE_URL, TOTE_API_KEY: apiKey, PYTHONUNBUFFERED: '1' };
  const program = spawn(file, args, { env });
  programs.push(program);
  const printed: string[] = [];
  for (const input of [program.stdout, program.stderr]) {
    // A line may come in pieces.
    createInterface({ input }).on('line', (line) => line !== '' && printed.push(line));
  }
  // 'close', unlike 'exit', comes after all output.
  return { program, printed, exited: once(program, 'close').then(([code]) => code) };
}

const tsx = (file: string, ...args: string[]) => [
  ...[process.execPath, '--import', 'tsx', pathOf(file)],
  ...args,
];

test('the bot bets on the side that is outside of its band, and only then', async () => {
  const market = await world.createMarket();
  await world.bet(market, 'alice', 'Yes', '1');
  await world.bet(market, 'alice', 'No', '1');
  const { printed, exited } = start(tsx('betting-bot.ts', market, '0.4', '0.6', '2'));
  const bets = async () => (await world.get(`/markets/${market}/bets`)).body;
  // Once its stream is open, it has read the market.
  await expect.poll(async () => (await fetchMetric('tote_feed_subscribers')) > 0).toBe(true);
  expect(await bets()).toHaveLength(2);
  await world.bet(market, 'alice', 'Yes', '3');
  await expect.poll(() => printed.at(-1)).toMatch(/^Placed bet_/);
  expect(printed).toContain('Yes is at 0.8: betting 2 on No.');
  expect((await bets())[0]).toMatchObject({ outcome: 'No', amount: 2 });
  await world.advance(3_601);
  expect(await exited).toBe(0);
});

async function fetchMetric(name: string): Promise<number> {
  const text = await (await fetch(`${new URL(world.service.baseUrl).origin}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(name)) ?? '';
  return Number(line.split(' ').at(-1));
}

test('the daily market is opened once, and refused if it could not be measured', async () => {
  const question = 'Will SOL be above $200 at expiry?';
  const runs = [start(tsx('daily-market.ts', question)), start(tsx('daily-market.ts', question))];
  expect(await Promise.all(runs.map(({ exited }) => exited))).toEqual([0, 0]);
  const ids = runs.map(({ printed }) => printed.at(-1)?.split(': ')[1]);
  expect(ids[0]).toBe(ids[1]);
  const market = (await world.get(`/markets/${ids[0]}`)).body;
  expect(market).toMatchObject({ question, decidedBy: 'fact' });
  expect(market.expireAt).toMatch(/T00:00:00/);
  const other = start(tsx('daily-market.ts', 'Will it be a good day?'));
  expect(await other.exited).toBe(1);
});

test('the notifier tells what was paid, and nothing that others sent', async () => {
  const port = await findPort();
  const address = `http://127.0.0.1:${port}/hook`;
  const { program, printed, exited } = start(tsx('payout-notifier.ts', address, String(port)));
  await expect.poll(() => printed.at(-1)).toMatch(/^Waiting for payouts/);
  const forged = await fetch(address, {
    method: 'POST',
    headers: { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    body: '{}',
  });
  expect(forged.status).toBe(401);
  const market = await world.createMarket();
  await world.bet(market, 'alice', 'Yes', '1');
  await world.bet(market, 'bob', 'No', '1');
  await world.advance(3_601);
  await expect.poll(() => printed.at(-1)).toBe(`${market}: you won, 1.9 SOL`);
  expect(printed).toHaveLength(2);
  program.kill('SIGINT');
  expect(await exited).toBe(0);
  expect((await world.get('/webhooks', { as: 'bob' })).body).toEqual([]);
});

test.runIf(hasPython)('the client in Python lists, bets exactly, and says why not', async () => {
  const market = await world.createMarket();
  const python = (...args: string[]) => start(['python3', pathOf('client.py'), ...args]);
  const list = python();
  expect(await list.exited).toBe(0);
  expect(list.printed).toContain(`${market} Will it rain in Lisbon?`);
  const bet = python('bet', market, 'Yes', '0.100000001');
  expect(await bet.exited).toBe(0);
  const [betId = ''] = bet.printed;
  expect((await world.get(`/bets/${betId}`)).text).toContain('"amount":0.100000001');
  const refused = python('bet', 'market_x', 'Yes', '1');
  expect(await refused.exited).toBe(1);
  expect(refused.printed.at(-1)).toContain('market_not_found');
});

test.runIf(hasChromium())('the page shows the odds as they change', async () => {
  const market = await world.createMarket({ question: 'Will <b>it</b> rain?' });
  const files = await servePage();
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    const url = world.service.baseUrl.replace('/v1', '');
    await page.goto(`${files.url}/index.html?${new URLSearchParams({ url, market })}`);
    const read = (selector: string) => page.textContent(selector);
    await expect.poll(() => read('h1')).toBe('Will <b>it</b> rain?');
    await expect.poll(() => read('p')).toBe('Yes 0.5, No 0.5');
    await expect.poll(async () => (await fetchMetric('tote_feed_subscribers')) > 0).toBe(true);
    await world.bet(market, 'alice', 'Yes', '3');
    await world.bet(market, 'bob', 'No', '1');
    await expect.poll(() => read('p')).toBe('Yes 0.75, No 0.25');
  } finally {
    await browser.close();
    files.close();
  }
});

/** Served as the comment in the page says, from a different origin than the service's. */
async function servePage() {
  const { outputFiles } = await build({
    ...{ entryPoints: [pathOf('browser/odds.js')], bundle: true, format: 'esm', write: false },
  });
  const html = await readFile(pathOf('browser/index.html'));
  const server = createHttpServer((request, response) => {
    const isScript = request.url === '/bundle.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? outputFiles[0]?.contents : html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
