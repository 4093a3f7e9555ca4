import type { Page } from 'playwright-core';

/** Clicks what a newcomer clicks: afterwards there is a wallet with money that may be bet. */
export async function openPlayWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get a play wallet' }).click();
  await page.getByRole('button', { name: 'more SOL' }).and(page.locator(':enabled')).waitFor();
}
