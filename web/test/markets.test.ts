// The list of markets, in a real browser.
import { expect, test } from 'vitest';
import { describePage } from './support/open-page.ts';

describePage('markets', (site) => {
  test('an empty service says what to do', async () => {
    const { page, problems, close } = await site().visit();
    await page.getByRole('link', { name: 'Create a market' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  test('bets of others change the odds without a reload', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will it rain in Porto?' });
    const { page, problems, close } = await visit();
    const card = page.getByRole('link', { name: /Will it rain in Porto/ });
    await card.waitFor();
    await page.getByText('Live').waitFor();
    expect(await card.textContent()).toContain('50%');
    await world.bet(id, 'alice', 'Yes', 3);
    await world.bet(id, 'bob', 'No', 1);
    await card.getByText('75%', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  test('search and filters are in the address, and last over a reload', async () => {
    const { world, visit } = site();
    await world.createMarket({ question: 'Will it snow in Oslo?' });
    const { page, close } = await visit();
    await page.getByLabel('Search questions').fill('snow');
    await page.getByRole('link', { name: /Oslo/ }).waitFor();
    await page.getByRole('link', { name: /Porto/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?q=snow');
    await page.reload();
    await page.getByRole('link', { name: /Oslo/ }).waitFor();
    expect(await page.getByRole('link', { name: /Porto/ }).count()).toBe(0);
    await close();
  });
});
