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

const CLOSE: AccountAction = { type: 'close' };

const prepare = ({ context }: PreparedWorld, wallet: Key, actions: readonly AccountAction[]) =>
  prepareAccount(context, wallet.address, actions);

const coinsOf = async ({ chain }: PreparedWorld, { address }: Key) =>
  (await chain.rpc.getBalance(address).send()).value;
const rentFor = ({ chain }: PreparedWorld, bytes: bigint) =>
  chain.rpc.getMinimumBalanceForRentExemption(bytes).send();
const findBettor = ({ chain }: PreparedWorld, { address }: Key) =>
  chain.accounts.findBettor(address);
const submit = ({ context }: PreparedWorld, wallet: Key, transaction: string) =>
  submitTransaction(context, null, signTransaction(transaction, wallet));

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
    const bettor = await findBettor(world, wallet);
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
    expect(await coinsOf(world, wallet)).toBe(8n * SOL);
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
    const record = await submit(world, wallet, prepared.transaction);
    expect(record).toMatchObject({ state: 'confirmed' });
    expect(await findBettor(world, wallet)).toMatchObject({
      available: [SOL, 2_000_000n],
      ...{ delegate, delegateExpiresAt: BigInt(expiresAt), allowance: [SOL, 1_000_000n] },
    });
  });

  test('the wallet pays the rent where we do not', async () => {
    const world = await createPreparedWorld({ isCluster: true });
    const wallet = await world.createWallet();
    const rent = await rentFor(world, 216n + 16n * 48n);
    await world.act(wallet, [OPEN]);
    expect(await findBettor(world, wallet)).toMatchObject({
      slotCount: 16,
      rentPayer: wallet.address,
    });
    expect(await coinsOf(world, wallet)).toBe(10n * SOL - rent);
    await world.act(wallet, [{ type: 'grow', slots: 4 }]);
    expect(await findBettor(world, wallet)).toMatchObject({ slotCount: 20 });
    const poor = await world.createWallet(rent - 1n);
    const refusal = { code: 'wallet_funds_insufficient', status: 402 };
    await expect(prepare(world, poor, [OPEN])).rejects.toMatchObject(refusal);
  });

  test('the wallet grows an account that we opened, and gets its rent back', async () => {
    const opened = await createPreparedWorld();
    const wallet = await opened.createWallet();
    await opened.act(wallet, [{ type: 'open', slots: 1 }]);
    // As on a cluster: we opened it and no longer pay rent.
    const world = { ...opened, context: { ...opened.context, isCluster: true } };
    const firstRent = await rentFor(world, 216n + 48n);
    const rent = (await rentFor(world, 216n + 5n * 48n)) - firstRent;
    const { transaction, summary } = await prepare(world, wallet, [{ type: 'grow', slots: 4 }]);
    expect(summary).toEqual(['Adds 4 position slots.']);
    await submit(world, wallet, transaction);
    expect(await findBettor(world, wallet)).toMatchObject({
      slotCount: 5,
      rentPayer: opened.relayer.address,
      walletRent: rent,
    });
    expect(await coinsOf(world, wallet)).toBe(10n * SOL - rent);
    const relayerBefore = await coinsOf(world, opened.relayer);
    await opened.waitForSlots(2n);
    await opened.act(wallet, [CLOSE]);
    expect(await coinsOf(world, wallet)).toBe(10n * SOL);
    // The rent that it paid, without the fee of two signatures.
    const gained = (await coinsOf(world, opened.relayer)) - relayerBefore;
    expect(gained).toBe(firstRent - 10_000n);
    // A wallet without coins is refused before it signs.
    const poor = await opened.createWallet(0n);
    await opened.act(poor, [OPEN]);
    const refusal = { code: 'wallet_funds_insufficient' };
    await expect(prepare(world, poor, [{ type: 'grow', slots: 1 }])).rejects.toMatchObject(refusal);
  });

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
      const held = (await rentFor(world, bytes)) + more;
      const wallet = await world.createWallet();
      const sol = deposit(formatAmount(amount(held), 9));
      await world.act(wallet, currency === 'SOL' ? [OPEN, sol] : [OPEN]);
      if (currency === 'UTILITY') await depositFor(world, wallet, held);
      await world.waitForSlots(2n);
      return { wallet, held };
    }

    test('is refused with a hint what to do, and leaves it behind when asked to; more is refused', async () => {
      const world = await createPreparedWorld();
      const rich = (await openWith(world, 0n)).wallet;
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
      expect(await findBettor(world, wallet)).toBeNull();
      const { owed, feesBurn } = before;
      expect(await readVault(world)).toMatchObject({ owed, feesBurn: feesBurn + held });
      // One base unit above the limit.
      const unchanged = await findBettor(world, rich);
      for (const action of [CLOSE, FORFEIT]) {
        const attempt = prepare(world, rich, [action]);
        await expect(attempt).rejects.toMatchObject({ code: 'bettor_not_empty' });
      }
      expect(await findBettor(world, rich)).toEqual(unchanged);
    });
  });

  test('closing leaves both currencies behind if both are named, and nothing if there is none', async () => {
    const world = await createPreparedWorld();
    const wallet = await world.createWallet();
    await world.act(wallet, [OPEN, deposit('0.000000007')]);
    await depositFor(world, wallet, 8n);
    const others = [await world.createWallet(), await world.createWallet()];
    for (const each of others) await world.act(each, [OPEN]);
    await world.waitForSlots(2n);
    await world.act(wallet, [{ ...CLOSE, forfeitSol: true, forfeitUtility: true }]);
    expect(await findBettor(world, wallet)).toBeNull();
    for (const [index, named] of [{ forfeitSol: true }, { forfeitUtility: true }].entries()) {
      const [each, forfeit] = [others[index] as Key, { ...CLOSE, ...named }];
      const { summary } = await prepare(world, each, [forfeit]);
      expect(summary.join(' ')).not.toContain('behind');
      await world.act(each, [forfeit]);
      expect(await findBettor(world, each)).toBeNull();
    }
  });

  describe('a withdrawal to a token account of the wallet', () => {
    /** The token account with the owner changed, at another address. */
    async function copyFor(world: PreparedWorld, owner: Key, from: Address, to: Address) {
      const { chain, localnet } = world;
      const { value } = await chain.rpc.getAccountInfo(from, { encoding: 'base64' }).send();
      const data = new Uint8Array(Buffer.from(value?.data[0] ?? '', 'base64'));
      data.set(getAddressEncoder().encode(owner.address), 32);
      await localnet.sandbox.setAccount(to, { lamports: 10_000_000n, owner: value?.owner, data });
      return to;
    }

    /** A token account that is not the associated one. */
    async function createTokenAccount(world: PreparedWorld, owner: Key, mint = world.utilityMint) {
      const [other, at] = [await createKey(), await createKey()];
      const made = await world.localnet.sandbox.mintTo(mint, other.address, 1n);
      return copyFor(world, owner, made, at.address);
    }

    const to = (tokenAccount: string, currency: 'SOL' | 'UTILITY' = 'UTILITY'): AccountAction => ({
      ...withdraw('2', currency),
      tokenAccount,
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
      expect(await coinsOf(world, wallet)).toBe(10n * SOL);
      expect((await findBettor(world, wallet))?.available[1]).toBe(3_000_000n);
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
      await copyFor(world, stranger, own, own);
      const refused = submit(world, wallet, transaction);
      await expect(refused).rejects.toMatchObject({ code: 'token_account_invalid', status: 400 });
      expect((await findBettor(world, wallet))?.available[1]).toBe(5_000_000n);
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
      [opened, [CLOSE], 'bettor_not_empty'],
      [opened, [withdraw('1'), CLOSE, deposit('1')], 'field_invalid'],
      [wallet, [OPEN, CLOSE], 'field_invalid'],
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

/** A wallet with UTILITY in its own token account and an empty Bettor. */
async function start(tokenProgram: Address) {
  const world = await createPreparedWorld({ tokenProgram });
  const wallet = await world.createWallet();
  const token = await findTokenAccount(wallet.address, world);
  await world.localnet.sandbox.mintTo(world.utilityMint, wallet.address, 9n * UNIT);
  await world.act(wallet, [OPEN]);
  return { world, wallet, token };
}

const balances = async (world: PreparedWorld, wallet: Key) => {
  const token = await findTokenAccount(wallet.address, world);
  const { value } = await world.chain.rpc.getTokenAccountBalance(token).send();
  const bettor = await findBettor(world, wallet);
  return { inside: bettor?.available[1], outside: BigInt(value.amount) };
};

describe.each([
  ['the classic Token program', TOKEN_PROGRAM, 165n],
  ['Token-2022', TOKEN_2022_PROGRAM, 170n],
])('with a mint of %s', (_, tokenProgram, accountBytes) => {
  test('UTILITY goes in and comes out, and the wallet pays the rent of its token account', async () => {
    const { world, wallet, token } = await start(tokenProgram);
    await world.act(wallet, [deposit('7', 'UTILITY')]);
    expect(await balances(world, wallet)).toEqual({ inside: 7n * UNIT, outside: 2n * UNIT });
    await world.act(wallet, [withdraw('3', 'UTILITY')]);
    expect(await balances(world, wallet)).toEqual({ inside: 4n * UNIT, outside: 5n * UNIT });
    const tooMuch = prepare(world, wallet, [deposit('5.000001', 'UTILITY')]);
    await expect(tooMuch).rejects.toMatchObject({ code: 'wallet_funds_insufficient' });
    // The wallet pays the rent of a new token account, to the lamport.
    await world.act(wallet, [deposit('5', 'UTILITY')]);
    await world.localnet.sandbox.setAccount(token, { lamports: 0n });
    const rent = await rentFor(world, accountBytes);
    await world.fund(wallet.address, rent - 1n);
    const attempt = () => world.act(wallet, [withdraw('9', 'UTILITY')]);
    await expect(attempt()).rejects.toMatchObject({ code: 'wallet_funds_insufficient' });
    await world.fund(wallet.address, rent);
    await attempt();
    expect(await balances(world, wallet)).toEqual({ inside: 0n, outside: 9n * UNIT });
    expect(await coinsOf(world, wallet)).toBe(0n);
  });
});

describe('with a mint of Token-2022', () => {
  const turn = (world: PreparedWorld, wallet: Key, ...change: [Switch, boolean?]) =>
    findTokenAccount(wallet.address, world).then((token) =>
      world.chain.send(turnSwitch(wallet.signer, token, ...change), [wallet]),
    );
  type Switch = Parameters<typeof turnSwitch>[2];

  test.each([
    ['cpiGuard', deposit('1', 'UTILITY'), 'token_account_guarded'],
    ['memoRequired', withdraw('1', 'UTILITY'), 'token_account_requires_memo'],
  ] as const)(
    '%s is refused when it is prepared, and when it is sent',
    async (name, action, code) => {
      const { world, wallet } = await start(TOKEN_2022_PROGRAM);
      await world.act(wallet, [deposit('4', 'UTILITY')]);
      const { transaction } = await prepare(world, wallet, [action]);
      await turn(world, wallet, name);
      const refusal = { code, status: 400 };
      await expect(prepare(world, wallet, [action])).rejects.toMatchObject(refusal);
      await expect(submit(world, wallet, transaction)).rejects.toMatchObject(refusal);
      expect(await balances(world, wallet)).toEqual({ inside: 4n * UNIT, outside: 5n * UNIT });
      await turn(world, wallet, name, false);
      await world.act(wallet, [action]);
    },
  );

  test('a token account that is named must not require a memo either', async () => {
    const { world, wallet, token } = await start(TOKEN_2022_PROGRAM);
    await world.act(wallet, [deposit('4', 'UTILITY')]);
    await turn(world, wallet, 'memoRequired');
    const named: AccountAction = { ...withdraw('1', 'UTILITY'), tokenAccount: token };
    await expect(prepare(world, wallet, [named])).rejects.toMatchObject({
      code: 'token_account_requires_memo',
    });
    // The other switch concerns only what goes out.
    await turn(world, wallet, 'memoRequired', false);
    await turn(world, wallet, 'cpiGuard');
    await world.act(wallet, [named]);
    expect(await balances(world, wallet)).toEqual({ inside: 3n * UNIT, outside: 6n * UNIT });
  });

  test('a token account of the other program is none of the wallet’s', async () => {
    const { world, wallet } = await start(TOKEN_2022_PROGRAM);
    await world.act(wallet, [deposit('4', 'UTILITY')]);
    const { sandbox } = world.localnet;
    const mint = await sandbox.createMint({ decimals: 6, address: (await createKey()).address });
    const classic = await sandbox.mintTo(mint, wallet.address, 1n);
    const named: AccountAction = { ...withdraw('1', 'UTILITY'), tokenAccount: classic };
    await expect(prepare(world, wallet, [named])).rejects.toMatchObject({
      code: 'token_account_invalid',
    });
  });
});
