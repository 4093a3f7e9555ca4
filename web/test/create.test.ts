import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Admin } from '../../service/test/support/admin.ts';
import { describePage, openPlayWallet, type Visitor } from './support/open-page.ts';

const PRICE = 'Will SOL be above $1 at expiry?';
/** What Chromium says about an answer of 4xx, which these tests ask for. */
const REFUSED = /status of 4\d\d/;
const unexpected = ({ problems }: Visitor) => problems.filter((text) => !REFUSED.test(text));

const ask = (page: Page, question: string) => page.getByLabel('The question').fill(question);
const understood = (page: Page) => page.getByRole('region', { name: 'What we understood' });

describePage('create', (site) => {
  test('says what decides the question, its value now and its target, without a wallet', async () => {
    const visitor = await site().visit('new');
    const { page } = visitor;
    await ask(page, PRICE);
    const panel = understood(page);
    await panel.getByText('On-chain fact').first().waitFor();
    const { body } = await site().world.post('/markets/preview', {
      ...{ question: PRICE, outcomes: ['Yes', 'No'], currency: 'SOL' },
      expireAt: '2035-01-01T00:00:00Z',
    });
    expect(await panel.locator('.rule-text').textContent()).toContain('SOL');
    const progress = await panel.locator('.understood-progress').textContent();
    expect(progress).toMatch(/Now[\d,.]+ USDTarget1 USD/);
    expect(body.conditionProgress.unit).toBe('USD');
    // Above 1 already, but the end counts.
    await panel.getByText('Currently true; only the value at the end counts.').waitFor();
    await page.getByRole('button', { name: 'Connect a wallet to create it' }).waitFor();
  });

  test('says that a question is attested, and one click takes a question that is measured', async () => {
    const visitor = await site().visit('new');
    const { page } = visitor;
    await ask(page, 'Will SOL surge over $300?');
    const panel = understood(page);
    await panel.getByText('✎ Attested').waitFor();
    await page.getByRole('group', { name: 'What if the oracle says nothing?' }).waitFor();
    const suggestion = panel.getByRole('button', { name: /rise above.*Use this one/ });
    const words = (await suggestion.locator('span').first().textContent()) ?? '';
    await suggestion.click();
    expect(await page.getByLabel('The question').inputValue()).toBe(words);
    await panel.locator('.understood-progress').getByText('300').waitFor();
    expect(await panel.getByText('✎ Attested').count()).toBe(0);
    expect(await page.getByRole('group', { name: /the oracle says nothing/ }).count()).toBe(0);
  });

  test('says that an outcome is known, and does not create it', async () => {
    const visitor = await site().visit('new');
    const { page } = visitor;
    await ask(page, 'Will SOL exceed $1 at any time before expiry?');
    await understood(page).getByText('This has already happened').waitFor();
    const button = page.getByRole('button', { name: 'Already decided' });
    expect(await button.isDisabled()).toBe(true);
  });

  test('an expiry beyond a change of clocks is the same instant here, in UTC and on chain', async () => {
    const { world, visit } = site();
    const visitor = await visit('new', { timezoneId: 'America/New_York', mayFail: true });
    const { page } = visitor;
    await openPlayWallet(page);
    await ask(page, PRICE);
    const end = page.getByLabel('Ends (your local time)');
    // Clocks skip it on the 14th of March 2027.
    await end.fill('2027-03-14T02:30');
    await page.getByText('14 Mar 2027, 07:30:00 UTC').first().waitFor();
    await page.getByText('Clocks skip this time').waitFor();
    await end.fill('2027-03-14T12:00');
    await page.getByText('14 Mar 2027, 16:00:00 UTC').first().waitFor();
    await page.getByRole('button', { name: 'Create the market' }).click();
    await page.waitForURL(/\/m\/\w+$/);
    const { body } = await world.get(`/markets/${page.url().split('/').at(-1)}`);
    expect(body).toMatchObject({ question: PRICE, expireAt: '2027-03-14T16:00:00Z' });
    expect(unexpected(visitor)).toEqual([]);
  });

  test('takes the time that the question names, unless another one is chosen', async () => {
    const visitor = await site().visit('new', { timezoneId: 'Asia/Tokyo' });
    const { page } = visitor;
    await ask(page, 'Will SOL be above $1 on 1 March 2030 at 12:00 UTC?');
    const end = page.getByLabel('Ends (your local time)');
    await page.locator('output').getByText('1 Mar 2030, 12:00:00 UTC').waitFor();
    expect(await end.inputValue()).toBe('2030-03-01T21:00');
    await page.getByRole('button', { name: '1 week' }).click();
    await page.getByRole('button', { name: 'End it at 1 Mar 2030, 12:00:00 UTC' }).click();
    await page.locator('output').getByText('1 Mar 2030, 12:00:00 UTC').waitFor();
  });

  test('a refused market keeps what was typed, beside the reason; a reload does, too', async () => {
    const { world, visit } = site();
    const visitor = await visit('new', { mayFail: true });
    const { page } = visitor;
    await openPlayWallet(page);
    await ask(page, PRICE);
    const amount = page.getByLabel('Amount in SOL');
    await amount.fill('1,500');
    await page.getByText('Write 1500 or 1.5.').waitFor();
    expect(await page.getByRole('button', { name: 'Fix the marked fields' }).isDisabled()).toBe(
      true,
    );
    await amount.fill('1000000');
    await page.getByRole('button', { name: 'Create the market' }).click();
    await page.getByText('Nothing was created, and no money moved.').waitFor();
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    expect(await page.getByLabel('The question').inputValue()).toBe(PRICE);
    expect(await amount.inputValue()).toBe('1000000');
    const before = (await world.get('/markets')).body.length;
    await amount.fill('1.5');
    await page.getByRole('button', { name: 'Create the market' }).click();
    await page.waitForURL(/\/m\/\w+$/);
    const { body } = await world.get(`/markets/${page.url().split('/').at(-1)}`);
    expect(body).toMatchObject({ question: PRICE, totalVolume: 1.5, betCount: 1 });
    expect((await world.get('/markets')).body).toHaveLength(before + 1);
    expect(unexpected(visitor)).toEqual([]);
  });

  test('an end that is too far ahead is refused beside its field, with what to do', async () => {
    const { world, visit } = site();
    const admin = await Admin.of(world);
    await admin.update({ horizonSeconds: 86_400 });
    const horizon = async () => (await world.get('/config')).body.horizonSeconds;
    await expect.poll(horizon).toBe(86_400);
    const before = (await world.get('/markets')).body.length;
    const visitor = await visit('new', { mayFail: true });
    const { page } = visitor;
    await openPlayWallet(page);
    await ask(page, PRICE);
    await page.getByRole('button', { name: '1 week' }).click();
    await page.getByRole('button', { name: 'Create the market' }).click();
    await page.getByText('Nothing was created, and no money moved.').waitFor();
    await page.getByText('Choose an earlier end.').waitFor();
    const end = page.getByLabel('Ends (your local time)');
    expect(await end.getAttribute('aria-invalid')).toBe('true');
    expect((await world.get('/markets')).body).toHaveLength(before);
    await admin.update({ horizonSeconds: 3_650 * 86_400 });
    await expect.poll(horizon).toBe(3_650 * 86_400);
    await admin.close();
    expect(unexpected(visitor)).toEqual([]);
  });

  test('a reload while the answer is on its way creates one market, and goes to it', async () => {
    const { world, visit } = site();
    const visitor = await visit('new', { mayFail: true });
    const { page } = visitor;
    await openPlayWallet(page);
    await ask(page, 'Will the bridge open?');
    const create = page.getByRole('button', { name: 'Create the market' });
    await create.waitFor();
    let requests = 0;
    // The service gets the first one; its answer is lost.
    await page.route('**/v1/markets', async (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      await route.fetch();
      await page.reload();
    });
    await create.click();
    await page.waitForURL(/\/m\/\w+$/);
    expect(requests).toBeGreaterThan(1);
    const { body } = await world.get('/markets?q=bridge');
    expect(body).toHaveLength(1);
    expect(page.url()).toContain(body[0].id);
  });

  test('shows open markets about the same', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will the volcano Fagradalsfjall erupt?' });
    const visitor = await visit('new');
    await ask(visitor.page, 'Will Fagradalsfjall be loud?');
    const similar = visitor.page.getByRole('region', { name: 'Similar open markets' });
    expect(await similar.getByRole('link').getAttribute('href')).toContain(id);
  });

  test('an example about the web shows what each source says', async () => {
    const visitor = await site().visit('new');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Web value' }).click();
    await understood(page).getByRole('table').waitFor();
    const rows = await understood(page).getByRole('row').count();
    const { body } = await site().world.get('/config');
    expect(rows).toBe(body.demo.webSources.length + 1);
  });
});
