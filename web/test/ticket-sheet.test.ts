// The ticket on a phone.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, expectAccessible, openPlayWallet } from './support/open-page.ts';

const PHONE = { viewport: { width: 390, height: 800 } };
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Your bet' });
const bar = (page: Page, side: string) =>
  page.getByRole('region', { name: 'Bet', exact: true }).getByRole('button', { name: side });
const isFocused = (element: Element) => element === document.activeElement;

describePage('the ticket on a phone', (site) => {
  test('a bar with both sides opens it as a sheet, and closing gives the focus back', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    await world.bet(id, 'alice', 'Yes', 3);
    await world.bet(id, 'bob', 'No', 1);
    const { page } = await visit(`m/${id}`, { ...PHONE, bypassCSP: true });
    await bar(page, 'Yes 75%').waitFor();
    expect(await sheet(page).count()).toBe(0);
    const { y = 0, height = 0 } = (await bar(page, 'No').boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(PHONE.viewport.height);
    await page.getByLabel('Amount in SOL').waitFor({ state: 'attached' });
    await bar(page, 'No 25%').click();
    const no = sheet(page).getByRole('radio', { name: /^No/ });
    await expect.poll(() => no.isChecked()).toBe(true);
    expect(await no.evaluate(isFocused)).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    expect(await bar(page, 'No').evaluate(isFocused)).toBe(true);
    await bar(page, 'Yes').click();
    expect(await sheet(page).getByRole('radio', { name: /^Yes/ }).isChecked()).toBe(true);
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await sheet(page).waitFor({ state: 'detached' });
    expect(await bar(page, 'Yes').evaluate(isFocused)).toBe(true);
  });

  test('a bet takes two taps, and its result stays in view with the focus', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    await world.bet(id, 'bob', 'No', 5);
    const { page } = await visit(`m/${id}`, PHONE);
    await openPlayWallet(page);
    await bar(page, 'Yes').click();
    const place = sheet(page).getByRole('button', { name: 'Bet 1 SOL on Yes' });
    await place.waitFor();
    const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(PHONE.viewport.height);
    await place.click();
    // 10 % of the 5 on the other side are fees.
    const result = sheet(page).locator('.bet-progress');
    await result.getByText('You bet 1 SOL on Yes.').waitFor();
    await result.getByText('It pays about 5.5 if Yes wins.').waitFor();
    expect(await result.evaluate(isFocused)).toBe(true);
    const box = await result.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
  });

  test('a link can choose the side, and a market that takes no bets has no bar', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    const { page } = await visit(`m/${id}?side=No`, PHONE);
    await expect.poll(() => sheet(page).getByRole('radio', { name: 'No' }).isChecked()).toBe(true);
    await page.locator('.live-live').waitFor();
    await world.advance(3_601);
    await page.getByRole('region', { name: 'Outcome' }).waitFor();
    expect(await sheet(page).count()).toBe(0);
    expect(await page.locator('.bet-bar, #ticket').count()).toBe(0);
  });
});
