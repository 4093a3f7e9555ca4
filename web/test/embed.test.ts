import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensurePage } from '../../tools/build/ensure-compiled.mjs';
import {
  describePage,
  expectAccessible,
  noteProblems,
  openTab,
  type Site,
} from './support/open-page.ts';

/** The limit of script and style together. */
const BYTES_MAX = 15 * 1_024;

test('the widget is small', () => {
  const dir = ensurePage();
  const html = readFileSync(join(dir, 'embed.html'), 'utf8');
  const assets = [...html.matchAll(/"\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name);
  expect(assets).toHaveLength(2);
  const sizes = assets.map((name) => statSync(join(dir, `${name}.gz`)).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(BYTES_MAX);
});

describePage('the widget', (site) => {
  let server: Server;
  let html = '';
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(`<!doctype html>${html}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  });
  afterAll(() => server.close());

  /** As a page that knows oEmbed shows a market. */
  async function embed({ url, browser }: Site, id: string, theme = '') {
    const asked = `${url}oembed?url=${encodeURIComponent(`${url}m/${id}`)}&format=json`;
    html = (await (await fetch(asked)).json()).html.replace(id, id + theme);
    const page = await openTab(browser);
    const problems = noteProblems(page);
    onTestFinished(() => page.context().close());
    await page.goto(`http://127.0.0.2:${(server.address() as AddressInfo).port}/`);
    return { page, problems, frame: page.frameLocator('iframe') };
  }

  const background = (frame: FrameLocator) =>
    frame.locator('body').evaluate((element) => getComputedStyle(element).backgroundColor);

  test('shows odds that change by themselves, without an origin of its own', async () => {
    const { world } = site();
    const id = await world.createMarket({ question: 'Will it rain in Porto?' });
    const { frame, problems } = await embed(site(), id);
    await frame.getByRole('heading', { name: 'Will it rain in Porto?' }).waitFor();
    await frame.getByText('Live').waitFor();
    expect(await frame.locator('body').evaluate(() => origin)).toBe('null');
    expect(await frame.locator('.widget').textContent()).toContain('50%');
    await world.bet(id, 'alice', 'Yes', 3);
    await world.bet(id, 'bob', 'No', 1);
    await frame.getByText('75%', { exact: true }).waitFor();
    await frame.getByText('25%', { exact: true }).waitFor();
    await world.advance(3_700);
    await frame.getByText('Resolved: No').waitFor();
    // Figures are shown with our own font, which crosses origins, too.
    const fonts = await frame.locator('body').evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, status }) => `${family} ${status}`);
    });
    expect(fonts).toEqual(['Tote Figures loaded']);
    expect(problems).toEqual([]);
  });

  test('a bet opens the page in a tab that has storage again', async () => {
    const { world, url } = site();
    const id = await world.createMarket({ question: 'Will it snow in Oslo?' });
    const { page, frame } = await embed(site(), id);
    const opened = page.context().waitForEvent('page');
    await frame.getByRole('link', { name: /^Bet on Tote/ }).click();
    const tab = await opened;
    await tab.waitForLoadState();
    expect(tab.url()).toBe(`${url}m/${id}`);
    expect(await tab.evaluate(() => `${origin} ${localStorage.length >= 0}`)).toBe(
      `${new URL(url).origin} true`,
    );
    expect(await tab.evaluate(() => opener)).toBeNull();
  });

  test('is light or dark as its address says', async () => {
    const { world } = site();
    const id = await world.createMarket({ question: 'Will the theme be right?' });
    const seen: string[] = [];
    for (const theme of ['light', 'dark']) {
      const { frame } = await embed(site(), id, `?theme=${theme}`);
      await frame.getByRole('heading').waitFor();
      seen.push(await background(frame));
    }
    expect(seen).toEqual(['rgb(255, 255, 255)', 'rgb(23, 32, 28)']);
  });

  test('shows hostile text as text, and fits a narrow frame', async () => {
    const { world } = site();
    const question = `<img src=x onerror=alert(1)> "quotes" ${'supercalifragilistic'.repeat(8)} 🚀`;
    const id = await world.createMarket({ question });
    const { page, frame, problems } = await embed(site(), id);
    await frame.getByRole('heading', { name: question }).waitFor();
    expect(await frame.locator('img').count()).toBe(0);
    await page.locator('iframe').evaluate((element) => element.setAttribute('width', '240'));
    const isWide = await frame
      .locator('html')
      .evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(isWide).toBe(false);
    expect(problems).toEqual([]);
  });

  test('has no fault that axe finds, in both themes', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will everybody be able to read it?' });
    for (const theme of ['light', 'dark']) {
      const { page } = await visit(`embed/m/${id}?theme=${theme}`);
      await page.getByText('Live').waitFor();
      await expectAccessible(page, [null]);
    }
  });

  test('says when there is no such market', async () => {
    const { page } = await site().visit(`embed/m/market_${'1'.repeat(40)}`, { mayFail: true });
    await page.getByText('There is no such market.').waitFor();
  });
});
