import { type Address, getAddressEncoder, getTransactionDecoder } from '@solana/kit';
import { createKey, type Key } from '@tote/chain/key';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { amount, formatAmount, formatMoney, unixSeconds } from '@tote/domain';
import {
  Currency,
  findBettorAddress,
  findTokenAccount,
  getDepositInstruction,
} from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { turnSwitch } from '../../../packages/chain/test/token-switch.ts';
import { SOL } from '../../../packages/chain/test/world.ts';
import { type AccountAction, prepareAccount } from '../../src/accounts/prepare-account.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import {
  createPreparedWorld,
  deposit,
  OPEN,
  type PreparedWorld,
  signTransaction,
  text,
  withdraw,
} from '../submissions/prepared-world.ts';

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
      // Only what was deposited: there is no unlimited default.
      allowance: [2n * SOL, 7_500_000n],
    });
    const days = Number(bettor?.delegateExpiresAt ?? 0n) - chain.clock.now();
    expect(Math.abs(days - 30 * 86_400)).toBeLessThan(60);
    // The relayer paid the fee and the rent; the wallet paid only its deposit.
    expect((await chain.rpc.getBalance(wallet.address).send()).value).toBe(8n * SOL);
  });

  test('is one transaction that the relayer pays for, still unsigned', async () => {
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

  test('ten actions, the most that a request may have, fit a version 0 transaction', async () => {
    const world = await createPreparedWorld();
    const { chain, localnet, utilityMint } = world;
    const wallet = await world.createWallet();
    await localnet.sandbox.mintTo(utilityMint, wallet.address, 5_000_000n);
    const allowance = { SOL: text('1'), UTILITY: text('1') };
    const { address: delegate } = await world.createWallet(0n);
    const expiresAt = unixSeconds(chain.clock.now() + 1_000);
    // The last one counts, which names its delegate and the end.
    const delegates = Array.from(
      { length: 5 },
      (_, at) =>
        ({ type: 'delegate', allowance, ...(at === 4 && { delegate, expiresAt }) }) as const,
    );
    const moves = [deposit('2'), deposit('5', 'UTILITY'), withdraw('1'), withdraw('3', 'UTILITY')];
    const actions = [OPEN, ...moves, ...delegates];
    expect(actions).toHaveLength(10);
    const options = { transactionVersion: 0 } as const;
    const prepared = await prepareAccount(world.context, wallet.address, actions, options);
    const signed = signTransaction(prepared.transaction, wallet);
    const record = await submitTransaction(world.context, null, signed);
    expect(record).toMatchObject({ state: 'confirmed' });
    expect(await chain.accounts.findBettor(wallet.address)).toMatchObject({
      available: [SOL, 2_000_000n],
      ...{ delegate, delegateExpiresAt: BigInt(expiresAt), allowance: [SOL, 1_000_000n] },
    });
  });

  test('the wallet pays the rent where we do not', async () => {
    const world = await createPreparedWorld({ isCluster: true });
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

  test('the wallet grows an account that we opened, and gets its rent back', async () => {
    const opened = await createPreparedWorld();
    const wallet = await opened.createWallet();
    const find = () => opened.chain.accounts.findBettor(wallet.address);
    const coins = async () => (await opened.chain.rpc.getBalance(wallet.address).send()).value;
    await opened.act(wallet, [{ type: 'open', slots: 1 }]);
    // As on a cluster: we opened it and no longer pay rent.
    const world = { ...opened, context: { ...opened.context, isCluster: true } };
    const rentFor = (bytes: bigint) =>
      opened.chain.rpc.getMinimumBalanceForRentExemption(bytes).send();
    const rent = (await rentFor(216n + 5n * 48n)) - (await rentFor(216n + 48n));
    const { transaction, summary } = await prepare(world, wallet, [{ type: 'grow', slots: 4 }]);
    expect(summary).toEqual(['Adds 4 position slots.']);
    await submitTransaction(world.context, null, signTransaction(transaction, wallet));
    expect(await find()).toMatchObject({
      slotCount: 5,
      rentPayer: opened.relayer.address,
      walletRent: rent,
    });
    expect(await coins()).toBe(10n * SOL - rent);
    const relayerBefore = (await opened.chain.rpc.getBalance(opened.relayer.address).send()).value;
    await opened.waitForSlots(2n);
    await opened.act(wallet, [{ type: 'close' }]);
    expect(await coins()).toBe(10n * SOL);
    const relayer = (await opened.chain.rpc.getBalance(opened.relayer.address).send()).value;
    // The rent that it paid, without the fee of two signatures.
    expect(relayer - relayerBefore).toBe((await rentFor(216n + 48n)) - 10_000n);
    // A wallet without coins is refused before it signs.
    const poor = await opened.createWallet(0n);
    await opened.act(poor, [OPEN]);
    const refusal = { code: 'wallet_funds_insufficient' };
    await expect(prepare(world, poor, [{ type: 'grow', slots: 1 }])).rejects.toMatchObject(refusal);
  });

  const CLOSE: AccountAction = { type: 'close' };

  describe.each([
    ['UTILITY', 165n, 'burned', 'utility_left_behind', { forfeitUtility: true }],
    ['SOL', 0n, 'goes to the buyback', 'sol_left_behind', { forfeitSol: true }],
  ] as const)('closing with a little %s', (currency, bytes, fate, code, named) => {
    const FORFEIT: AccountAction = { ...CLOSE, ...named };
    const decimals = currency === 'SOL' ? 9 : 6;
    const readVault = async ({ chain }: PreparedWorld) => {
      const { sol, utility } = await chain.accounts.getVaults();
      return currency === 'SOL' ? sol : utility;
    };

    /** A wallet that holds the rent of an account, and this many base units more. */
    async function openWith(world: PreparedWorld, more: bigint) {
      const { rpc } = world.chain;
      const held = (await rpc.getMinimumBalanceForRentExemption(bytes).send()) + more;
      const wallet = await world.createWallet();
      const sol = deposit(formatAmount(amount(held), 9));
      await world.act(wallet, currency === 'SOL' ? [OPEN, sol] : [OPEN]);
      if (currency === 'UTILITY') await depositFor(world, wallet, held);
      await world.waitForSlots(2n);
      return { wallet, held };
    }

    test('is refused with a hint what to do, and leaves it behind when asked to', async () => {
      const world = await createPreparedWorld();
      const { wallet, held } = await openWith(world, -1n);
      const text = formatMoney(amount(held), currency, decimals);
      const other = currency === 'SOL' ? { forfeitUtility: true } : { forfeitSol: true };
      for (const action of [CLOSE, { ...CLOSE, ...other }]) {
        const attempt = prepare(world, wallet, [action]);
        await expect(attempt).rejects.toMatchObject({ code, status: 409 });
        await expect(attempt).rejects.toThrow(`The account holds ${text}. Withdraw it, or`);
      }
      const { summary } = await prepare(world, wallet, [FORFEIT]);
      expect(summary[0]).toMatch(`Leaves ${text} behind, which `);
      expect(summary[0]).toContain(fate);
      const before = await readVault(world);
      await world.act(wallet, [FORFEIT]);
      expect(await world.chain.accounts.findBettor(wallet.address)).toBeNull();
      const { owed, feesBurn } = before;
      expect(await readVault(world)).toMatchObject({ owed, feesBurn: feesBurn + held });
    });

    test('one base unit above the limit is refused', async () => {
      const world = await createPreparedWorld();
      const { wallet } = await openWith(world, 0n);
      const before = await world.chain.accounts.findBettor(wallet.address);
      for (const action of [CLOSE, FORFEIT]) {
        const attempt = prepare(world, wallet, [action]);
        await expect(attempt).rejects.toMatchObject({ code: 'bettor_not_empty' });
      }
      expect(await world.chain.accounts.findBettor(wallet.address)).toEqual(before);
    });

    test('forfeits nothing if there is none', async () => {
      const world = await createPreparedWorld();
      const wallet = await world.createWallet();
      await world.act(wallet, [OPEN]);
      await world.waitForSlots(2n);
      const { summary } = await prepare(world, wallet, [FORFEIT]);
      expect(summary.join(' ')).not.toContain('behind');
      await world.act(wallet, [FORFEIT]);
      expect(await world.chain.accounts.findBettor(wallet.address)).toBeNull();
    });
  });

  test('closing leaves both currencies behind if both are named', async () => {
    const world = await createPreparedWorld();
    const wallet = await world.createWallet();
    await world.act(wallet, [OPEN, deposit('0.000000007')]);
    await depositFor(world, wallet, 8n);
    await world.waitForSlots(2n);
    await world.act(wallet, [{ ...CLOSE, forfeitSol: true, forfeitUtility: true }]);
    expect(await world.chain.accounts.findBettor(wallet.address)).toBeNull();
  });

  describe('a withdrawal to a token account of the wallet', () => {
    /** A token account that is not the associated one. */
    async function createTokenAccount(world: PreparedWorld, owner: Key, mint = world.utilityMint) {
      const { chain, localnet } = world;
      const other = await createKey();
      const made = await localnet.sandbox.mintTo(mint, other.address, 1n);
      const { value } = await chain.rpc.getAccountInfo(made, { encoding: 'base64' }).send();
      const data = new Uint8Array(Buffer.from(value?.data[0] ?? '', 'base64'));
      data.set(getAddressEncoder().encode(owner.address), 32);
      const at = (await createKey()).address;
      const account = { lamports: 10_000_000n, owner: value?.owner, data };
      await localnet.sandbox.setAccount(at, account);
      return at;
    }

    const to = (tokenAccount: string, currency: 'SOL' | 'UTILITY' = 'UTILITY'): AccountAction => ({
      type: 'withdraw',
      ...{ currency, amount: text('2'), tokenAccount },
    });

    test('goes there, and creates no other account', async () => {
      const world = await createPreparedWorld();
      const { chain } = world;
      const wallet = await world.createWallet();
      await world.act(wallet, [OPEN]);
      await depositFor(world, wallet, 5_000_000n);
      const account = await createTokenAccount(world, wallet);
      const { summary } = await prepare(world, wallet, [to(account)]);
      expect(summary).toEqual([
        `Withdraws 2 UTILITY to the token account ${account} of the wallet.`,
      ]);
      await world.act(wallet, [to(account)]);
      const { value } = await chain.rpc.getTokenAccountBalance(account).send();
      expect(value.amount).toBe('2000001');
      expect((await chain.rpc.getBalance(wallet.address).send()).value).toBe(10n * SOL);
      expect((await chain.accounts.findBettor(wallet.address))?.available[1]).toBe(3_000_000n);
    });

    test('is refused for an account of another wallet or mint, for none, and for SOL', async () => {
      const world = await createPreparedWorld();
      const { localnet, chain } = world;
      const wallet = await world.createWallet();
      await world.act(wallet, [OPEN, deposit('3')]);
      await depositFor(world, wallet, 5_000_000n);
      const stranger = await world.createWallet();
      const otherMint = await localnet.sandbox.createMint({ decimals: 6 });
      const own = await createTokenAccount(world, wallet);
      const cases: [AccountAction, string][] = [
        [to(await createTokenAccount(world, stranger)), 'token_account_invalid'],
        [to(await createTokenAccount(world, wallet, otherMint)), 'token_account_invalid'],
        [to(chain.addresses.vaultToken), 'token_account_invalid'],
        [to(wallet.address), 'token_account_invalid'],
        [to((await createKey()).address), 'token_account_invalid'],
        [to('nowhere'), 'address_invalid'],
        [to(own, 'SOL'), 'field_invalid'],
      ];
      for (const [action, code] of cases) {
        const attempt = prepare(world, wallet, [action]);
        await expect(attempt, JSON.stringify(action)).rejects.toMatchObject({ code });
      }
      // Its owner changes between preparing and sending: the program checks too.
      const { transaction } = await prepare(world, wallet, [to(own)]);
      const { value } = await chain.rpc.getAccountInfo(own, { encoding: 'base64' }).send();
      const data = new Uint8Array(Buffer.from(value?.data[0] ?? '', 'base64'));
      data.set(getAddressEncoder().encode(stranger.address), 32);
      const account = { lamports: 10_000_000n, owner: value?.owner, data };
      await localnet.sandbox.setAccount(own, account);
      const signed = signTransaction(transaction, wallet);
      const refused = submitTransaction(world.context, null, signed);
      await expect(refused).rejects.toMatchObject({ code: 'token_account_invalid', status: 400 });
      expect((await chain.accounts.findBettor(wallet.address))?.available[1]).toBe(5_000_000n);
    });
  });

  test('refuses impossible actions, and says what to do', async () => {
    const world = await createPreparedWorld();
    const { relayer } = world;
    const wallet = await world.createWallet();
    const opened = await world.createWallet();
    await world.act(opened, [OPEN, deposit('1')]);
    const now = world.chain.clock.now();
    const cases: [Key, readonly AccountAction[], string][] = [
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
      [relayer, [OPEN], 'wallet_reserved'],
    ];
    for (const [who, actions, code] of cases) {
      const attempt = prepare(world, who, actions);
      await expect(attempt, JSON.stringify(actions)).rejects.toMatchObject({ code });
    }
  });
});

/** Somebody else deposits newly minted UTILITY. */
async function depositFor(world: PreparedWorld, wallet: Key, amount: bigint) {
  const { chain, admin, localnet, utilityMint } = world;
  const instruction = getDepositInstruction({
    authority: admin.signer,
    vault: chain.addresses.vaultUtility,
    bettor: await findBettorAddress(wallet.address),
    amount,
    currency: Currency.Utility,
    sourceToken: await localnet.sandbox.mintTo(utilityMint, admin.address, amount),
    vaultToken: chain.addresses.vaultToken,
    ...(await chain.accounts.getUtility()),
  });
  await chain.send([instruction], [admin]);
}

// Deposits and withdrawals of UTILITY, whichever token program its mint belongs to.
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
