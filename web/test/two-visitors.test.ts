import { test } from 'vitest';
import { describePage } from './support/open-page.ts';
import { openPlayWallet } from './support/play-wallet.ts';

describePage('two visitors', (site) => {
  test('see each other’s bets, and one of them is paid, without a reload', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will it rain in Faro?' });
    const [first, second] = await Promise.all([visit(`m/${id}`), visit(`m/${id}`)]);
    await openPlayWallet(first.page);
    await openPlayWallet(second.page);

    const bet = async ({ page }: typeof first, side: 'Yes' | 'No', amount: string) => {
      await page.locator('label', { hasText: side }).click();
      await page.getByLabel('Amount in SOL').fill(amount);
      await page.getByRole('button', { name: `Bet ${amount} SOL on ${side}` }).click();
    };
    await bet(first, 'Yes', '3');
    const oddsOf = ({ page }: typeof first) =>
      page.getByRole('region', { name: 'Odds', exact: true });
    await oddsOf(second).getByText('100%', { exact: true }).waitFor();
    await bet(second, 'No', '1');
    for (const visitor of [first, second]) {
      await oddsOf(visitor).getByText('75%', { exact: true }).waitFor();
      await oddsOf(visitor).getByText('2 bets').waitFor();
    }

    // Nobody attests that it rained: the outcome is No.
    await world.advance(3_601);
    await second.page.getByText('You won. 3.7 SOL is in your balance.').waitFor();
    await first.page.getByText('You lost this one: −3 SOL.').waitFor();
  });
});
