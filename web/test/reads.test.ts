// What the page asks the service for, how often, and how it comes back after an outage.
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTcpProxy } from '../../tools/test-setup/tcp-proxy.ts';
import { noteReads } from './support/note-reads.ts';
import { describePage } from './support/open-page.ts';

/** Runs in the page: a browser without a screen shows all of its tabs. */
function seeTab(isVisible: boolean): void {
  Object.defineProperty(document, 'hidden', { value: !isVisible, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

const oddsOf = (page: Page) => page.getByRole('region', { name: 'Odds', exact: true });

describePage('reads', (site) => {
  test('every screen asks for each thing once', async () => {
    const { world, url, visit } = site();
    const id = await world.createMarket();
    await world.bet(id, 'alice', 'Yes', '3');
    const { page } = await visit('about');
    const reads = await noteReads(page);
    for (const [path, text] of [
      ['', 'Will it rain in Lisbon?'],
      [`m/${id}`, '1 bet'],
      [`w/${world.wallet('bob').address}`, 'No bets by this wallet'],
    ] as const) {
      await page.goto(url + path);
      await page.getByText(text).first().waitFor();
      await page.locator('.live-live').waitFor();
      expect(reads.length).toBeGreaterThan(0);
      expect(reads).toEqual([...new Set(reads)]);
    }
  });

  test.each(['before', 'after'])(
    'a bet while the feed connects is shown, %s the first read',
    async (order) => {
      const { world, url, visit } = site();
      const id = await world.createMarket();
      const { page } = await visit('about');
      let connect = () => {};
      const isWanted = new Promise<void>((wanted) => {
        page.route('**/v1/events?*', async (route) => {
          await new Promise<void>((resolve) => {
            connect = resolve;
            wanted();
          });
          await route.continue();
        });
      });
      const read = page.waitForResponse(/history/);
      await page.goto(`${url}m/${id}`);
      await isWanted;
      if (order === 'after') await read;
      await world.bet(id, 'alice', 'Yes', '3');
      connect();
      await oddsOf(page).getByText('1 bet', { exact: true }).waitFor();
      await page.locator('.live-live').waitFor();
    },
  );

  test.each(['Retry now', 'online', 'visible'])(
    'after an outage the page comes back at once: %s',
    async (sign) => {
      const { world, url, visit } = site();
      const id = await world.createMarket();
      await using line = await startTcpProxy(url);
      const { page } = await visit('about', { mayFail: true });
      const sent = new Set<Request>();
      page.on('request', (request) => sent.add(request));
      page.on('requestfinished', (request) => sent.delete(request));
      page.on('requestfailed', (request) => sent.delete(request));
      await page.clock.install();
      await page.goto(`${line.url}m/${id}`);
      await page.locator('.live-live').waitFor();
      line.isClosed = true;
      line.cut();
      await page.getByRole('button', { name: 'Retry now' }).first().waitFor();
      await world.bet(id, 'alice', 'Yes', '3');

      // From here on no timer of the page runs, and no request that was sent before can succeed.
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await expect.poll(() => sent.size).toBe(0);
      if (sign === 'visible') await page.evaluate(seeTab, false);
      line.isClosed = false;
      if (sign === 'visible') await page.evaluate(seeTab, true);
      else if (sign === 'online') await page.evaluate(() => dispatchEvent(new Event('online')));
      else await page.getByRole('button', { name: sign }).first().click();
      await page.locator('.live-live').waitFor();
      // What was read on a connection that broke just then is read again after a moment.
      await page.clock.resume();
      await oddsOf(page).getByText('1 bet', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Retry now' }).waitFor({ state: 'detached' });
    },
  );

  test('a screen that could not be loaded does not replace the one after it', async () => {
    const { page } = await site().visit('about', { mayFail: true });
    let fail = () => {};
    const late = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(/assets\/leaderboard-[^/]*\.js$/, async (route) => {
      await late;
      await route.abort();
    });
    const links = page.getByRole('banner');
    const asked = page.waitForRequest(/assets\/leaderboard-[^/]*\.js$/);
    await links.getByRole('link', { name: 'Leaderboard', exact: true }).click();
    await asked;
    await links.getByRole('link', { name: 'Markets', exact: true }).click();
    const markets = page.getByRole('heading', { name: 'Markets' }).first();
    await markets.waitFor();
    const failed = page.waitForEvent('requestfailed');
    fail();
    await failed;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.getByText('could not be loaded').count()).toBe(0);
    await markets.waitFor();
  });

  test('what could not be read is read when the service is back', async () => {
    const { world, url, visit } = site();
    await world.createMarket();
    await using line = await startTcpProxy(url);
    const { page } = await visit('about', { mayFail: true });
    const question = page.getByText('Will it rain in Lisbon?').first();
    await page.goto(line.url);
    await question.waitFor();
    await page.getByRole('link', { name: 'How it works' }).last().click();
    await page.getByRole('heading', { name: 'How it works' }).first().waitFor();
    line.isClosed = true;
    line.cut();
    await page.getByRole('banner').getByRole('link', { name: 'Markets', exact: true }).click();
    await page.getByRole('button', { name: 'Retry now' }).first().waitFor();
    line.isClosed = false;
    await question.waitFor();
  });
});
