import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, expectAccessible } from './support/open-page.ts';

const HOUR = 3_600;
const chart = (page: Page) => page.getByRole('region', { name: 'Odds over time' });
const slider = (page: Page) => chart(page).getByRole('slider', { name: 'Odds of Yes' });
const textOf = (page: Page) => chart(page).locator('.chart-text').textContent();

describePage('the chart', (site) => {
  test('says its values to the pointer and the arrow keys, over ranges', async () => {
    const { world, visit } = site();
    const { now } = (await world.get('/config')).body;
    const expireAt = new Date(Date.parse(now) + 100 * HOUR * 1_000).toISOString();
    const id = await world.createMarket({ expireAt });
    const empty = await visit(`m/${id}`);
    await empty.page.getByText('No bets yet').waitFor();
    expect(await chart(empty.page).count()).toBe(0);
    await world.bet(id, 'alice', 'Yes', 3);
    await world.advance(2 * HOUR);
    await world.bet(id, 'bob', 'No', 1);
    const { page } = await visit(`m/${id}`, { bypassCSP: true });
    await chart(page).scrollIntoViewIfNeeded();
    await expect.poll(() => textOf(page)).toMatch(/: Yes 75%, pool 4 SOL$/);

    const plot = chart(page).locator('svg').first();
    const { x = 0, y = 0, width = 0 } = (await plot.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + 20);
    await expect.poll(() => textOf(page)).toMatch(/: Yes 100%, pool 3 SOL$/);
    await page.mouse.move(0, 0);
    await expect.poll(() => textOf(page)).toMatch(/Yes 75%/);

    await slider(page).focus();
    await page.keyboard.press('ArrowLeft');
    const spoken = () => slider(page).getAttribute('aria-valuetext');
    await expect.poll(spoken).toMatch(/: Yes 100%, pool 3 SOL$/);
    await page.keyboard.press('End');
    await expect.poll(spoken).toMatch(/: Yes 75%, pool 4 SOL$/);
    await expectAccessible(page);

    // Two hours have passed: no choice of a day, and the last hour begins with what held then.
    expect(await page.getByLabel('1 d').count()).toBe(0);
    const path = () => plot.locator('.chart-line').getAttribute('d');
    const whole = await path();
    await page.getByLabel('1 h').check();
    await expect.poll(path).not.toBe(whole);
    await slider(page).press('Home');
    await expect.poll(spoken).toMatch(/: Yes 100%, pool 3 SOL$/);
  });

  test('a price is drawn from before the visit, with its target', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will SOL be above $150 at expiry?' });
    await world.get(`/markets/${id}`);
    await world.advance(60);
    const { page } = await visit(`m/${id}`);
    const value = page.locator('.live-value');
    await value.getByRole('slider', { name: 'The value over time' }).waitFor({ state: 'attached' });
    expect(await value.locator('.chart-target').count()).toBe(1);
    await value.locator('.chart-marks').getByText('150', { exact: true }).waitFor();
    const first = async () => {
      await value.getByRole('slider').press('Home');
      return value.locator('.chart-text').textContent();
    };
    const { body } = await world.get(`/markets/${id}/values`);
    expect(await first()).toContain(`${String(body[0].value).slice(0, 3)}`);
  });

  test('a card has a sparkline that ends with the current odds, if there are bets', async () => {
    const { world, visit } = site();
    const quiet = await world.createMarket({ question: 'Will nobody bet on this one?' });
    const id = await world.createMarket({ question: 'Will it be drawn?' });
    await world.bet(id, 'alice', 'Yes', 1);
    const { page } = await visit();
    const line = (question: string) =>
      page.getByRole('article').filter({ hasText: question }).locator('.sparkline path');
    await line('Will it be drawn?').waitFor({ state: 'attached' });
    await page.locator('.live-live').waitFor();
    await world.bet(id, 'bob', 'No', 3);
    const path = () => line('Will it be drawn?').getAttribute('d');
    // A quarter of the height, from the bottom.
    await expect.poll(path).toMatch(/V18H100$/);
    expect(await line('Will nobody bet').count(), quiet).toBe(0);
  });
});
