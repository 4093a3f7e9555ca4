import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Receiver } from '../../service/test/feed/webhooks/support/receiver.ts';
import type { World } from '../../service/test/support/world.ts';
import { describePage, openPlayWallet, readSession } from './support/open-page.ts';

const HOUR = 3_600;

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

async function readLamports(world: World, wallet: string): Promise<number> {
  const response = await fetch(world.demo.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'getBalance' },
      params: [wallet, { commitment: 'confirmed' }],
    }),
  });
  const { result } = (await response.json()) as { result: { value: number } };
  return result.value;
}

describePage(
  'portfolio',
  (site) => {
    test('without a wallet it says what it shows, and how to connect', async () => {
      const { page } = await site().visit('me');
      await page.getByText('Connect a wallet to see your portfolio').waitFor();
      await page.locator('main').getByRole('button', { name: 'Connect a wallet' }).click();
      await page.getByRole('dialog').getByText('Play wallet').waitFor();
    });

    test('money goes out and in, to the base unit', async () => {
      const { world, visit } = site();
      const { page } = await visit('me');
      await openPlayWallet(page);
      const { wallet } = await readSession(page);
      const board = page.getByRole('region', { name: 'Balances' });
      await board.getByText('100', { exact: true }).waitFor();
      const form = page.getByRole('form', { name: 'Deposit and withdraw' });
      const amount = form.getByLabel('Amount');
      await form.getByLabel('Withdraw').check();
      await amount.fill('1,500');
      await form.getByText('Write 1500 or 1.5.').waitFor();
      await amount.fill('100.000000001');
      await form.getByText('There is only 100').waitFor();
      await amount.fill('1.000000001');
      await form.getByRole('button', { name: 'Withdraw 1.000000001 SOL' }).click();
      await form.getByText('Done. It cannot be undone.').waitFor();
      expect(await readLamports(world, wallet)).toBe(1_000_000_001);
      await board.getByText('98.999999999', { exact: true }).waitFor();
      await board.getByText('1.000000001', { exact: true }).waitFor();

      await form.getByLabel('Deposit').check();
      await form.getByRole('button', { name: 'Max' }).click();
      await form.getByRole('button', { name: 'Deposit 1.000000001 SOL' }).click();
      await board.getByText('100', { exact: true }).waitFor();
      expect(await readLamports(world, wallet)).toBe(0);
    });

    test('the allowance can be changed and revoked, and winnings sent on', async () => {
      const { world, visit } = site();
      const { page } = await visit('me');
      await openPlayWallet(page);
      const { key } = await readSession(page);
      const readAccount = async () => (await world.get('/account', bearer(key))).body;
      const allowance = page.getByRole('region', { name: 'One-click betting' });
      await allowance.getByText('We can place bets for you').waitFor();
      await allowance.getByRole('button', { name: 'Revoke now' }).click();
      await allowance.getByText('One-click betting is off').waitFor();
      expect((await readAccount()).delegate).toBeNull();

      await allowance.getByText('Allow one-click betting').click();
      await allowance.getByLabel('Limit in SOL').fill('2.5');
      await allowance.getByRole('button', { name: 'Allow it' }).click();
      await allowance.getByText('We can place bets for you').waitFor();
      expect((await readAccount()).delegate.allowance).toEqual({ SOL: 2.5, UTILITY: 0 });

      const sending = page.getByRole('switch', { name: 'Send winnings to my wallet' });
      await sending.click();
      await page.getByText('Winnings are sent to your wallet').waitFor();
      expect((await readAccount()).autoWithdraw).toBe(true);
      expect(await sending.getAttribute('aria-checked')).toBe('true');
    });

    test('winnings appear by themselves, a refund is no loss, and the CSV has it all', async () => {
      const { world, visit } = site();
      const { page } = await visit('me');
      await openPlayWallet(page);
      const { key } = await readSession(page);
      const open = page.getByRole('region', { name: 'Open bets' });
      await open.getByText('You have no open bets').waitFor();
      const bet = async (marketId: string, outcome: string, amount: string) => {
        const body = { outcome, amount };
        const answer = await world.post(`/markets/${marketId}/bets`, body, bearer(key));
        expect(answer.status, answer.text).toBe(201);
      };
      const won = await world.createMarket({ question: 'Will it rain in Faro?' });
      await bet(won, 'No', '2.5');
      const position = open.getByRole('listitem').filter({ hasText: 'Faro' });
      await position.getByText('2.5', { exact: true }).first().waitFor();
      await world.bet(won, 'alice', 'Yes', 1);
      // 2.5 and the pool of the other side, without the fees of a tenth.
      await position.getByText('3.4', { exact: true }).waitFor();
      const lost = await world.createMarket({ question: 'Will it rain in Evora?' });
      await bet(lost, 'Yes', '0.25');
      await world.bet(lost, 'bob', 'No', 1);
      const refunded = await world.createMarket({ question: 'Will it rain in Braga?' });
      await bet(refunded, 'Yes', '0.125');
      await world.advance(HOUR + 1);

      await page.getByText('3.4 SOL credited: you won.').waitFor();
      await page.getByText('0.125 SOL refunded.').waitFor();
      await open.getByText('You have no open bets').waitFor();
      const past = page.getByRole('region', { name: 'Past bets' });
      const rowOf = (text: string) => past.getByRole('listitem').filter({ hasText: text });
      // A row first says how the market ended, then what was paid.
      const shows = (text: string, expected: RegExp) =>
        expect.poll(() => rowOf(text).textContent(), { timeout: 20_000 }).toMatch(expected);
      await shows('Faro', /Won3\.4 SOL credited/);
      await shows('Evora', /Lost$/);
      await shows('Braga', /Refunded0\.125 SOL returned$/);
      await past.getByRole('button', { name: 'Lost 1' }).click();
      expect(await past.getByRole('listitem').allTextContents()).toEqual([
        expect.stringContaining('Evora'),
      ]);
      // 0.9 won and 0.25 lost.
      const profit = page.getByRole('region', { name: 'Profit and loss' });
      await profit.getByText('+0.65 SOL').first().waitFor();
      await profit.getByRole('button', { name: 'As a table' }).click();
      expect(await profit.getByRole('row').count()).toBe(4);
      const board = page.getByRole('region', { name: 'Balances' });
      await board.getByText('100.65', { exact: true }).waitFor();
      const sending = page.getByRole('region', { name: 'Send winnings to my wallet' });
      await sending.getByText('also sends your earlier winnings: 3.525 SOL.').waitFor();

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download as CSV' }).click(),
      ]);
      const { wallet } = await readSession(page);
      expect(download.suggestedFilename()).toBe(`tote-statement-${wallet}.csv`);
      const { text } = await world.get('/account/statement?format=csv', bearer(key));
      expect(readFileSync(await download.path(), 'utf8')).toBe(text);
      expect(text).toContain('refund');
    });

    test('an API key is shown once, works, and is revoked', async () => {
      const { world, visit } = site();
      const { page } = await visit('me');
      await openPlayWallet(page);
      await page.getByRole('button', { name: 'Show my API keys' }).click();
      const keys = page.getByRole('list', { name: 'API keys' });
      await keys.waitFor();
      await page.getByText('Create a key').click();
      await page.getByLabel('What it is for').fill('My bot');
      await page.getByLabel('bet, within the allowance').uncheck();
      await page.getByRole('button', { name: 'Create the key' }).click();
      const secret = (await page.locator('.secret-text').textContent()) ?? '';
      expect((await world.get('/account', bearer(secret))).status).toBe(200);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      expect(await page.getByText(secret).count()).toBe(0);
      const row = keys.getByRole('listitem').filter({ hasText: 'My bot' });
      expect(await row.textContent()).toMatch(/My bot read/);
      await row.getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
      expect((await world.get('/account', bearer(secret))).status).toBe(401);
    });

    test('a webhook is made, gets events, gets a new secret, and is deleted', async () => {
      const { world, visit } = site();
      const receiver = await Receiver.start();
      const { page } = await visit('me');
      await openPlayWallet(page);
      const { key } = await readSession(page);
      await page.getByRole('button', { name: 'Show my webhooks' }).click();
      await page.getByText('You have no webhooks.').waitFor();
      await page.getByLabel('Post events to').fill(receiver.url);
      await page.getByRole('button', { name: 'Add' }).click();
      const secret = (await page.locator('.secret-text').textContent()) ?? '';
      expect(secret).toMatch(/^whsec_/);
      const id = await world.createMarket({ question: 'Will the post come?' });
      await world.post(`/markets/${id}/bets`, { outcome: 'Yes', amount: 1 }, bearer(key));
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
      const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').first();
      // It is recorded a moment after it was received.
      const countTaken = async () => {
        await row.getByRole('button', { name: 'Recent deliveries' }).click();
        return row.getByText('delivered, 200').count();
      };
      await expect.poll(countTaken, { timeout: 20_000 }).toBeGreaterThan(0);
      await row.getByRole('button', { name: 'New secret' }).click();
      await expect.poll(() => page.locator('.secret-text').textContent()).not.toBe(secret);
      await row.getByRole('button', { name: /^Delete/ }).click();
      await page.getByText('You have no webhooks.').waitFor();
      await receiver.close();
    });

    test('what cannot be read is unknown, and what was read stays when the service is gone', async () => {
      const { page } = await site().visit('me', { mayFail: true });
      await openPlayWallet(page);
      const board = page.getByRole('region', { name: 'Balances' });
      await board.getByText('100', { exact: true }).waitFor();
      const { port } = new URL(site().world.demo.rpcUrl);
      await page.route(
        (url) => url.port === port,
        (route) => route.abort(),
      );
      await page.route('**/v1/**', (route) => route.abort());
      await page.getByRole('button', { name: 'Download as CSV' }).click();
      await page.getByText('The service is not responding').first().waitFor();
      await board.getByText('100', { exact: true }).waitFor();
      await page.unroute('**/v1/**');
      await page.reload();
      await board.getByText('unknown').first().waitFor();
      await board.getByText('100', { exact: true }).waitFor();
    });
  },
  { TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8' },
);
