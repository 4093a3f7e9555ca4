import { expect, test } from 'vitest';
import { describePage } from './support/open-page.ts';

describePage('about', (site) => {
  test('explains a pool with an example, and leads to what a doubter wants to see', async () => {
    const { page } = await site().visit('about');
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
    // What the program would pay.
    expect(await page.locator('.example').getByRole('listitem').allTextContents()).toEqual([
      'The Yes side loses150 SOL',
      'Fees taken from it−15 SOL',
      'The winners share135 SOL',
      'Your share: 10 of the 70 SOL on No+19.2857 SOL',
      'Your stake back+10 SOL',
      'You get29.2857 SOL',
    ]);
    const text = await page.locator('main').textContent();
    for (const figure of ['34.15%', '20.3846 SOL', 'Yes 71%, No 29%']) {
      expect(text).toContain(figure);
    }
    expect(await page.title()).toBe('How it works · Tote');
    await page.locator('main').getByRole('link', { name: 'Reserves' }).click();
    await page.getByRole('heading', { name: 'Reserves', level: 1 }).waitFor();
  });
});
