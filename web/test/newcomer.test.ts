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

/** The made-up price of a second is known before. */
function findWinner({ question, expireAt }: { question: string; expireAt: string }) {
  const [feed] = DEMO_FEEDS.filter(({ symbol }) => symbol === 'SOL');
  if (!feed) throw new Error('no feed of SOL');
  const [, whole = '', cents = ''] = /\$(\d+)\.?(\d*)/.exec(question) ?? [];
  const threshold = BigInt(whole + cents.padEnd(-feed.exponent, '0'));
  const { price } = quoteAt(feed, BigInt(Date.parse(expireAt) / 1_000));
  return price > threshold ? 'Yes' : 'No';
}
