// `npm run screens`: takes the pictures in docs/screens/ of every screen, in a real browser with a
// real service. They are for people to look at; no test compares them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { openChromium } from '../../service/test/support/chromium.ts';
import { World } from '../../service/test/support/world.ts';
import { ensurePage } from '../build/ensure-compiled.mjs';
import { root } from '../root.ts';

const OUTPUT = join(root, 'docs', 'screens');
const VIEWS = [
  { name: 'light', colorScheme: 'light', width: 1_280, height: 900 },
  { name: 'dark-phone', colorScheme: 'dark', width: 375, height: 800 },
] as const;

/** Question, hours until the expiry, token, and what is staked in turn: on Yes, on No, on Yes … */
type Row = readonly [question: string, hours: number, token: string, stakes: readonly number[]];

const ENDED: Row = ['Will SOL be above $150 at expiry?', 0.05, '', [2.5, 1.1, 0.7, 3]];
const OPEN: readonly Row[] = [
  ['Will it rain in Lisbon tomorrow?', 30, '', [0.8, 1.25]],
  ['Will $SPROUT complete its curve?', 6, 'SPROUT', [2.1, 0.4]],
  ['Will $OAK have more than 500 holders?', 12, 'OAK', [0.6, 0.75]],
  ['Will BTC stay above $50,000?', 100, '', [3, 0.2]],
  ['Will $OAK reach $1M market cap?', 48, 'OAK', [1.5, 2.25, 0.9]],
  ['Will SOL be above $200 at expiry?', 24, '', [1.4, 0.6, 0.9, 2.2, 1]],
];

/** Makes markets through the API: the last one is open and its price moves, one is paid. */
async function seed(world: World): Promise<{ open: string; resolved: string }> {
  const { body: config } = await world.get('/config');
  const create = async ([question, hours, token, stakes]: Row) => {
    const now = Date.parse((await world.get('/config')).body.now);
    const expireAt = new Date(now + hours * 3_600_000).toISOString();
    const found = config.demo.tokens.find(({ symbol }: { symbol: string }) => symbol === token);
    const about = found && { tokenAddress: found.mint };
    const id = await world.createMarket({ question, expireAt, ...about });
    for (const [index, amount] of stakes.entries()) {
      const [who, outcome] = index % 2 ? (['bob', 'No'] as const) : (['alice', 'Yes'] as const);
      const answer = await world.bet(id, who, outcome, amount);
      if (answer.status >= 300) throw new Error(answer.text);
    }
    return id;
  };
  const resolved = await create(ENDED);
  await world.advance(200);
  const market = () => world.get(`/markets/${resolved}`);
  await pollUntil(market, ({ body }) => body.settled, { everyMs: 200 });
  let open = '';
  for (const row of OPEN) open = await create(row);
  return { open, resolved };
}

const pageDir = ensurePage();
const world = await World.start({}, undefined, { pageDir });
const browser = await openChromium();
try {
  const { open, resolved } = await seed(world);
  const screens = {
    markets: '',
    market: `m/${open}`,
    'market-resolved': `m/${resolved}`,
    create: 'new',
    portfolio: 'me',
    leaderboard: 'top',
    wallet: `w/${world.wallet('bob').address}`,
    reserves: 'reserves',
    about: 'about',
    exit: 'exit',
  };
  mkdirSync(OUTPUT, { recursive: true });
  for (const { name, colorScheme, width, height } of VIEWS) {
    const context = await browser.newContext({
      ...{ colorScheme, viewport: { width, height }, locale: 'en-GB', timezoneId: 'UTC' },
    });
    const page = await context.newPage();
    for (const [screen, path] of Object.entries(screens)) {
      await page.goto(world.service.baseUrl.replace(/v1$/, path));
      await page.locator('main h1, main h2').first().waitFor();
      // The pictures are for people: a second is enough for what loads later.
      await page.waitForTimeout(1_500);
      await page.screenshot({ path: join(OUTPUT, `${screen}-${name}.png`) });
      console.log(`docs/screens/${screen}-${name}.png`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await world.close();
}
