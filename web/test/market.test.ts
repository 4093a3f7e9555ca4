import type { Address } from '@solana/kit';
import { compileCondition } from '@tote/conditions/compile-condition';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  createMarketOnChain,
  openChainAccess,
  setVetoSeconds,
} from '../../service/test/conformance/support/chain-access.ts';
import { demoKey } from '../../service/test/conformance/support/wallets.ts';
import { startTcpProxy } from '../../tools/test-setup/tcp-proxy.ts';
import { describePage } from './support/open-page.ts';

type Rect = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const SOL_PRICE = 'Will SOL be above $200 at expiry?';

describePage('a market', (site) => {
  test.each([
    [1280, 900],
    [768, 1024],
    [375, 800],
  ])('has odds, ticket and rule in this order on %i x %i', async (width, height) => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: SOL_PRICE });
    await world.bet(id, 'alice', 'Yes', '1');
    const { page } = await visit(`m/${id}`, { viewport: { width, height } });
    const rule = page.getByRole('region', { name: 'The rule' });
    const sentence = rule.getByText(/^Yes if SOL is above \$200 at .* by the first Pyth price/);
    await page.locator('#ticket').waitFor({ state: 'attached' });
    const order = await page
      .locator('.odds-board, #ticket, .market-rule')
      .evaluateAll((all) => all.map(({ className, id }) => id || className.split(' ').at(-1)));
    expect(order).toEqual(['odds-board', 'ticket', 'sheet']);
    const bottomOf = async (part: Locator) => {
      const { y, height: size } = (await part.boundingBox()) as Rect;
      return y + size;
    };
    expect(await bottomOf(page.locator('.odds-board'))).toBeLessThan(height);
    if (width !== 768) expect(await bottomOf(sentence)).toBeLessThan(height);
    const terms = rule.getByText('Exactly: the first Pyth SOL/USD price published at or after');
    expect(await terms.isVisible()).toBe(false);
    await rule.getByText('Exact terms').click();
    await terms.waitFor();
    await rule.getByText('all stakes are refunded in full').waitFor();
    await rule.getByText('Exact terms').click();
    await rule.getByText('The program reads an account on Solana itself').waitFor();
    await rule.getByText('Target').waitFor();
    expect(await rule.locator('.live-value').textContent()).toMatch(/Now[\d.,]+ USD.*200 USD/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  test('says that nobody has bet, on one side or at all, instead of drawing odds', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    const { page } = await visit(`m/${id}`);
    const odds = page.getByRole('region', { name: 'Odds', exact: true });
    await odds.getByText('No bets yet. The first bet sets the odds.').waitFor();
    expect(await page.locator('.odds-bar').count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toContain('%');
    await page.locator('.live-live').waitFor();
    await world.bet(id, 'alice', 'Yes', '3');
    await odds.getByText('Nobody has bet on the other side yet.').waitFor();
    await world.bet(id, 'bob', 'No', '0.01');
    await odds.getByText('Nobody has bet on').waitFor({ state: 'detached' });
    expect(await odds.textContent()).toMatch(/Yes>99%.*No<1%/);
  });

  test('shows bets of others at once, each once, with its links', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    const { page } = await visit(`m/${id}`);
    const odds = page.getByRole('region', { name: 'Odds', exact: true });
    await odds.getByText('No bets yet').waitFor();
    await page.locator('.live-live').waitFor();
    const { body: bet } = await world.bet(id, 'alice', 'Yes', '3');
    await world.bet(id, 'bob', 'No', '1.000000001');
    await odds.getByText('75%', { exact: true }).waitFor();
    await odds.getByText('2 bets').waitFor();
    const rows = page.getByRole('region', { name: 'Bets' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.first().textContent()).toContain('1.000000001');
    const first = rows.last();
    expect(await first.textContent()).toContain(world.wallet('alice').address);
    const links = first.getByRole('link');
    expect(await links.first().getAttribute('href')).toContain(
      `/w/${world.wallet('alice').address}`,
    );
    expect(await links.last().getAttribute('href')).toContain(`/tx/${bet.transactionId}?`);
    await page.getByText('Exact terms').click();
    const account = page.getByTitle(id.replace('market_', ''), { exact: true });
    expect(await account.getAttribute('href')).toContain(`/address/${id.replace('market_', '')}?`);
    await page.getByText(/: Yes 75%, pool 4 SOL$/).waitFor();
    const largest = page.getByRole('region', { name: 'Biggest positions' }).locator('tbody tr');
    await expect.poll(() => largest.first().textContent()).toContain(world.wallet('alice').address);
    // Read again, nothing is there twice.
    await page.reload();
    await odds.getByText('2 bets').waitFor();
    expect(await rows.count()).toBe(2);
  });

  test('ends before the eyes of its visitor: outcome, evidence, payouts', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: SOL_PRICE });
    await world.bet(id, 'alice', 'Yes', '3');
    await world.bet(id, 'bob', 'No', '1');
    const { page } = await visit(`m/${id}`);
    await page.locator('.live-live').waitFor();
    await world.advance(3_601);
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText(/^(Yes|No)$/).waitFor({ timeout: 30_000 });
    const { body } = await world.get(`/markets/${id}`);
    expect(await outcome.locator('.outcome').textContent()).toBe(body.winningOutcome);
    await page.getByText('All 2 positions are settled').waitFor({ timeout: 30_000 });
    const payouts = page.getByRole('region', { name: 'Payouts' });
    await payouts.getByText('won', { exact: true }).waitFor();
    await payouts.getByText('lost', { exact: true }).waitFor();
    const winner = world.wallet(body.winningOutcome === 'Yes' ? 'alice' : 'bob').address;
    const won = payouts.locator('tbody tr', { hasText: winner });
    // 5 % of the losing pool is burned and 5 % is the developer's.
    expect(await won.textContent()).toContain(body.winningOutcome === 'Yes' ? '3.9' : '3.7');
    expect(await won.getByRole('link').last().getAttribute('href')).toContain('/tx/');
    await page.getByRole('region', { name: 'The evidence' }).getByText('Read at slot').waitFor();
    expect(await page.locator('#ticket').count()).toBe(0);
  });

  test('that is refunded says so and why, and never "lost"', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will it hail in Faro?' });
    await world.bet(id, 'alice', 'Yes', '2');
    await world.advance(3_601);
    const { page } = await visit(`m/${id}`);
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText('Refund', { exact: true }).waitFor({ timeout: 30_000 });
    await outcome.getByText('The outcome is No, but nobody bet on it').waitFor();
    const payouts = page.getByRole('region', { name: 'Payouts' });
    await payouts.getByText('refunded', { exact: true }).waitFor({ timeout: 30_000 });
    await page.getByText('The only position is settled.').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/\blost\b/i);
  });

  test('that is custom looks different, and says who can move it', async () => {
    const { world, visit } = site();
    const condition = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '150' };
    const id = await world.createMarket({ question: 'Is this a good day?', condition });
    const { page } = await visit(`m/${id}`);
    await page.getByText('A custom market.').waitFor();
    await page.getByText('We could not match the rule to the question').waitFor();
    expect(await page.locator('.market-custom').count()).toBe(1);
  });

  test('whose chain has another rule warns, and hostile text stays text', async () => {
    const { world, visit } = site();
    const access = await openChainAccess(world);
    const { now } = (await world.get('/config')).body;
    const expiresAt = (Date.parse(now) / 1_000 + 3_600) as never;
    const compile = (question: string) =>
      compileCondition({ question, tokenAddress: null as Address | null, expiresAt });
    const question = '<img src=x onerror="document.title=1"> \u202e& "Will" <b>it</b>? 🎲';
    const { canonical: condition } = await compile('Will SOL be above $100000 at expiry?');
    const { decider } = await compile('Will SOL be above $1 at expiry?');
    const market = { question, condition, decider, seconds: 3_600, closesBefore: 60 };
    const id = await createMarketOnChain(access, await demoKey(world, 'alice'), market);
    await access.close();
    await expect.poll(async () => (await world.get(`/markets/${id}`)).status).toBe(200);
    const { page } = await visit(`m/${id}`);
    await page.getByText('The text below does not decide this market.').waitFor();
    await page.getByText('The clauses on chain').first().waitFor();
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    expect(title).toMatch(/^<img src=x onerror="document.title=1"> .*& "Will" <b>it<\/b>\? 🎲$/);
    expect(title).not.toContain('\u202e');
    expect(await page.locator('main img, main b').count()).toBe(0);
  });

  test('that nobody knows says so', async () => {
    const { page } = await site().visit('m/market_nothing', { mayFail: true });
    await page.getByRole('heading', { name: 'There is no such market' }).waitFor();
    await page.getByRole('link', { name: 'See all markets' }).click();
    await page.getByLabel('Search questions').waitFor();
  });

  test('says what it waits for, what the oracle proposed, and until when', async () => {
    const { world, visit } = site();
    const access = await openChainAccess(world);
    await setVetoSeconds(access, 600);
    await access.close();
    const question = 'Will the court decide?';
    const attestation = { silence: 'refund' };
    const id = await world.createMarket({ question, attestation });
    await world.bet(id, 'alice', 'Yes', '1');
    await world.bet(id, 'bob', 'No', '1');
    const { page } = await visit(`m/${id}`);
    await page.getByText('Exact terms').click();
    await page.getByText(/hasn’t answered by .*, all stakes are refunded\. If there/).waitFor();
    await page.locator('.live-live').waitFor();
    await world.advance(3_601);
    await page.getByText('No outcome yet.').waitFor();
    await page.getByText('Betting is closed. These odds are final.').waitFor();
    const verdict = { outcome: 'Yes', evidence: 'It <b>did</b>.' };
    await world.post(`/markets/${id}/attestations`, verdict, { as: 'oracle' });
    await page.getByText('The oracle says Yes.').waitFor();
    await world.advance(601);
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText('Yes', { exact: true }).waitFor();
    await page.getByText('It <b>did</b>.').first().waitFor();
  });

  test('stays with its last figures while the service is away, and goes on afterwards', async () => {
    const { world, visit } = site();
    const id = await world.createMarket({ question: 'Will the line hold?' });
    await world.bet(id, 'alice', 'Yes', '3');
    await using line = await startTcpProxy(site().url);
    const { page } = await visit('', { mayFail: true });
    await page.goto(`${line.url}m/${id}`);
    const odds = page.getByRole('region', { name: 'Odds', exact: true });
    await odds.getByText('1 bet', { exact: true }).waitFor();
    await page.locator('.live-live').waitFor();
    line.isClosed = true;
    line.cut();
    await page.getByText(/No live updates since/).waitFor();
    expect(await odds.textContent()).toContain('100%');
    await world.bet(id, 'bob', 'No', '1');
    line.isClosed = false;
    await odds.getByText('75%', { exact: true }).waitFor();
    await page.getByText('No live updates since').waitFor({ state: 'detached' });
    const rows = page.getByRole('region', { name: 'Bets' }).locator('tbody tr');
    expect(await rows.count()).toBe(2);
  });
});
