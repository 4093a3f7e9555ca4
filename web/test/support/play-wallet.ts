import type { Page } from 'playwright-core';

/** Clicks what a newcomer clicks: afterwards there is a wallet with money that may be bet. */
export async function openPlayWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get a play wallet' }).click();
  await page.getByRole('button', { name: 'more SOL' }).and(page.locator(':enabled')).waitFor();
}

/** The wallet of the page and the key of its session. */
export async function readSession(page: Page) {
  return page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => each.startsWith('tote-key ')) ?? '';
    const kept = new URLSearchParams(localStorage.getItem(name) ?? '');
    const [key, keyId] = [kept.get('key') ?? '', kept.get('id') ?? ''];
    return { wallet: name.split(' ').at(-1) ?? '', key, keyId };
  });
}
