// The first minute of somebody who has just started the service, from an empty data folder.

import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage } from './support/open-page.ts';

const CLICKS_MAX = 5;

describePage('the newcomer', (site) => {
  test('a wallet, money, a bet and a payout take five clicks', async () => {
    const { world, visit } = site();
    const { page } = await visit();
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await page.getByText('Play money. Nothing here is real.').waitFor();

    await click(button('Get a play wallet'));
    await click(button('Create an example market'));
    await page.waitForURL(/\/m\/market_/);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { body: market } = await world.get(`/markets/${id}`);
    const side = findWinner(market);
    await click(page.locator('label', { hasText: side }));
    await click(button(`Bet 1 SOL on ${side}`));
    await page.getByText('Bet final.').waitFor();
    await click(button('Skip to the end'));

    // 10 % of the 5 on the other side are fees, and the rest is shared by 6.
    await page.getByText('You won. 1.75 SOL is in your balance.').waitFor();
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    const { body: after } = await world.get(`/markets/${id}`);
    expect(after).toMatchObject({ winningOutcome: side, betCount: 3 });
  });

  test('the wallet stays over a reload, and forgetting it makes a new one', async () => {
    const { visit } = site();
    const { page } = await visit();
    const menu = page.getByRole('button', { name: 'Your wallet' });
    await page.getByRole('button', { name: 'Get a play wallet' }).click();
    const address = await menu.textContent();
    await page.reload();
    await menu.waitFor();
    expect(await menu.textContent()).toBe(address);
    await page.getByRole('button', { name: 'Forget this wallet' }).click();
    await page.getByRole('button', { name: 'Get a play wallet' }).click();
    await menu.waitFor();
    expect(await menu.textContent()).not.toBe(address);
  });
});

/** The first card may be about either currency. */
const betOn = (side: string) => new RegExp(`^Bet [\\d.,]+ (SOL|UTILITY) on ${side}$`);

const SIZES = [
  [1280, 800],
  [390, 844],
] as const;

describePage(
  'the newcomer of the demo',
  (site) => {
    test.each(SIZES)('a bet takes three clicks at %i px', async (width, height) => {
      const { world, visit } = site();
      const { page } = await visit('', { viewport: { width, height } });
      const button = (name: string | RegExp) => page.getByRole('button', { name });
      const card = page.getByRole('article').first();
      await card.waitFor();
      const bar = await page.getByRole('complementary', { name: 'Demo' }).boundingBox();
      const odds = await card.locator('.card-odds').boundingBox();
      expect((odds?.y ?? height) + (odds?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
      const steps = [
        button('Get a play wallet'),
        card.getByRole('link', { name: /^Yes/ }),
        button(betOn('Yes')),
      ];
      for (const step of steps) await step.click();
      await page.getByText(/Bet (confirmed on chain|final)\./).waitFor();
      // The first card is a round of a series, which is bet on the page of the series.
      const series = new URL(page.url()).pathname.split('/').at(-1);
      const { current, next } = (await world.get(`/series/${series}`)).body;
      const bets = [];
      for (const round of [current, next]) {
        if (round) bets.push(...(await world.get(`/markets/${round.marketId}/bets`)).body);
      }
      const { body: config } = await world.get('/config');
      const demo = config.demo.bettors.map(({ wallet }: { wallet: string }) => wallet);
      const own = bets.filter(({ wallet }: { wallet: string }) => !demo.includes(wallet));
      expect(own.at(0)).toMatchObject({ outcome: 'Yes' });
    });

    test('connecting offers the play wallet first, which is ready to bet', async () => {
      const { page } = await site().visit('');
      await page.getByRole('article').first().getByRole('link', { name: /^No/ }).click();
      await page.locator('#ticket').getByRole('button', { name: 'Connect a wallet' }).click();
      const wallets = page.getByRole('dialog').locator('.wallet-list button');
      expect(await wallets.first().textContent()).toBe('Play wallet');
      await wallets.first().click();
      await wallets.first().waitFor({ state: 'detached' });
      await page.getByRole('button', { name: betOn('No') }).waitFor();
      await page.getByText('How do you want to approve bets?').waitFor({ state: 'detached' });
    });

    test('demo bettors have names', async () => {
      const { page } = await site().visit('top');
      await page
        .getByRole('link', { name: /^(Nora|Leo|Maya|Theo)$/ })
        .first()
        .click();
      await page.getByRole('heading', { name: /^(Nora|Leo|Maya|Theo) \(demo\)$/ }).waitFor();
    });
  },
  { TOTE_DEMO: '1' },
);

/** The made-up price of a second is known before. */
function findWinner({ question, expireAt }: { question: string; expireAt: string }) {
  const [feed] = DEMO_FEEDS.filter(({ symbol }) => symbol === 'SOL');
  if (!feed) throw new Error('no feed of SOL');
  const [, whole = '', cents = ''] = /\$(\d+)\.?(\d*)/.exec(question) ?? [];
  const threshold = BigInt(whole + cents.padEnd(-feed.exponent, '0'));
  const { price } = quoteAt(feed, BigInt(Date.parse(expireAt) / 1_000));
  return price > threshold ? 'Yes' : 'No';
}
