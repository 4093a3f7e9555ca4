import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Admin } from '../../service/test/support/admin.ts';
import { describePage, openPlayWallet, type Site } from './support/open-page.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const choose = (page: Page, side: string) =>
  page.locator('.side-choice', { hasText: side }).click();
function notePosts(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}
async function bet(page: Page, side: string): Promise<void> {
  await choose(page, side);
  await button(page, `Bet 1 SOL on ${side}`).click();
}
const amount = (page: Page) => page.getByLabel(/^Amount in/);
const help = (page: Page) => page.locator('#amount-help');
const BETS = '**/v1/markets/*/bets';

/** The pools of the example that is worked out by hand: 150 on Yes, 60 on No, 10 % fees. */
async function openExample({ world }: Site): Promise<string> {
  const id = await world.createMarket({ currency: 'UTILITY' });
  await world.bet(id, 'alice', 'Yes', 150);
  await world.bet(id, 'bob', 'No', 60);
  return id;
}

async function openTicket(site: Site, id: string, locale = 'en-GB') {
  const visitor = await site.visit(`m/${id}`, { locale, mayFail: true });
  await openPlayWallet(visitor.page);
  await help(visitor.page).getByText('Your balance').waitFor();
  return visitor;
}

describePage('the ticket', (site) => {
  test('the quote counts the own stake, the fees and money that may still come', async () => {
    const { page, problems } = await openTicket(site(), await openExample(site()));
    await choose(page, 'No');
    await amount(page).fill('10');
    const board = page.locator('.quote');
    await board.getByText('29.2857').waitFor();
    const text = await board.textContent();
    expect(text).toContain('At current odds29.2857 UTILITY');
    expect(text).toContain('If the No pool doubles20.3846 UTILITY');
    expect(text).toContain('Break-even probability34.15%');
    expect(text).toContain('5% of it is burned, 5% goes to the developer');
    const warning = page.getByText('moves the odds by');
    expect(await warning.count()).toBe(0);
    await button(page, '1,000').click();
    expect(await warning.textContent()).toContain('59 points');
    expect(problems).toEqual([]);
  });

  test('money that may still come is at least the own stake, and none is against nobody', async () => {
    const { world } = site();
    const id = await world.createMarket();
    await world.bet(id, 'alice', 'Yes', 5);
    const { page } = await openTicket(site(), id);
    const board = page.locator('.quote');
    await choose(page, 'Yes');
    await board.getByText('Nobody has bet on the other side yet.').waitFor();
    expect(await board.textContent()).not.toContain('At current odds');
    await choose(page, 'No');
    await board.getByText('At current odds').waitFor();
    // 4.5 of the 5 are shared by 1, then by 2.
    expect(await board.textContent()).toContain('At current odds5.5 SOL');
    expect(await board.textContent()).toContain('If 1 SOL more comes on No3.25 SOL');
  });

  test('a minimum payout ratio goes with the bet, and a refusal says the present one', async () => {
    const { world } = site();
    const id = await openExample(site());
    const { page } = await openTicket(site(), id);
    await choose(page, 'No');
    await amount(page).fill('10');
    await page.locator('.quote').getByText('2.9285').waitFor();
    await page.getByText('Minimum payout ratio (optional)').click();
    const field = page.getByLabel('at least this much per unit');
    await field.fill('2.9286');
    await button(page, 'Bet 10 UTILITY on No').click();
    await page.getByText('is 2.9285, below 2.9286').waitFor();
    expect((await world.get(`/markets/${id}`)).body.betCount).toBe(2);
    await button(page, 'Back to the ticket').click();
    await field.fill('2.9285');
    await button(page, 'Bet 10 UTILITY on No').click();
    await page.getByText('You have staked 10 UTILITY on No.').waitFor();
  });

  test('a German browser shows commas and takes them; thousands are refused, never guessed', async () => {
    const { page } = await openTicket(site(), await openExample(site()), 'de-DE');
    await choose(page, 'No');
    await amount(page).fill('10');
    await page.locator('.quote').getByText('29,2857').waitFor();
    await amount(page).fill('');
    await amount(page).pressSequentially('1.500');
    await help(page).getByText('Write 1500 or 1.5.').waitFor();
    expect(await page.locator('.quote').count()).toBe(0);
    expect(await button(page, 'Enter an amount').isDisabled()).toBe(true);
    for (const typed of ['1.5', '1,5']) {
      await amount(page).fill(typed);
      await button(page, 'Bet 1,5 UTILITY on No').waitFor();
    }
  });

  test('an amount that cannot be bet says why', async () => {
    const id = await site().world.createMarket();
    const { page } = await openTicket(site(), id);
    await choose(page, 'Yes');
    for (const [typed, words] of [
      ['0.1234567891', 'SOL has at most 9 decimals.'],
      ['0.000000001', 'The minimum stake is'],
      ['1e5', 'Enter an amount in digits'],
      ['-1', 'Enter an amount in digits'],
      ['0', 'Enter an amount above 0.'],
      ['99999999999999999999', 'more than exists'],
    ] as const) {
      await amount(page).fill(typed);
      await help(page).getByText(words).waitFor();
    }
    await button(page, 'Max').click();
    expect(await amount(page).inputValue()).toBe('100');
    await page.getByText('more than half of your balance').waitFor();
    await amount(page).fill('100.000000001');
    await page.getByText('You need 0.000000001 SOL more.').waitFor();
    await button(page, 'Get 100 play SOL').click();
    await help(page).getByText('200 SOL').waitFor();
    // What may be bet without a signature is less than this.
    await page.getByText('How do you want to approve bets?').waitFor();
  });

  test('pending, confirmed and final are shown one after the other', async () => {
    const { world } = site();
    const id = await world.createMarket();
    const { page, problems } = await openTicket(site(), id);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(BETS, async (route) => {
      await held;
      await route.continue();
    });
    const current = page.locator('[aria-current=step]');
    await bet(page, 'Yes');
    await current.getByText('Pending').waitFor();
    await page.getByText('Nothing has moved yet.').waitFor();
    expect(await page.getByText('You have staked').count()).toBe(0);
    release();
    await page.getByText('You have staked 1 SOL on Yes.').waitFor();
    await current.getByText('Final').waitFor();
    await button(page, 'Bet again').click();
    await help(page).getByText('Your balance: 99 SOL').waitFor();
    expect(problems).toEqual([]);
  });

  test('a reload while a bet is pending goes on with the same bet', async () => {
    const { world } = site();
    const id = await world.createMarket();
    const { page } = await openTicket(site(), id);
    let reached = () => {};
    const isPlaced = new Promise<void>((resolve) => {
      reached = resolve;
    });
    // The service places it, but the page never hears of it.
    await page.route(BETS, async (route) => {
      await route.fetch();
      reached();
    });
    await bet(page, 'Yes');
    await isPlaced;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.locator('[aria-current=step]').getByText('Final').waitFor();
    await page.getByText('You have staked 1 SOL on Yes.').waitFor();
    expect((await world.get(`/markets/${id}`)).body.betCount).toBe(1);
    // It is over: the next reload has a new ticket.
    await page.reload();
    await button(page, 'Choose Yes or No').waitFor();
  });

  test('without an answer nobody claims to know, and asking again bets once', async () => {
    const { world } = site();
    const id = await world.createMarket();
    const { page } = await openTicket(site(), id);
    await page.route(BETS, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await bet(page, 'No');
    await page.getByText('we do not know yet whether your bet of 1 SOL on No').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, 'Ask again').click();
    await page.locator('[aria-current=step]').getByText('Final').waitFor();
    expect((await world.get(`/markets/${id}`)).body.betCount).toBe(1);
  });

  test('a refused bet says that no money moved', async () => {
    const { world } = site();
    const id = await world.createMarket();
    const { page } = await openTicket(site(), id);
    await page.route(BETS, async (route) => {
      await world.advance(3_600);
      await route.continue();
    });
    await bet(page, 'Yes');
    await page.getByRole('alert').getByText('No money moved.').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/ended|decided/);
    expect((await world.get(`/markets/${id}`)).body.betCount).toBe(0);
  });

  test('a custom market takes only bets that the wallet signs', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    const { page } = await visit('', { mayFail: true });
    await openPlayWallet(page);
    await page.route(`**/v1/markets/${id}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"custom":false', '"custom":true');
      await route.fulfill({ response, body });
    });
    const sent = notePosts(page);
    await page.goto(`${site().url}m/${id}`);
    await page.getByText('This market takes only bets that you sign yourself.').waitFor();
    await bet(page, 'Yes');
    await page.locator('[aria-current=step]').getByText('Final').waitFor();
    expect(sent[0]).toBe(`/v1/markets/${id}/bets/prepare`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('bets in a market beyond the horizon are signed by the wallet', async () => {
    const { world, visit } = site();
    const now = Date.parse((await world.get('/config')).body.now);
    const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
    const far = await world.createMarket({ expireAt: at(3) });
    const near = await world.createMarket({ expireAt: at(1) });
    const admin = await Admin.of(world);
    await admin.update({ horizonSeconds: 2 * 86_400 });
    const horizon = async () => (await world.get('/config')).body.horizonSeconds;
    await expect.poll(horizon).toBe(2 * 86_400);
    const { page } = await visit('', { mayFail: true });
    await openPlayWallet(page);
    const sent = notePosts(page);
    const reason = page.getByText('ends so late that you must sign each bet yourself');
    for (const [id, isFar] of [
      [near, false],
      [far, true],
    ] as const) {
      sent.length = 0;
      await page.goto(`${site().url}m/${id}`);
      if (isFar) await reason.waitFor();
      await bet(page, 'Yes');
      await page.locator('[aria-current=step]').getByText('Final').waitFor();
      expect(sent[0]).toBe(`/v1/markets/${id}/bets${isFar ? '/prepare' : ''}`);
    }
    await admin.update({ horizonSeconds: 3_650 * 86_400 });
    await admin.close();
  });

  test('everything can be done by keyboard', async () => {
    const id = await site().world.createMarket();
    const { page } = await site().visit(`m/${id}`, { mayFail: true });
    const { keyboard } = page;
    await button(page, 'Get a play wallet').focus();
    await keyboard.press('Enter');
    await help(page).getByText('Your balance: 100 SOL').waitFor();
    await page.getByRole('radio', { name: /^Yes/ }).focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('Tab');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('2.5');
    await button(page, 'Bet 2.5 SOL on No').waitFor();
    await keyboard.press('Enter');
    await page.getByText('You have staked 2.5 SOL on No.').waitFor();
  });
});
