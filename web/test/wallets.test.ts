import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, type Site } from './support/open-page.ts';
import { addWallet } from './support/test-wallets.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const menu = (page: Page) => page.getByRole('button', { name: 'Your wallet' });
const SOL = 1_000_000_000;

type TestWallet = Parameters<typeof addWallet>[1];

/** A visitor with this wallet on the page of a new market. */
async function open(site: Site, wallet: TestWallet) {
  const id = await site.world.createMarket();
  const visitor = await site.visit('about', { mayFail: true });
  await addWallet(visitor.page, wallet);
  await visitor.page.clock.install();
  await visitor.page.goto(`${site.url}m/${id}`);
  return { id, ...visitor };
}

async function openDialog(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Connect a wallet' }).click();
  return page.getByRole('dialog');
}

async function connect(page: Page, name: string): Promise<string> {
  await (await openDialog(page)).getByRole('button', { name }).click();
  await menu(page).click();
  const address = (await page.locator('.wallet-address').textContent()) ?? '';
  await menu(page).click();
  return address;
}

/** Money in the wallet itself. */
async function fund({ world }: Site, wallet: string): Promise<void> {
  const request = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [wallet, 20 * SOL] };
  const response = await fetch(world.demo.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  expect(await response.json()).toHaveProperty('result');
}

/** A visitor whose wallet is connected and has money in it. */
async function openFunded(site: Site, wallet: TestWallet) {
  const visitor = await open(site, wallet);
  const address = await connect(visitor.page, wallet.name);
  await fund(site, address);
  return { address, ...visitor };
}

const chooseYes = (page: Page) => page.locator('.side-choice', { hasText: 'Yes' }).click();

describePage('wallets', (site) => {
  test('without transactions of version 1: a first bet, sign a bet, sign out', async () => {
    const { page, id, problems } = await openFunded(site(), { name: 'Old wallet' });
    await chooseYes(page);
    await button(page, 'Bet 1 SOL on Yes').click();
    await page.getByText('You have staked 1 SOL on Yes.').waitFor();
    await page.locator('[aria-current=step]').getByText('Final').waitFor();

    // The first bet allowed ten times its stake. More is signed by the wallet, with a deposit.
    await button(page, 'Bet again').click();
    await page.getByLabel('Amount in SOL').fill('10');
    await page.getByLabel('Sign each bet in your wallet').waitFor({ state: 'detached' });
    await page.getByLabel('Amount in SOL').fill('10.5');
    await page.getByText('It will come from your wallet.').waitFor();
    await page.getByLabel('Sign each bet in your wallet').check();
    await chooseYes(page);
    await button(page, 'Bet 10.5 SOL on Yes').click();
    await page.getByText('You have staked 11.5 SOL on Yes.').waitFor();
    expect((await site().world.get(`/markets/${id}`)).body.betCount).toBe(2);

    await menu(page).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Connect a wallet' }).waitFor();
    await page.reload();
    await button(page, 'Get a play wallet').waitFor();
    expect(await menu(page).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('a bet that the wallet signed goes on after a reload, without another signature', async () => {
    const { page, id } = await openFunded(site(), { name: 'Good wallet' });
    await chooseYes(page);
    await page.getByLabel('Sign each bet in your wallet').check();
    let reached = () => {};
    const isPlaced = new Promise<void>((resolve) => {
      reached = resolve;
    });
    await page.route('**/v1/markets/*/bets', async (route) => {
      await route.fetch();
      reached();
    });
    await button(page, 'Bet 1 SOL on Yes').click();
    await isPlaced;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.locator('[aria-current=step]').getByText('Final').waitFor();
    expect((await site().world.get(`/markets/${id}`)).body.betCount).toBe(1);
  });

  test('one that refuses to sign in leaves nobody connected', async () => {
    const { page } = await open(site(), { name: 'Shy wallet', messages: 'refuses' });
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Shy wallet' }).click();
    await dialog.getByText('You declined it in your wallet. Try again').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await menu(page).count()).toBe(0);
  });

  test('one that refuses a transaction: no money moved, and the step can be tried again', async () => {
    const { page, id } = await openFunded(site(), { name: 'No wallet', signing: 'refuses' });
    await chooseYes(page);
    await button(page, 'Bet 1 SOL on Yes').click();
    await page.getByText('was not placed. You declined it in your wallet.').waitFor();
    await page.getByText('No money moved.').waitFor();
    await button(page, 'Back to the ticket').click();
    await button(page, 'Bet 1 SOL on Yes').waitFor();
    expect((await site().world.get(`/markets/${id}`)).body.betCount).toBe(0);
  });

  test('one that never answers can be cancelled, and leaves nothing behind', async () => {
    const { page } = await openFunded(site(), { name: 'Slow wallet', signing: 'hangs' });
    await chooseYes(page);
    await page.getByLabel('Sign each bet in your wallet').check();
    await button(page, 'Bet 1 SOL on Yes').click();
    await page.getByText('Confirm it in your wallet.').waitFor();
    await button(page, 'Cancel').waitFor();
    await page.clock.fastForward(20_000);
    await page.getByText('Slow wallet has not answered for 20 seconds.').waitFor();
    await button(page, 'Cancel').click();
    await page.getByText('You cancelled. Nothing was sent and no money moved.').waitFor();
    await page.reload();
    await button(page, 'Choose Yes or No').waitFor();
    expect(await page.locator('.bet-progress').count()).toBe(0);
  });

  test('on a phone its request can be cancelled in the sheet of the ticket', async () => {
    const { page } = await openFunded(site(), { name: 'Slow wallet', signing: 'hangs' });
    await page.setViewportSize({ width: 390, height: 800 });
    await page
      .getByRole('region', { name: 'Bet', exact: true })
      .getByRole('button', { name: 'Yes' })
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Sign each bet in your wallet').check();
    await sheet.getByRole('button', { name: 'Bet 1 SOL on Yes' }).click();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.getByText('You cancelled. Nothing was sent and no money moved.').waitFor();
  });

  test('one that hangs at the sign-in can be cancelled in the dialog', async () => {
    const { page } = await open(site(), { name: 'Mute wallet', messages: 'hangs' });
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Mute wallet' }).click();
    await dialog.getByText('Confirm in Mute wallet.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('You cancelled.').waitFor();
  });

  test('one that switches its account in the middle stops the bet, with words', async () => {
    const { page, id, address } = await openFunded(site(), {
      ...{ name: 'Two wallets', signing: 'switches account' },
    });
    await chooseYes(page);
    await page.getByLabel('Sign each bet in your wallet').check();
    await button(page, 'Bet 1 SOL on Yes').click();
    await page.getByText(/Two wallets switched to .+ Sign in again to use it\./).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Connect a wallet' }).waitFor();
    expect((await site().world.get(`/markets/${id}`)).body.betCount).toBe(0);
    const other = await connect(page, 'Two wallets');
    expect(other).not.toBe(address);
  });

  test('what cannot be used here is named with its reason', async () => {
    const { page } = await open(site(), { name: 'Main wallet', chain: 'solana:mainnet' });
    await addWallet(page, { name: 'Ancient wallet', versions: ['legacy'] });
    await page.reload();
    const dialog = await openDialog(page);
    await dialog.getByText('It cannot use this demo chain. Use the play wallet.').waitFor();
    await dialog.getByText('It cannot sign version 0 transactions.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Main wallet' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Play wallet' }).isEnabled()).toBe(true);
  });

  test('on a cluster there is neither a play wallet nor a demo bar', async () => {
    const { page, problems } = await site().visit('about');
    await page.route('**/v1/config', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace('"cluster":"embedded"', '"cluster":"remote"');
      await route.fulfill({ response, body: text });
    });
    await page.goto(site().url);
    await (await openDialog(page)).getByText('This browser has no Solana wallet').waitFor();
    expect(await page.getByText('Play money.').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('where the browser makes no keys, the demo bar says where it does', async () => {
    const { page } = await site().visit('about', { mayFail: true });
    await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    await page.goto(site().url);
    await page.getByText('Browsers create keys only on https:// pages and localhost.').waitFor();
    expect(await button(page, 'Get a play wallet').count()).toBe(0);
  });
});
