// What `autoWithdraw` sends, said before it does, and what it cannot send.
import { createSolanaRpc } from '@solana/kit';
import { findTokenAccount } from '@tote/program-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { WAIT_MS } from '../../../tools/test-setup/limits.ts';
import { openNewWallet } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import { type Action, act } from './support/wallets.ts';

const POLL = { timeout: WAIT_MS };
const world = useWorld();
let as: Awaited<ReturnType<typeof openNewWallet>>;
beforeAll(async () => {
  as = await openNewWallet(world.service.baseUrl, { SOL: '10', UTILITY: '10' });
});

const account = async () => (await world.get('/account', { as })).body;
const rpc = () => createSolanaRpc(world.demo.rpcUrl);
const lamports = async () =>
  Number((await rpc().getBalance(as.key.address, { commitment: 'confirmed' }).send()).value);

async function tokenBalance(): Promise<number | undefined> {
  const { utilityMint, tokenProgram } = (await world.get('/config')).body;
  const address = await findTokenAccount(as.key.address, { utilityMint, tokenProgram });
  const settings = { commitment: 'confirmed', encoding: 'jsonParsed' } as const;
  const { value } = await rpc().getAccountInfo(address, settings).send();
  // biome-ignore lint/suspicious/noExplicitAny: an account as the node describes it
  return value === null ? undefined : (value.data as any).parsed.info.tokenAmount.uiAmount;
}

/** The wallet stakes 1 against 1 of bob and wins: 1.9 are paid. */
async function win(currency: 'SOL' | 'UTILITY'): Promise<void> {
  const id = await world.createMarket({ currency });
  const bet = { outcome: 'Yes', amount: 1 };
  expect((await world.post(`/markets/${id}/bets`, bet, { as })).status).toBe(201);
  await world.bet(id, 'bob', 'No', 1);
  await world.attest(id);
  const result = async () => (await world.get(`/markets/${id}/result`, { as })).body;
  await expect.poll(result, POLL).toMatchObject({ yourWinnings: 1.9, claimable: false });
}

async function prepare(...actions: Action[]): Promise<string[]> {
  const answer = await world.post('/account/transactions', { wallet: as.key.address, actions });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.summary;
}
const ON = { type: 'autoWithdraw', enabled: true };
const withdraw = (currency: string, amount: number) => ({ type: 'withdraw', currency, amount });
const AS_THEY_COME = 'Sends winnings to the wallet as they come.';

async function sweepFailures(): Promise<number> {
  const text = await (await fetch(world.service.metricsUrl)).text();
  const line = /^tote_keeper_failed_total\{task="sweep-winnings"\} (\d+)$/m.exec(text);
  expect(line).not.toBeNull();
  return Number(line?.[1]);
}

describe('autoWithdraw', () => {
  test('says nothing of earlier winnings while there are none', async () => {
    expect((await account()).sweepable).toEqual({ SOL: 0, UTILITY: 0 });
    expect(await prepare(ON)).toEqual([AS_THEY_COME]);
  });

  test('says what of earlier winnings it sends, to the unit, before it does', async () => {
    await win('SOL');
    await win('UTILITY');
    const before = await account();
    expect(before).toMatchObject({
      autoWithdraw: false,
      balances: { SOL: 10.9, UTILITY: 10.9 },
      sweepable: { SOL: 1.9, UTILITY: 1.9 },
    });
    const held = await lamports();
    expect(await prepare(ON)).toEqual([
      AS_THEY_COME,
      'Sends the 1.9 SOL of earlier winnings within a minute.',
      expect.stringMatching(/^Sends the 1\.9 UTILITY of earlier winnings once the wallet has a/),
    ]);
    // What the same transaction withdraws is not sent again, and a withdrawal makes an account.
    expect(await prepare(ON, withdraw('SOL', 10), withdraw('UTILITY', 1))).toEqual([
      AS_THEY_COME,
      'Withdraws 10 SOL to the wallet.',
      'Withdraws 1 UTILITY to the wallet.',
      'Sends the 0.9 SOL of earlier winnings within a minute.',
      'Sends the 1.9 UTILITY of earlier winnings within a minute.',
    ]);
    expect(await prepare({ ...ON, enabled: false })).toEqual([
      'No longer sends winnings to the wallet.',
    ]);
    expect(await account(), 'preparing sends nothing').toEqual(before);
    expect(await lamports()).toBe(held);
  });

  test('sends exactly that; UTILITY stays while the wallet has no token account', async () => {
    const held = await lamports();
    await act(world, as.key, [ON]);
    await win('SOL');
    await expect.poll(lamports, POLL).toBe(held + 3.8e9);
    const { balances, sweepable, autoWithdraw } = await account();
    expect({ balances, sweepable, autoWithdraw }).toEqual({
      balances: { SOL: 8, UTILITY: 10.9 },
      sweepable: { SOL: 0, UTILITY: 1.9 },
      autoWithdraw: true,
    });
    expect(await tokenBalance()).toBeUndefined();
    expect(await sweepFailures(), 'and nothing is sent in vain').toBe(0);
  });

  test('sends UTILITY as soon as a withdrawal has made the token account', async () => {
    await act(world, as.key, [withdraw('UTILITY', 0.5)]);
    expect(await tokenBalance()).toBeGreaterThanOrEqual(0.5);
    await win('UTILITY');
    await expect.poll(tokenBalance, POLL).toBe(0.5 + 2 * 1.9);
    const { balances, sweepable } = await account();
    expect([balances, sweepable]).toEqual([
      { SOL: 8, UTILITY: 7.5 },
      { SOL: 0, UTILITY: 0 },
    ]);
    expect(await sweepFailures()).toBe(0);
  });
});
