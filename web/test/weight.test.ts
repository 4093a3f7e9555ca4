// What a first visit transfers in all: page, scripts, styles, font, icon and answers of the API.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage } from './support/open-page.ts';

/**
 * Counts the bytes on the wire, with headers and compressed as the server sends them. What is read
 * again, because a round of a series began meanwhile, counts once.
 */
async function weigh(page: Page) {
  const pending = new Set<string>();
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    urls.set(requestId, request.url);
    if (!request.url.includes('/v1/events')) pending.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId);
    const url = urls.get(requestId) ?? requestId;
    if (!sizes.has(url)) sizes.set(url, encodedDataLength);
  });
  await session.send('Network.enable');
  const count = () => [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { isDone: () => pending.size === 0, count };
}

describePage(
  'a first visit',
  (site) => {
    test.each([
      ['the list', '', 120_000],
      ['a market', 'm', 160_000],
    ])('to %s transfers no more than it may', async (_, path, bytesMax) => {
      const { world, url, visit } = site();
      const { page: elsewhere } = await visit('v1/config');
      const countMarkets = async () => (await world.get('/markets')).body.length;
      await expect.poll(countMarkets).toBeGreaterThanOrEqual(8);
      const [{ id }] = (await world.get('/markets?status=open&sort=volume')).body;
      const page = await elsewhere.context().newPage();
      const { isDone, count } = await weigh(page);
      // The way out is loaded last, in the background.
      const wayOut = page.waitForResponse(/assets\/exit-[^/]*\.js$/);
      await page.goto(url + (path && `m/${id}`));
      await page.locator('.live-live').waitFor();
      await wayOut;
      await expect.poll(isDone).toBe(true);
      expect(count()).toBeGreaterThan(80_000);
      expect(count()).toBeLessThanOrEqual(bytesMax);
    });
  },
  { TOTE_DEMO: '1' },
);
