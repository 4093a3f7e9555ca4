import { expect, test } from 'vitest';
import { describePage, openPlayWallet } from './support/open-page.ts';

describePage('leaderboard', (site) => {
  test('says what to do while nobody has a result', async () => {
    const { page } = await site().visit('top');
    await page.getByText('No results yet').waitFor();
  });

  test('ranks by profit after fees, with the time in the address, and finds wallets', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ currency: 'SOL' });
    await world.bet(id, 'alice', 'Yes', 1);
    await world.bet(id, 'bob', 'No', '3.5');
    await world.advance(3_601);
    const { page } = await visit('top');
    const rows = page.locator('tbody tr');
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByText('All time').waitFor();
        return (await rows.allTextContents()).join();
      })
      .toContain('+0.9 SOL');
    const [first, second] = await rows.allTextContents();
    expect(first).toMatch(/^1.*\+0\.9 SOL$/);
    expect(second).toMatch(/^2.*−1 SOL$/);
    await page.setViewportSize({ width: 320, height: 640 });
    // Names and amounts are not broken in the middle.
    const { height = 0 } = (await rows.first().boundingBox()) ?? {};
    expect(height).toBeLessThan(50);
    await page.getByLabel('UTILITY').check();
    await page.getByText('No results yet').waitFor();
    expect(new URL(page.url()).search).toBe('?window=all&currency=UTILITY');

    await page.getByLabel('Look up a wallet').fill('nonsense');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Not an address').waitFor();
    await page.getByLabel('Look up a wallet').fill(world.wallet('bob').address);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    expect(page.url()).toContain(`/w/${world.wallet('bob').address}`);
  });

  test('one’s own row is pinned while it is not in the list, and never there twice', async () => {
    const { world, visit } = site();
    const { page } = await visit('top');
    await openPlayWallet(page);
    await page.getByText('not in the top 2').waitFor();
    const id = await world.createMarket();
    await world.bet(id, 'alice', 'No', 1);
    await page.goto(`${site().url}m/${id}?side=No`);
    await page.getByRole('button', { name: 'Bet 1 SOL on No' }).click();
    await page.getByText('You bet 1 SOL on No.').waitFor();
    await world.bet(id, 'bob', 'Yes', 1);
    await world.advance(3_601);
    await page.getByText('You won.').waitFor();
    await page.goto(`${site().url}top`);
    const own = page.locator('.leaders-own');
    await own.getByText('+0.45').waitFor();
    expect(await page.locator('.own-row').count()).toBe(0);
    await own.getByRole('link').click();
    await page.getByText('This is your wallet').waitFor();
  });
});
