// `npm run screens`: takes the pictures in docs/screens/ of every screen, in a real browser with a
// real service and its demo markets. They are for people to look at; no test compares them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium } from '../../service/test/support/chromium.ts';
import { World } from '../../service/test/support/world.ts';
import { ensurePage } from '../build/ensure-compiled.mjs';
import { root } from '../root.ts';

const OUTPUT = join(root, 'docs', 'screens');
const VIEWS = [
  { name: 'light', colorScheme: 'light', width: 1_280, height: 900 },
  { name: 'dark-phone', colorScheme: 'dark', width: 375, height: 800 },
] as const;

const pageDir = ensurePage();
const world = await World.start({ TOTE_DEMO: '1' }, undefined, { pageDir });
const browser = await openChromium();
try {
  const idOf = async (query: string) => (await world.get(`/markets?${query}`)).body[0].id;
  const { demo } = (await world.get('/config')).body;
  const screens = {
    markets: '',
    market: `m/${await idOf('decidedBy=fact&status=open&sort=volume')}`,
    'market-resolved': `m/${await idOf('status=resolved')}`,
    create: 'new',
    portfolio: 'me',
    leaderboard: 'top',
    wallet: `w/${demo.bettors[0].wallet}`,
    reserves: 'reserves',
    series: `series/${(await world.get('/series')).body[0].id}`,
    about: 'about',
    docs: 'docs',
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
