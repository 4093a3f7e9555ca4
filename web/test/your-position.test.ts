// What became of one's own bet.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPlayWallet, type Site } from './support/open-page.ts';

/** The visitor bets 1 SOL, and Yes wins. */
async function betAndWait({ world, visit }: Site, side: 'Yes' | 'No'): Promise<Page> {
  const id = await world.createMarket({ question: 'Will SOL be above $1 at expiry?' });
  await world.bet(id, 'alice', 'Yes', 3);
  await world.bet(id, 'bob', 'No', 2);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page } = await visit(`m/${id}?side=${side}`, { permissions });
  await openPlayWallet(page);
  await page.getByRole('button', { name: `Bet 1 SOL on ${side}` }).click();
  await page.getByText('Bet final.').waitFor();
  await world.advance(3_601);
  await page.getByRole('region', { name: 'Outcome' }).waitFor();
  return page;
}

describePage('your position', (site) => {
  test('a win shows the profit large, moves unless motion is unwanted, and is shared', async () => {
    const page = await betAndWait(site(), 'Yes');
    await page.getByText('You won. 1.45 SOL is in your balance.').waitFor();
    const profit = page.locator('.win-profit');
    expect(await profit.textContent()).toBe('+0.45 SOL');
    const motion = () => profit.evaluate((element) => getComputedStyle(element).animationName);
    expect(await motion()).toBe('win');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motion()).toBe('none');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Copied.').waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    expect(shared).toBe(
      `I won 0.45 SOL: Will SOL be above $1 at expiry? ${page.url().replace(/\?.*/, '')}`,
    );
    expect(await page.locator('#ticket').count()).toBe(0);
  });

  test('a loss is one plain line', async () => {
    const page = await betAndWait(site(), 'No');
    await page.getByText('You lost this one: −1 SOL.').waitFor();
    expect(await page.locator('.win, .your-position, #ticket').count()).toBe(0);
  });
});
