// Deposits and withdrawals of UTILITY, whichever token program its mint belongs to.
import type { Address } from '@solana/kit';
import { createKey, type Key } from '@tote/chain/key';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { findTokenAccount } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { turnSwitch } from '../../../packages/chain/test/token-switch.ts';
import { type AccountAction, prepareAccount } from '../../src/accounts/prepare-account.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import {
  createPreparedWorld,
  type PreparedWorld,
  signTransaction,
  text,
} from '../submissions/prepared-world.ts';

const UNIT = 1_000_000n;
const move = (type: 'deposit' | 'withdraw', amount: string, to?: string): AccountAction => ({
  ...{ type, currency: 'UTILITY', amount: text(amount), ...(to && { tokenAccount: to }) },
});

/** A wallet with UTILITY in its own token account and an empty Bettor. */
async function start(tokenProgram: Address, utility = 9n * UNIT) {
  const world = await createPreparedWorld({ tokenProgram });
  const wallet = await world.createWallet();
  const token = await findTokenAccount(wallet.address, world);
  await world.localnet.sandbox.mintTo(world.utilityMint, wallet.address, utility);
  await world.act(wallet, [{ type: 'open' }]);
  return { world, wallet, token };
}

const balances = async ({ chain }: PreparedWorld, wallet: Key) => {
  const token = await findTokenAccount(wallet.address, await chain.accounts.getUtility());
  const { value } = await chain.rpc.getTokenAccountBalance(token).send();
  const bettor = await chain.accounts.findBettor(wallet.address);
  return { inside: bettor?.available[1], outside: BigInt(value.amount) };
};

describe.each([
  ['the classic Token program', TOKEN_PROGRAM, 165n],
  ['Token-2022', TOKEN_2022_PROGRAM, 170n],
])('with a mint of %s', (_, tokenProgram, accountBytes) => {
  test('UTILITY goes in and comes out', async () => {
    const { world, wallet } = await start(tokenProgram);
    await world.act(wallet, [move('deposit', '7')]);
    expect(await balances(world, wallet)).toEqual({ inside: 7n * UNIT, outside: 2n * UNIT });
    await world.act(wallet, [move('withdraw', '3')]);
    expect(await balances(world, wallet)).toEqual({ inside: 4n * UNIT, outside: 5n * UNIT });
    const { context } = world;
    const tooMuch = prepareAccount(context, wallet.address, [move('deposit', '5.000001')]);
    await expect(tooMuch).rejects.toMatchObject({ code: 'wallet_funds_insufficient' });
  });

  test('the wallet pays the rent of a new token account, to the lamport', async () => {
    const { world, wallet, token } = await start(tokenProgram);
    await world.act(wallet, [move('deposit', '9')]);
    await world.localnet.sandbox.setAccount(token, { lamports: 0n });
    const rent = await world.chain.rpc.getMinimumBalanceForRentExemption(accountBytes).send();
    await world.fund(wallet.address, rent - 1n);
    const attempt = () => world.act(wallet, [move('withdraw', '9')]);
    await expect(attempt()).rejects.toMatchObject({ code: 'wallet_funds_insufficient' });
    await world.fund(wallet.address, rent);
    await attempt();
    expect(await balances(world, wallet)).toEqual({ inside: 0n, outside: 9n * UNIT });
    expect((await world.chain.rpc.getBalance(wallet.address).send()).value).toBe(0n);
  });
});

describe('with a mint of Token-2022', () => {
  const turn = (world: PreparedWorld, wallet: Key, ...change: [Switch, boolean?]) =>
    findTokenAccount(wallet.address, world).then((token) =>
      world.chain.send(turnSwitch(wallet.signer, token, ...change), [wallet]),
    );
  type Switch = Parameters<typeof turnSwitch>[2];

  test.each([
    ['cpiGuard', move('deposit', '1'), 'token_account_guarded'],
    ['memoRequired', move('withdraw', '1'), 'token_account_requires_memo'],
  ] as const)(
    '%s is refused when it is prepared, and when it is sent',
    async (name, action, code) => {
      const { world, wallet } = await start(TOKEN_2022_PROGRAM);
      await world.act(wallet, [move('deposit', '4')]);
      const { transaction } = await prepareAccount(world.context, wallet.address, [action]);
      await turn(world, wallet, name);
      const refusal = { code, status: 400 };
      const again = prepareAccount(world.context, wallet.address, [action]);
      await expect(again).rejects.toMatchObject(refusal);
      const sent = submitTransaction(world.context, null, signTransaction(transaction, wallet));
      await expect(sent).rejects.toMatchObject(refusal);
      expect(await balances(world, wallet)).toEqual({ inside: 4n * UNIT, outside: 5n * UNIT });
      await turn(world, wallet, name, false);
      await world.act(wallet, [action]);
    },
  );

  test('a token account that is named must not require a memo either', async () => {
    const { world, wallet, token } = await start(TOKEN_2022_PROGRAM);
    await world.act(wallet, [move('deposit', '4')]);
    await turn(world, wallet, 'memoRequired');
    const named = prepareAccount(world.context, wallet.address, [move('withdraw', '1', token)]);
    await expect(named).rejects.toMatchObject({ code: 'token_account_requires_memo' });
    // The other switch concerns only what goes out.
    await turn(world, wallet, 'memoRequired', false);
    await turn(world, wallet, 'cpiGuard');
    await world.act(wallet, [move('withdraw', '1', token)]);
    expect(await balances(world, wallet)).toEqual({ inside: 3n * UNIT, outside: 6n * UNIT });
  });

  test('a token account of the other program is none of the wallet’s', async () => {
    const { world, wallet } = await start(TOKEN_2022_PROGRAM);
    await world.act(wallet, [move('deposit', '4')]);
    const { sandbox } = world.localnet;
    const mint = await sandbox.createMint({ decimals: 6, address: (await createKey()).address });
    const classic = await sandbox.mintTo(mint, wallet.address, 1n);
    const named = prepareAccount(world.context, wallet.address, [move('withdraw', '1', classic)]);
    await expect(named).rejects.toMatchObject({ code: 'token_account_invalid' });
  });
});
