import { expect, test } from 'vitest';
import { describePage } from './support/open-page.ts';

describePage('markets', (site) => {
  test('an empty service says what to do', async () => {
    const { page } = await site().visit();
    await page.getByRole('link', { name: 'Create a market' }).waitFor();
  });

  test('bets of others change the odds without a reload', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will it rain in Porto?' });
    const { page } = await visit();
    const card = page.getByRole('article').filter({ hasText: 'Will it rain in Porto' });
    await card.waitFor();
    await page.getByText('Live').waitFor();
    expect(await card.textContent()).toContain('No bets yet');
    await world.bet(id, 'alice', 'Yes', 3);
    await world.bet(id, 'bob', 'No', 1);
    await card.getByText('75%', { exact: true }).waitFor();
  });

  test('search and filters are in the address, and last over a reload', async () => {
    const { world, visit } = site();
    await world.createMarket({ question: 'Will it snow in Oslo?' });
    const { page } = await visit('', { mayFail: true });
    const cards = page.getByRole('article');
    await page.getByLabel('Search questions').fill('snow');
    await cards.getByRole('link', { name: /Oslo/ }).waitFor();
    await cards.getByRole('link', { name: /Porto/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?q=snow');
    await page.reload();
    await cards.getByRole('link', { name: /Oslo/ }).waitFor();
    expect(await cards.getByRole('link', { name: /Porto/ }).count()).toBe(0);
  });

  test('what is typed stays while figures change, and filters can be taken off', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will it thaw in Tromso?' });
    const { page } = await visit('?currency=SOL');
    await page.getByText('Live').waitFor();
    const search = page.getByLabel('Search questions');
    await search.pressSequentially('thaw ');
    await world.bet(id, 'alice', 'Yes', 1);
    await page
      .getByRole('article')
      .filter({ hasText: 'Tromso' })
      .getByText('100%', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Remove Search: thaw' }).waitFor();
    expect(await search.inputValue()).toBe('thaw ');
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Remove Currency: SOL' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=thaw');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('article').getByRole('link', { name: /Oslo/ }).waitFor();
    expect(await search.inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
  });

  test('a market appears, closes and is decided under an open page', async () => {
    const { world, visit } = site();
    const { page } = await visit('about');
    const feeds: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/events')) feeds.push(request.url());
    });
    let reads = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/v1/markets?rounds=open&limit=24')) reads += 1;
    });
    await page.getByRole('link', { name: 'Markets', exact: true }).click();
    await page.getByText('Live').waitFor();
    await expect.poll(() => reads).toBe(1);
    const question = 'Will the river freeze?';
    const id = await world.createMarket({ question });
    // It does not push away what is read.
    await page.getByRole('button', { name: '1 new market, show' }).waitFor();
    const card = page.getByRole('article').filter({ hasText: question });
    expect(await card.count()).toBe(0);
    await page.getByRole('button', { name: '1 new market, show' }).click();
    await card.getByText('Ends in').waitFor();
    await world.bet(id, 'alice', 'Yes', '1.5');
    await world.bet(id, 'bob', 'No', '1.25');
    await card.getByText('2.75', { exact: true }).waitFor();
    const strip = page.getByRole('log', { name: 'Latest activity' });
    await strip.getByText('bet 1.25 SOL on No').waitFor();
    expect(await strip.getByRole('listitem').first().textContent()).toContain('bet 1.25 SOL on No');
    const named = strip.getByRole('link', { name: `bet 1.25 SOL on No ${question}` });
    expect(await named.getAttribute('href')).toMatch(new RegExp(`/m/${id}$`));
    // A market that is not in the list is named, too.
    const { page: filtered } = await visit('?q=nowhere');
    await filtered.getByText('No markets match').waitFor();
    await filtered.getByRole('link', { name: `bet 1.25 SOL on No ${question}` }).waitFor();
    const paid = page.locator('.totals div', { hasText: 'Paid out' });
    // Zeros are not shown.
    expect(await paid.count()).toBe(0);
    await world.advance(3_601);
    await card.getByText('No won').waitFor();
    await strip.getByText('was paid').first().waitFor();
    await paid.waitFor();
    expect(feeds).toHaveLength(1);
  });

  test('more markets come below, and what fails can be tried again', async () => {
    const { world, visit } = site();
    const many = Array.from({ length: 25 }, (_, each) => `Will number ${each} come?`);
    for (const question of many) await world.createMarket({ question });
    const { page } = await visit('?q=number', { mayFail: true });
    const more = page.getByRole('button', { name: 'More markets' });
    await more.waitFor();
    expect(await page.locator('.cards > li').count()).toBe(24);
    await page.route('**/v1/markets?*cursor=*', (route) => route.abort());
    await more.click();
    const alert = page.getByRole('alert');
    await alert.getByText('The service is not responding').waitFor();
    await page.unroute('**/v1/markets?*cursor=*');
    const top = await page.evaluate(() => scrollY);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Will number 0 come?' }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(top);
    expect(await page.locator('.cards > li').count()).toBe(25);
    expect(await more.count()).toBe(0);
  });

  test('an address without a page says so', async () => {
    const { page } = await site().visit('', { mayFail: true });
    await page.evaluate(() => history.pushState(null, '', '/nothing/here'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'See all markets' }).click();
    await page.getByRole('link', { name: /number 24/ }).waitFor();
  });
});

describePage('markets without the service', (site) => {
  test('the last figures stay, greyed, and say from when they are', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will it rain in Porto?' });
    await world.bet(id, 'alice', 'Yes', 3);
    const { page } = await visit('', { mayFail: true });
    await page.getByText('Live').waitFor();
    const figure = page.getByRole('article').getByText('100%', { exact: true });
    const colour = () => figure.evaluate((element) => getComputedStyle(element).color);
    const before = await colour();
    await world.service.close();
    await page.getByText('No live updates since').waitFor();
    expect(await colour()).not.toBe(before);
    await page.getByText('Offline').waitFor();
    // What is asked for now says what to do.
    await page.getByLabel('Search questions').fill('porto');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  });
});
