// One sign-in for all tabs of a browser, and how it ends.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noteReads } from './support/note-reads.ts';
import { describePage, openPlayWallet, readSession, type Site } from './support/open-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const menu = (page: Page) => page.getByRole('button', { name: 'Your wallet' });
const connectButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Connect a wallet' });
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** The status of a read with the key. */
const tryKey = async ({ world }: Site, key: string) =>
  (await world.get('/account', bearer(key))).status;

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Play wallet' }).click();
  await menu(page).waitFor();
}

async function openMenu(page: Page, name: string): Promise<void> {
  await menu(page).click();
  await button(page, name).click();
}

describePage('a session', (site) => {
  test('all tabs share one key; signing out in one tab signs out all', async () => {
    const { page: first } = await site().visit('about');
    const signIns: string[] = [];
    first.context().on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/sign-in')) signIns.push('one');
    });
    await openPlayWallet(first);
    const second = await first.context().newPage();
    await second.goto(`${site().url}about`);
    await menu(second).waitFor();
    const { key } = await readSession(second);
    expect(signIns).toEqual(['one']);
    expect(await tryKey(site(), key)).toBe(200);

    await openMenu(second, 'Sign out');
    await connectButton(second).waitFor();
    await first.getByText('You were signed out in another tab.').waitFor();
    await connectButton(first).waitFor();
    await expect.poll(() => tryKey(site(), key)).toBe(401);

    await button(first, 'Sign in again').click();
    await signInAgain(first);
    await menu(second).waitFor();
    expect(signIns).toEqual(['one', 'one']);
  });

  test('with it a market is read once after a reload', async () => {
    const id = await site().world.createMarket();
    const { page } = await site().visit(`m/${id}`);
    await openPlayWallet(page);
    const reads = await noteReads(page);
    await page.reload();
    await page.getByText('Your balance: 100 SOL').waitFor();
    await page.locator('.live-live').waitFor();
    expect(reads).toContain('/account');
    expect(reads).toEqual([...new Set(reads)]);
  });

  test('one that the service refuses ends at once, and the ticket is kept', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    const { page } = await visit(`m/${id}`, { mayFail: true });
    await openPlayWallet(page);
    const { wallet, key, keyId } = await readSession(page);
    await page.locator('.side-choice', { hasText: 'No' }).click();
    await page.getByLabel('Amount in SOL').fill('2.5');
    await button(page, 'Bet 2.5 SOL on No').waitFor();
    expect((await world.call('DELETE', `/api-keys/${keyId}`, bearer(key))).status).toBe(200);
    await button(page, 'Bet 2.5 SOL on No').click();
    await page.getByText('You were signed out: your sign-in ended or was revoked.').waitFor();
    expect(await page.getByLabel('Amount in SOL').inputValue()).toBe('2.5');
    expect((await world.get(`/markets/${id}`)).body.betCount).toBe(0);

    await button(page, 'Sign in again').click();
    await signInAgain(page);
    expect((await readSession(page)).wallet).toBe(wallet);
    await button(page, 'Bet 2.5 SOL on No').click();
    await page.getByText('You have staked 2.5 SOL on No.').waitFor();
  });

  test('keys are listed with their browser, and signing out everywhere ends them all', async () => {
    const { page } = await site().visit('me');
    await openPlayWallet(page);
    const { key: first } = await readSession(page);
    // As in another browser: the same wallet, but another key.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await connectButton(page).click();
    await signInAgain(page);
    const { key: second } = await readSession(page);
    expect(second).not.toBe(first);
    await button(page, 'Show my API keys').click();
    const rows = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.filter({ hasText: ', Chrome on Linux' }).count()).toBe(2);
    expect(await rows.filter({ hasText: 'This browser.' }).count()).toBe(1);

    await openMenu(page, 'Sign out everywhere');
    await page.getByText('You are signed out everywhere.').waitFor();
    expect([await tryKey(site(), first), await tryKey(site(), second)]).toEqual([401, 401]);
  });

  test('a phone without a wallet opens the page inside the apps of wallets', async () => {
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1';
    const { page } = await site().visit('about', {
      userAgent,
      viewport: { width: 390, height: 800 },
    });
    await page.route('**/v1/config', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace('"cluster":"embedded"', '"cluster":"remote"');
      await route.fulfill({ response, body: text });
    });
    await page.goto(`${site().url}?q=rain`);
    await connectButton(page).click();
    const url = encodeURIComponent(`${site().url}?q=rain`);
    const ref = encodeURIComponent(new URL(site().url).origin);
    for (const [name, start] of [
      ['Phantom', 'https://phantom.app/ul/browse/'],
      ['Solflare', 'https://solflare.com/ul/v1/browse/'],
      ['Backpack', 'https://backpack.app/ul/v1/browse/'],
    ]) {
      const link = page.getByRole('link', { name: `Open in ${name}` });
      expect(await link.getAttribute('href')).toBe(`${start}${url}?ref=${ref}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
