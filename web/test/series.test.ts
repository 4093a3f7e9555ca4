// The page of a series: rounds come and go while it is open, and a bet in the next one is two taps.
import { expect, test } from 'vitest';
import { until } from '../../tools/test-setup/until.ts';
import {
  describePage,
  expectAccessible,
  expectFits,
  openPlayWallet,
  type Site,
} from './support/open-page.ts';

const QUESTION = 'Will SOL be up 5 minutes after';

async function findSeries({ world }: Site) {
  const { body } = await world.get('/series');
  const { id } = body.find(({ cadence }: { cadence: string }) => cadence === '5m');
  const show = async () => (await world.get(`/series/${id}`)).body;
  await until(async () => expect((await show()).next.state).toBe('open'));
  return { id: id as string, show };
}

async function advanceTo({ world }: Site, instant: string): Promise<void> {
  const now = Date.parse((await world.get('/config')).body.now);
  await world.advance(Math.max(0, (Date.parse(instant) - now) / 1_000) + 1);
}

/** Until the next round there is enough time for a bet. */
async function enterRound(site: Site) {
  const { id, show } = await findSeries(site);
  await advanceTo(site, (await show()).next.startsAt);
  await until(async () => expect((await show()).next.state).toBe('open'));
  return { id, show, path: `series/${id}` };
}

describePage(
  'a series',
  (site) => {
    test('a bet is two taps; the round starts and ends in the open page', async () => {
      const { show, path } = await enterRound(site());
      const { page } = await site().visit(path);
      const { next } = await show();
      await page.locator('label', { hasText: 'Yes' }).click();
      // What was chosen stays when a wallet is connected.
      await openPlayWallet(page);
      await page.getByRole('button', { name: 'Bet 1 SOL on Yes' }).click();
      await page.getByText('Bet final.').waitFor();

      await advanceTo(site(), next.startsAt);
      const running = page.locator('section', { has: page.locator('#running-round') });
      await running.getByText('You have staked 1 SOL on Yes.').waitFor();
      await running.getByText(/(above|below|at) the start/).waitFor();
      // The ticket is of the round after it, with nothing chosen.
      await page.getByRole('button', { name: 'Choose Yes or No' }).waitFor();
      expect(await page.locator('#ticket').textContent()).not.toContain('Bet final');
      expect(await page.getByText('Your streak').count()).toBe(0);

      await advanceTo(site(), next.expireAt);
      const streak = page.locator('section', { has: page.locator('#streak') });
      await streak.waitFor();
      const { body: market } = await site().world.get(`/markets/${next.marketId}`);
      const [wins, won] =
        market.winningOutcome === 'Yes' ? ['1 win in a row', 1] : ['0 wins in a row', 0];
      expect(await streak.textContent()).toContain(wins);
      expect(await streak.textContent()).toContain(`You won ${won} of the last 1 round`);
      const link = page.locator(`.results a[href$="${next.marketId}"]`);
      expect(await link.textContent()).toMatch(new RegExp(`${market.winningOutcome}, `));
      await link.click();
      await page.getByRole('link', { name: 'All rounds of this series' }).click();
      await page.getByRole('heading', { name: `${QUESTION} the start?` }).waitFor();
    });

    test('odds change in the open page without another read', async () => {
      const { show, path } = await enterRound(site());
      const { page } = await site().visit(path);
      const side = page.locator('.market-side .odds-board');
      await side.getByText('Pool').waitFor();
      await page.getByText('Live').waitFor();
      const reads: string[] = [];
      const { marketId } = (await show()).next;
      page.on('request', (request) => {
        if (/\/v1\/(series|markets\?)/.test(request.url())) reads.push(request.url());
      });
      await site().world.bet(marketId, 'bob', 'No', 40);
      await expect.poll(() => side.textContent()).toMatch(/No\d+%[\d.]*4\d[\d.]* SOL/);
      expect(reads).toEqual([]);
    });

    test('the list has one round of each, whose side is chosen on a phone in its sheet', async () => {
      await enterRound(site());
      const viewport = { width: 390, height: 844 };
      const { page } = await site().visit('', { viewport, hasTouch: true });
      const card = page.getByRole('article').filter({ hasText: QUESTION });
      await card.getByRole('link', { name: /^Yes/ }).tap();
      await page.getByRole('dialog').getByRole('radio', { name: /Yes/ }).waitFor();
      expect(await page.getByRole('radio', { name: /Yes/ }).isChecked()).toBe(true);
      // In the round after this one nothing is chosen.
      await expect.poll(() => new URL(page.url()).search).toBe('');
    });

    test('fits every width, and has no fault of accessibility in either theme', async () => {
      const { path } = await enterRound(site());
      const { page } = await site().visit(path, { bypassCSP: true });
      await page.locator('.series-now .chart').waitFor();
      await expectFits(page);
      await expectAccessible(page);
    });
  },
  { TOTE_DEMO: '1' },
);
