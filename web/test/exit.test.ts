import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Address, address, lamports } from '@solana/kit';
import { amount, decideSettlement, payout, poolsOf } from '@tote/domain';
import { NO_ADDRESS, Outcome } from '@tote/program-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openChromium } from '../../service/test/support/chromium.ts';
import { World } from '../../service/test/support/world.ts';
import { ChainAlone, openExitFile, readExitFile } from './support/chain-alone.ts';
import { expectAccessible, expectFits } from './support/open-page.ts';
import { addWallet } from './support/test-wallets.ts';

const DAY = 86_400;
const FEE = 5_000n;
const FEES = { burnBps: 500, developerBps: 500 };
const TOKEN_BYTES = 165n;
const SOL = 1_000_000_000n;
const UTILITY = 1_000_000n;

const addressOf = (id: string) => id.replace('market_', '') as Address;

/** What a stake on one side gets. */
function paid(pools: [bigint, bigint], stake: [bigint, bigint], outcome: 'Yes' | 'No'): bigint {
  const settlement = decideSettlement(poolsOf(...pools), { kind: 'outcome', outcome }, FEES);
  return payout(settlement, { stakeYes: amount(stake[0]), stakeNo: amount(stake[1]) });
}

describe.skipIf(!hasChromium())('the exit page', () => {
  let browser: Browser;
  let world: World;
  let chain: ChainAlone;
  const ids = { rain: '', snow: '', curve: '' };
  let utilityMint: Address;

  beforeAll(async () => {
    browser = await openChromium();
    world = await World.start({ TOTE_KEEPER: '0' });
    const { body } = await world.get('/config');
    utilityMint = body.utilityMint;
    const [sprout] = body.demo.tokens;
    const inMinutes = (minutes: number) =>
      new Date(Date.parse(body.now) + minutes * 60_000).toISOString();
    ids.rain = await world.createMarket({ question: 'Will it rain in Porto <b>today</b>?' });
    ids.snow = await world.createMarket({ question: 'Will it snow in Oslo?', currency: 'UTILITY' });
    ids.curve = await world.createMarket({
      question: 'Will SPROUT complete its bonding curve?',
      tokenAddress: sprout.mint,
      condition: { type: 'token_event', event: 'curve_complete' },
      expireAt: inMinutes(20),
    });
    const bets = [
      [ids.rain, 'alice', 'Yes', '3.000000001'],
      [ids.rain, 'bob', 'No', '1.5'],
      [ids.snow, 'alice', 'No', '5.5'],
      [ids.snow, 'bob', 'Yes', '2'],
      [ids.curve, 'alice', 'No', '0.5'],
      [ids.curve, 'bob', 'Yes', '0.25'],
    ] as const;
    for (const [id, who, side, stake] of bets) {
      expect((await world.bet(id, who, side, stake)).status).toBe(201);
    }
    chain = await ChainAlone.leftBy(world);
    await chain.localnet.sandbox.advanceClock(3_700);
    await chain.resolve(addressOf(ids.rain), Outcome.Yes);
  });

  afterAll(async () => {
    await browser?.close();
    await chain?.close();
    rmSync(world.dir, { recursive: true, force: true });
  });

  async function enter(page: Page, name: 'alice' | 'bob'): Promise<void> {
    await page.getByLabel('RPC address').fill(chain.url);
    await page.getByRole('button', { name: 'Read the chain' }).click();
    await page.getByLabel(/Key file of the Solana/).setInputFiles(chain.keyFile(name));
    await page.getByRole('heading', { name: 'Your money' }).waitFor();
  }

  const card = (page: Page, question: string) =>
    page.getByRole('article').filter({ hasText: question });

  /** Signs what the dialog shows, and waits until it is in a block. */
  async function confirm(page: Page, shown: string | RegExp): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByText(shown).first().waitFor();
    await dialog.getByRole('button', { name: 'Sign and send' }).click();
    await dialog.getByText(/^Done/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  test('one file with a policy that allows exactly what is in it', () => {
    const html = readExitFile();
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("require-trusted-types-for 'script'");
    for (const [tag, rule] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ]) {
      const [, text = ''] = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(html) ?? [];
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${rule} 'sha256-${hash}'`);
    }
    // Without the texts that only developers need, also when tests build it: one source, one hash.
    expect(gzipSync(html).length).toBeLessThan(50 * 1_024);
    // Nothing is loaded from elsewhere.
    expect(html).not.toMatch(/<(script|link|img)[^>]*(src|href)="(?!data:)/);
  });

  test('with the service stopped, everything comes out, to the base unit', async () => {
    const { page, problems } = await openExitFile(browser);
    const before = {
      bettor: await chain.bettor('alice'),
      lamports: await chain.lamports('alice'),
      tokens: await chain.tokens('alice', utilityMint),
    };
    const [solBefore = 0n, utilityBefore = 0n] = before.bettor?.available ?? [];
    await enter(page, 'alice');

    const rain = card(page, 'Will it rain in Porto <b>today</b>?');
    await rain.getByText('Decided: Yes.').waitFor();
    await card(page, 'Will it snow in Oslo?').getByText('Its oracle must decide it').waitFor();

    const fromRain = paid([3n * SOL + 1n, (15n * SOL) / 10n], [3n * SOL + 1n, 0n], 'Yes');
    await rain.getByRole('button', { name: 'Settle your position' }).click();
    await confirm(page, /Simulated on the node: it works/);
    await rain.waitFor({ state: 'detached' });
    expect((await chain.bettor('alice'))?.available[0]).toBe(solBefore + fromRain);

    const curve = card(page, 'Will SPROUT complete its bonding curve?');
    await curve.getByRole('button', { name: 'Have the program decide' }).click();
    await confirm(page, /reads the account/);
    await curve.getByText('Decided: No.').waitFor();
    await curve.getByRole('button', { name: 'Settle your position' }).click();
    await confirm(page, /Simulated on the node/);
    const fromCurve = paid([SOL / 4n, SOL / 2n], [0n, SOL / 2n], 'No');

    await chain.localnet.sandbox.advanceClock(2 * DAY);
    await page.getByRole('button', { name: 'Read again' }).click();
    const snow = card(page, 'Will it snow in Oslo?');
    await snow.getByText('It was not decided in time').waitFor();
    await snow.getByRole('button', { name: 'Get your refund' }).click();
    await confirm(page, /pays what your positions are due/);
    await page.getByText('has no stake in any market').waitFor();
    const sol = solBefore + fromRain + fromCurve;
    const utility = utilityBefore + (55n * UTILITY) / 10n;
    expect((await chain.bettor('alice'))?.available).toEqual([sol, utility]);

    await page.getByRole('button', { name: 'Withdraw SOL' }).click();
    await confirm(page, 'go from the program to your own wallet');
    await page.getByRole('button', { name: 'Withdraw UTILITY' }).click();
    await confirm(page, 'It also opens your token account, whose rent you pay.');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await confirm(page, /nobody but your wallet/);
    await page.getByText('Only your wallet can bet with it.').waitFor();

    const after = await chain.bettor('alice');
    expect(after?.available).toEqual([0n, 0n]);
    expect(after?.delegate).toBe(NO_ADDRESS);
    expect(await chain.tokens('alice', utilityMint)).toBe(before.tokens + utility);
    const rent = await chain.localnet.rpc.getMinimumBalanceForRentExemption(TOKEN_BYTES).send();
    expect(await chain.lamports('alice')).toBe(before.lamports + sol - 7n * FEE - rent);

    // More than may be left behind, then dust: nobody can keep the account open with it.
    const least = await chain.localnet.rpc.getMinimumBalanceForRentExemption(0n).send();
    await chain.deposit('alice', least);
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('all money is withdrawn, you can close').waitFor();
    await page.getByRole('button', { name: 'Withdraw SOL' }).click();
    await confirm(page, 'go from the program to your own wallet');
    await page.getByText('is empty. You can close it.').waitFor();
    await chain.deposit('alice', least - 1n);
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('or close the account and give it up').waitFor();
    const { sol: vault } = await chain.chain.accounts.getVaults();
    await page.getByRole('button', { name: 'Close the account' }).click();
    await confirm(page, /account in the program is deleted.* You give up [\d.]+ SOL\./);
    await page.getByText('has no account in the program').waitFor();
    expect(await chain.bettor('alice')).toBeNull();
    const { sol: left } = await chain.chain.accounts.getVaults();
    expect(left.feesBurn - vault.feesBurn).toBe(least - 1n);
    expect(problems).toEqual([]);
  });

  /** A node that changes some answers on their way. */
  async function tamper(page: Page, method: string, change: (text: string) => string) {
    await page.route(chain.url, async (route) => {
      const isMeant = route.request().postData()?.includes(`"${method}"`);
      if (!isMeant) return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
  }

  test('a question that the node changed is not shown, and only the true text is accepted', async () => {
    const { page, problems } = await openExitFile(browser, { query: `?rpc=${chain.url}` });
    await tamper(page, 'getTransaction', (text) =>
      text.replace(/"transaction":\["([^"]+)"/, (_, base64) => {
        const wire = Buffer.from(base64, 'base64').toString('latin1').replace('Porto', 'Paris');
        return `"transaction":["${Buffer.from(wire, 'latin1').toString('base64')}"`;
      }),
    );
    await page.getByRole('button', { name: 'Read the chain' }).click();
    await page.getByLabel('Id or address of a market').fill(ids.rain);
    await page.getByRole('button', { name: 'Find it' }).click();
    const market = page.getByRole('article');
    await market.getByText('Question unknown').waitFor();
    expect(await page.getByText('Paris').count()).toBe(0);
    await market.getByLabel(/Paste the question/).fill('Will it rain in Paris <b>today</b>?');
    await market.getByRole('button', { name: 'Check' }).click();
    await market.getByText('This is not the question of this market').waitFor();
    await market.getByLabel(/Paste the question/).fill('Will it rain in Porto <b>today</b>?');
    await market.getByRole('button', { name: 'Check' }).click();
    await market.getByRole('heading', { name: 'Will it rain in Porto <b>today</b>?' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('a node or a program that is not there says what to do', async () => {
    const { page } = await openExitFile(browser);
    const read = page.getByRole('button', { name: 'Read the chain' });
    await read.click();
    await page.getByText('Enter the address of a Solana RPC node').waitFor();
    await page.getByLabel('RPC address').fill('http://127.0.0.1:1');
    await read.click();
    await page.getByText(/127\.0\.0\.1:1 is not responding .* try another one/i).waitFor();
    await page.getByLabel('RPC address').fill(chain.url);
    await page.getByLabel('Address of the program').fill(utilityMint);
    await read.click();
    await page.getByText(`there is no Tote program at ${utilityMint}`).waitFor();
  });

  test('a stranger with a wallet of the browser can end what is due, and who is owed gets it', async () => {
    const [, before = 0n] = (await chain.bettor('bob'))?.available ?? [];
    const { page, problems } = await openExitFile(browser, {
      query: `?rpc=${chain.url}`,
      prepare: (unloaded) => addWallet(unloaded, { name: 'Stranger' }),
    });
    await page.getByRole('button', { name: 'Read the chain' }).click();
    await page.getByRole('button', { name: 'Stranger' }).click();
    await page.getByText('has no account in the program').waitFor();
    const text = await page.getByText('signs with Stranger').textContent();
    const stranger = address(text?.split(' ')[0] ?? '');
    await chain.localnet.rpc.requestAirdrop(stranger, lamports(SOL)).send();

    await page.getByRole('button', { name: 'List markets that are due' }).click();
    const snow = card(page, 'Will it snow in Oslo?');
    await snow.getByRole('button', { name: 'Settle everybody’s positions' }).click();
    await confirm(page, 'Settle 1 of 1 positions');
    expect((await chain.bettor('bob'))?.available[1]).toBe(before + 2n * UTILITY);
    await snow.getByRole('button', { name: 'Close the market' }).click();
    await confirm(page, 'The rent goes back to whoever paid it');
    await snow.waitFor({ state: 'detached' });
    const { value } = await chain.localnet.rpc
      .getAccountInfo(addressOf(ids.snow), { commitment: 'confirmed', encoding: 'base64' })
      .send();
    expect(value).toBeNull();
    expect(await chain.lamportsOf(stranger)).toBe(SOL - 2n * FEE);
    expect(problems).toEqual([]);
  });

  test('what the chain or the wallet refuses says that nothing was sent', async () => {
    const { page } = await openExitFile(browser, {
      query: `?rpc=${chain.url}`,
      prepare: (unloaded) => addWallet(unloaded, { name: 'Refuser', signing: 'refuses' }),
    });
    await page.getByRole('button', { name: 'Read the chain' }).click();
    await page.getByRole('button', { name: 'Refuser' }).click();
    await page.getByText('signs with Refuser').waitFor();
    await page.getByLabel('Id or address of a market').fill(ids.rain);
    await page.getByRole('button', { name: 'Find it' }).click();
    const settle = page.getByRole('button', { name: 'Settle everybody’s positions' });
    await settle.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the wallet has no SOL to pay the fee').waitFor();
    expect(await dialog.getByRole('button', { name: 'Sign and send' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Not now' }).click();

    const text = await page.getByText('signs with Refuser').textContent();
    const refuser = address(text?.split(' ')[0] ?? '');
    await chain.localnet.rpc.requestAirdrop(refuser, lamports(SOL)).send();
    await settle.click();
    await dialog.getByRole('button', { name: 'Sign and send' }).click();
    await dialog.getByText(/The wallet did not sign: .* Nothing was sent/).waitFor();
    expect(await chain.lamportsOf(refuser)).toBe(SOL);
  });

  test('it has no fault of accessibility and fits 320 px, also while it asks', async () => {
    const { page } = await openExitFile(browser, {
      query: `?rpc=${chain.url}`,
      context: { bypassCSP: true, viewport: { width: 320, height: 800 } },
    });
    await enter(page, 'bob');
    await page.getByRole('heading', { name: 'Will it rain in Porto' }).waitFor();
    const check = async () => {
      await expectAccessible(page);
      await expectFits(page, [320]);
    };
    await check();
    await page.getByRole('button', { name: 'Withdraw SOL' }).click();
    await page.getByText('The transaction, read from its bytes').click();
    await check();
  });
});
