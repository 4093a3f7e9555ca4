import { expect, test } from 'vitest';
import { workExample } from '../src/screens/about/example.ts';
import { describePage } from './support/open-page.ts';

test('the worked example is what the program would pay', () => {
  const example = workExample({ burn: 0.05, developer: 0.05 });
  expect(example).toMatchObject({
    odds: { Yes: 0.7143, No: 0.2857 },
    fees: '15',
    shared: '135',
    winningPool: '70',
    gain: '19.285714285',
  });
  expect(example.quote).toMatchObject({ payout: '29.285714285', breakEven: '0.3415' });
  expect(example.quote.payoutIfMore.No).toBe('20.384615384');
});

describePage('about', (site) => {
  test('explains a pool with an example, and leads to what a doubter wants to see', async () => {
    const { page } = await site().visit('about');
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
    const sum = page.getByRole('listitem').filter({ hasText: /^You get/ });
    expect(await sum.textContent()).toContain('29.2857 SOL');
    expect(await page.locator('main').textContent()).toContain('34.15%');
    expect(await page.title()).toBe('How it works · Tote');
    await page.locator('main').getByRole('link', { name: 'Reserves' }).click();
    await page.getByRole('heading', { name: 'Reserves', level: 1 }).waitFor();
  });
});
