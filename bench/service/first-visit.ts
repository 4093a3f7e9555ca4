// How long a first visit to a market takes until one can bet there, with many markets.
import { findChromium, openChromium } from '../../service/test/support/chromium.ts';
import { ensurePage } from '../../tools/build/ensure-compiled.mjs';
import { COPIES, withBench } from './bench-service.ts';
import { copyMarkets } from './copy-markets.ts';
import { repeat } from './progress.ts';

const VISITS = 5;

/** In milliseconds; not a number without a browser. */
export async function measureFirstVisits(markets: number, runs: number): Promise<number[]> {
  if (!findChromium()) return Array.from({ length: runs }, () => Number.NaN);
  const env = { ...COPIES, BENCH_PAGE_DIR: ensurePage() };
  return withBench(async ({ child, dir, createMarket }) => {
    const id = await createMarket();
    copyMarkets(dir, id, markets);
    const url = `${child.url.replace(/v1$/, 'm/')}${id}`;
    const browser = await openChromium();
    try {
      // Each is a new visitor, who has nothing kept.
      const visit = async () => {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(url, { waitUntil: 'commit' });
        await page.getByLabel('Amount in SOL').and(page.locator(':enabled')).waitFor();
        const tookMs = await page.evaluate(() => performance.now());
        await context.close();
        return tookMs;
      };
      await visit();
      const times = await repeat(runs * VISITS, `a visit with ${markets} markets`, visit);
      return Array.from({ length: runs }, (_, run) =>
        Math.max(...times.slice(run * VISITS, (run + 1) * VISITS)),
      );
    } finally {
      await browser.close();
    }
  }, env);
}
