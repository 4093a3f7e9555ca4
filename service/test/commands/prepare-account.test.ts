import { getTransactionDecoder } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { readBettorFlags } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import type { Key } from '../../src/chain/key.ts';
import { prepareAccount } from '../../src/commands/prepare-account.ts';
import type { AccountAction } from '../../src/use-cases.ts';
import { SOL } from '../chain/world.ts';
import { createPreparedWorld, type PreparedWorld, text } from './prepared-world.ts';

const OPEN: AccountAction = { type: 'open' };
const deposit = (amount: string, currency: 'SOL' | 'UTILITY' = 'SOL'): AccountAction => ({
  type: 'deposit',
  currency,
  amount: text(amount),
});
const withdraw = (amount: string, currency: 'SOL' | 'UTILITY' = 'SOL'): AccountAction => ({
  type: 'withdraw',
  currency,
  amount: text(amount),
});
const DELEGATE: AccountAction = { type: 'delegate' };

const prepare = ({ context }: PreparedWorld, wallet: Key, actions: readonly AccountAction[]) =>
  prepareAccount(context, wallet.address, actions);

describe('prepareAccount', () => {
  test('a new wallet opens, deposits and sets its delegate with one signature', async () => {
    const world = await createPreparedWorld();
    const { chain, relayer, localnet, utilityMint } = world;
    const wallet = await world.createWallet();
    await localnet.sandbox.mintTo(utilityMint, wallet.address, 500_000_000n);
    const record = await world.act(wallet, [
      OPEN,
      deposit('2'),
      deposit('7.5', 'UTILITY'),
      DELEGATE,
    ]);
    expect(record).toMatchObject({ state: 'confirmed', bets: [] });
    const bettor = await chain.accounts.findBettor(wallet.address);
    expect(bettor).toMatchObject({
      slotCount: 64,
      rentPayer: relayer.address,
      available: [2n * SOL, 7_500_000n],
      delegate: relayer.address,
      // No more than what was put in: there is no unlimited default.
      allowance: [2n * SOL, 7_500_000n],
    });
    const days = Number(bettor?.delegateExpiresAt ?? 0n) - chain.clock.now();
    expect(Math.abs(days - 30 * 86_400)).toBeLessThan(60);
    // The relayer paid fee and rent; the wallet exactly what it deposited.
    expect((await chain.rpc.getBalance(wallet.address).send()).value).toBe(8n * SOL);
  });

  test('is one transaction: the relayer pays and both have yet to sign', async () => {
    const world = await createPreparedWorld();
    const wallet = await world.createWallet();
    const prepared = await prepare(world, wallet, [OPEN, deposit('1')]);
    const { signatures } = getTransactionDecoder().decode(
      Buffer.from(prepared.transaction, 'base64'),
    );
    expect(Object.entries(signatures)).toEqual([
      [world.relayer.address, null],
      [wallet.address, null],
    ]);
    expect(prepared.summary).toEqual([
      'Opens a Bettor account with 64 position slots.',
      'Deposits 1 SOL.',
    ]);
    expect(prepared.lastValidBlockHeight).toBeGreaterThan(100n);
  });

  test('where the wallet pays the rent, it does', async () => {
    const world = await createPreparedWorld({ paysRent: false });
    const { chain } = world;
    const wallet = await world.createWallet();
    const rent = await chain.rpc.getMinimumBalanceForRentExemption(216n + 16n * 48n).send();
    await world.act(wallet, [OPEN]);
    expect(await chain.accounts.findBettor(wallet.address)).toMatchObject({
      slotCount: 16,
      rentPayer: wallet.address,
    });
    expect((await chain.rpc.getBalance(wallet.address).send()).value).toBe(10n * SOL - rent);
    await world.act(wallet, [{ type: 'grow', slots: 4 }]);
    expect(await chain.accounts.findBettor(wallet.address)).toMatchObject({ slotCount: 20 });
    const poor = await world.createWallet(rent - 1n);
    const refusal = { code: 'wallet_funds_insufficient', status: 402 };
    await expect(prepare(world, poor, [OPEN])).rejects.toMatchObject(refusal);
  });

  test('every action does what it says', async () => {
    const world = await createPreparedWorld();
    const { chain, localnet, utilityMint } = world;
    const wallet = await world.createWallet();
    const find = () => chain.accounts.findBettor(wallet.address);
    await localnet.sandbox.mintTo(utilityMint, wallet.address, 5_000_000n);
    await world.act(wallet, [{ type: 'open', slots: 2 }, deposit('3'), deposit('5', 'UTILITY')]);
    await world.act(wallet, [{ type: 'grow', slots: 3 }, withdraw('1')]);
    expect(await find()).toMatchObject({ slotCount: 5, available: [2n * SOL, 5_000_000n] });
    await world.act(wallet, [{ type: 'autoWithdraw', enabled: true }]);
    expect(readBettorFlags((await find())?.flags ?? 0).autoWithdraw).toBe(true);
    const other = await world.createWallet(0n);
    const expiresAt = unixSeconds(chain.clock.now() + 1_000);
    const allowance = { SOL: text('0.5') };
    await world.act(wallet, [{ type: 'delegate', delegate: other.address, expiresAt, allowance }]);
    expect(await find()).toMatchObject({
      delegate: other.address,
      delegateExpiresAt: BigInt(expiresAt),
      allowance: [SOL / 2n, 0n],
    });
    await world.act(wallet, [{ type: 'delegate', delegate: null }]);
    expect((await find())?.delegate).toBe('11111111111111111111111111111111');
    await world.waitForSlots(3n);
    await world.act(wallet, [withdraw('2'), withdraw('5', 'UTILITY'), { type: 'close' }]);
    expect(await find()).toBeNull();
    expect((await chain.rpc.getBalance(wallet.address).send()).value).toBe(10n * SOL);
  });

  test('a withdrawal makes the token account that is missing, at the cost of the wallet', async () => {
    const world = await createPreparedWorld();
    const { chain, localnet, utilityMint, admin } = world;
    const wallet = await world.createWallet();
    await world.act(wallet, [OPEN]);
    const source = await localnet.sandbox.mintTo(utilityMint, admin.address, 9_000_000n);
    await depositFor(world, wallet, source, 9_000_000n);
    const rent = await chain.rpc.getMinimumBalanceForRentExemption(165n).send();
    await world.act(wallet, [withdraw('9', 'UTILITY')]);
    expect((await chain.rpc.getBalance(wallet.address).send()).value).toBe(10n * SOL - rent);
  });

  test('refuses what cannot be done, and says what to do', async () => {
    const world = await createPreparedWorld();
    const { relayer } = world;
    const wallet = await world.createWallet();
    const opened = await world.createWallet();
    await world.act(opened, [OPEN, deposit('1')]);
    const now = world.chain.clock.now();
    const cases: [Key, readonly AccountAction[], string][] = [
      [wallet, [], 'field_invalid'],
      [wallet, Array.from({ length: 9 }, () => deposit('0.1')), 'field_invalid'],
      [wallet, [deposit('1')], 'bettor_missing'],
      [wallet, [DELEGATE], 'bettor_missing'],
      [wallet, [{ type: 'grow', slots: 1 }], 'bettor_missing'],
      [wallet, [deposit('1'), OPEN], 'bettor_missing'],
      [wallet, [OPEN, OPEN], 'bettor_exists'],
      [opened, [OPEN], 'bettor_exists'],
      [wallet, [{ type: 'open', slots: 0 }], 'field_invalid'],
      [wallet, [{ type: 'open', slots: 201 }], 'field_invalid'],
      [opened, [{ type: 'grow', slots: 201 }], 'field_invalid'],
      [opened, [deposit('0')], 'field_invalid'],
      [opened, [deposit('10')], 'wallet_funds_insufficient'],
      [opened, [deposit('8.9999')], 'wallet_funds_insufficient'],
      [opened, [deposit('1', 'UTILITY')], 'wallet_funds_insufficient'],
      [opened, [deposit('1.0000000001')], 'amount_too_precise'],
      [opened, [deposit('-1')], 'amount_malformed'],
      [opened, [withdraw('1.1')], 'funds_insufficient'],
      [opened, [withdraw('0.6'), withdraw('0.6')], 'funds_insufficient'],
      [opened, [withdraw('0')], 'field_invalid'],
      [opened, [DELEGATE], 'field_missing'],
      [opened, [{ type: 'delegate', allowance: {} }], 'field_invalid'],
      [opened, [{ type: 'delegate', delegate: 'nobody' }], 'address_invalid'],
      [opened, [{ type: 'delegate', delegate: '1'.repeat(32) }], 'address_invalid'],
      [
        opened,
        [{ type: 'delegate', expiresAt: now, allowance: { SOL: text('1') } }],
        'field_invalid',
      ],
      [opened, [{ type: 'close' }], 'bettor_not_empty'],
      [opened, [withdraw('1'), { type: 'close' }, deposit('1')], 'field_invalid'],
      [wallet, [OPEN, { type: 'close' }], 'field_invalid'],
      [relayer, [OPEN], 'not_allowed'],
    ];
    for (const [who, actions, code] of cases) {
      const attempt = prepare(world, who, actions);
      await expect(attempt, JSON.stringify(actions)).rejects.toMatchObject({ code });
    }
  });

  test('the wallet has to sign also what only we pay for', async () => {
    const world = await createPreparedWorld();
    const wallet = await world.createWallet(0n);
    for (const action of [OPEN, { type: 'grow', slots: 1 } as const]) {
      const { transaction } = await prepare(world, wallet, [action]);
      const { signatures } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
      expect(Object.keys(signatures)).toEqual([world.relayer.address, wallet.address]);
      expect(await world.act(wallet, [action])).toMatchObject({ state: 'confirmed' });
    }
  });

  test('the same request twice is two transactions', async () => {
    const world = await createPreparedWorld();
    const wallet = await world.createWallet();
    await world.act(wallet, [OPEN]);
    const [first, second] = await Promise.all([
      prepare(world, wallet, [deposit('1')]),
      prepare(world, wallet, [deposit('1')]),
    ]);
    expect(first.transaction).not.toBe(second.transaction);
  });
});

async function depositFor(world: PreparedWorld, wallet: Key, sourceToken: string, amount: bigint) {
  const { chain, admin } = world;
  const { Currency, findBettorAddress, getDepositInstruction } = await import(
    '@tote/program-client'
  );
  const instruction = getDepositInstruction({
    authority: admin.signer,
    vault: chain.addresses.vaultUtility,
    bettor: await findBettorAddress(wallet.address),
    amount,
    currency: Currency.Utility,
    sourceToken: sourceToken as never,
    vaultToken: chain.addresses.vaultToken,
  });
  await chain.send([instruction], [admin]);
}
