import { expect, test } from 'vitest';
import { describePage, expectAccessible } from './support/open-page.ts';

const QUESTION = 'Will it rain in Porto?';
const TEXT = `${QUESTION} Yes 75%, No 25%.`;

describePage('sharing a market', (site) => {
  test.each([1280, 320])('has its card, text, link and embed at %i px', async (width) => {
    const { world, visit, url } = site();
    const id = await world.createMarket({ question: QUESTION });
    await world.bet(id, 'alice', 'Yes', 3);
    await world.bet(id, 'bob', 'No', 1);
    const { page } = await visit(`m/${id}`, {
      viewport: { width, height: 800 },
      bypassCSP: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const part = page.locator('.share-market');
    await part.locator('summary').click();
    const card = part.getByRole('img', { name: `Card: ${TEXT}` });
    await expect
      .poll(() => card.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(1_200);
    await part.getByRole('button', { name: 'Share' }).click();
    await expect.poll(copied).toBe(`${TEXT} ${url}m/${id}`);
    await part.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(copied).toBe(`${url}m/${id}`);
    await part.getByRole('button', { name: 'Copy embed code' }).click();
    await expect.poll(copied).toContain(`<iframe src="${url}embed/m/${id}"`);
    expect((await fetch(`${url}embed/m/${id}`)).status).toBe(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(page);
  });
});
