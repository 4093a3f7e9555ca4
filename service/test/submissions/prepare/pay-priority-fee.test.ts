import { readPriorityFee } from '@tote/chain/priority-fee';
import { unixSecondsAt } from '@tote/domain';
import { expect, test } from 'vitest';
import { SOL } from '../../../../packages/chain/test/world.ts';
import type { AccountAction } from '../../../src/accounts/prepare-account.ts';
import { prepareAccount } from '../../../src/accounts/prepare-account.ts';
import { sumFees } from '../../../src/store/journal/payments.ts';
import type { FeePayer } from '../../../src/submissions/prepare/draft.ts';
import { PriorityFees } from '../../../src/submissions/priority-fees.ts';
import { submitTransaction } from '../../../src/submissions/submit-transaction.ts';
import {
  createPreparedWorld,
  deposit,
  OPEN,
  readBooks,
  signTransaction,
} from '../prepared-world.ts';

const BASE_FEE = 10_000n;
const PRIORITY_FEE_MAX = 5_000n;

interface FeeOptions {
  /** What others pay, in micro-lamports per compute unit. */
  readonly price?: bigint;
  readonly perDay?: bigint;
  readonly feesPerWallet?: bigint;
}

async function createPaying({ price = 10n ** 12n, perDay = 10n ** 9n, ...limits }: FeeOptions) {
  const world = await createPreparedWorld({ limits });
  const fees = new PriorityFees({
    chain: { recentFees: { list: async () => [price] } },
    ...{ store: world.context.store, wallMs: Date.now, log: { error() {} } },
    limits: { perTransaction: PRIORITY_FEE_MAX, perDay },
  });
  const context = { ...world.context, fees };
  const wallet = await world.createWallet();
  const prepare = async (actions: readonly AccountAction[], feePayer?: FeePayer) => {
    const prepared = await prepareAccount(context, wallet.address, actions, { feePayer });
    const bytes = Buffer.from(prepared.transaction, 'base64');
    return { ...prepared, bytes, fee: readPriorityFee(bytes) };
  };
  const submit = ({ transaction }: { transaction: string }) =>
    submitTransaction(context, null, signTransaction(transaction, wallet));
  const paidFor = (name: string) =>
    sumFees(context.store.db, { wallet: name, now: unixSecondsAt(Date.now()) });
  return { world, context, fees, wallet, prepare, submit, paidFor };
}

test('the relayer pays it, and it counts for the wallet and for the day, unless the wallet pays', async () => {
  const { world, wallet, prepare, submit, paidFor, fees } = await createPaying({});
  // Equal ones that are prepared within one blockhash pay no more than the limit.
  for (let turn = 0; turn < 20; turn += 1) {
    expect((await prepare([OPEN])).fee).toBeLessThanOrEqual(PRIORITY_FEE_MAX);
  }
  const opening = await prepare([OPEN]);
  expect(await fees.unreserved()).toBe(10n ** 9n);
  await submit(opening);
  const before = await readBooks(world, wallet.address);
  const paidBefore = await paidFor(wallet.address);
  const prepared = await prepare([deposit('1')]);
  expect(prepared.fee).toBeGreaterThan(0.8 * Number(PRIORITY_FEE_MAX));
  expect(prepared.fee).toBeLessThanOrEqual(PRIORITY_FEE_MAX);
  expect(await submit(prepared)).toMatchObject({ state: 'confirmed' });
  const after = await readBooks(world, wallet.address);
  expect(before.relayer - after.relayer).toBe(BASE_FEE + prepared.fee);
  expect(before.lamports - after.lamports).toBe(SOL);
  expect((await paidFor(wallet.address)) - paidBefore).toBe(BASE_FEE + prepared.fee);
  const left = await fees.unreserved();
  expect(left).toBe(10n ** 9n - opening.fee - prepared.fee);

  // A wallet that pays itself is told how much, and no budget is used.
  const paid = await paidFor(wallet.address);
  const own = await prepare([deposit('1')], 'wallet');
  expect(own.fee).toBeGreaterThan(0n);
  expect(own.summary.at(-1)).toMatch(/^Pays a priority fee of at most 0\.00000\d+ SOL\.$/);
  await submit(own);
  const later = await readBooks(world, wallet.address);
  expect(after.lamports - later.lamports).toBe(SOL + BASE_FEE / 2n + own.fee);
  expect(later.relayer).toBe(after.relayer);
  expect(await fees.unreserved()).toBe(left);
  expect(await paidFor(wallet.address)).toBe(paid);
});

test('a wallet that has nothing to spare pays none', async () => {
  const { world, wallet, prepare, submit } = await createPaying({});
  await submit(await prepare([OPEN]));
  const rent = await world.chain.rpc.getMinimumBalanceForRentExemption(0n).send();
  const all = 10n * SOL - BASE_FEE / 2n;
  const amountOf = (lamports: bigint) => `9.${(lamports - 9n * SOL).toString().padStart(9, '0')}`;
  const kept = await prepare([deposit(amountOf(all - rent - 100n))], 'wallet');
  expect(kept.fee).toBeGreaterThan(0n);
  expect(kept.fee).toBeLessThanOrEqual(100n);
  const last = await prepare([deposit(amountOf(all))], 'wallet');
  expect(last.fee).toBe(0n);
  expect(last.summary).toHaveLength(1);
  await submit(last);
  expect((await readBooks(world, wallet.address)).lamports).toBe(0n);
});

test('what is left for the wallet limits it, and its base fee is never refused for it', async () => {
  const { prepare, submit, paidFor, wallet } = await createPaying({
    feesPerWallet: 2n * BASE_FEE + PRIORITY_FEE_MAX,
  });
  const first = await prepare([OPEN]);
  const second = await prepare([OPEN, deposit('1')]);
  expect(second.fee).toBeGreaterThan(0n);
  await submit(first);
  const third = await prepare([deposit('1')]);
  expect(third.fee).toBeLessThanOrEqual(PRIORITY_FEE_MAX - first.fee);
  await submit(third);
  expect(await paidFor(wallet.address)).toBe(2n * BASE_FEE + first.fee + third.fee);
});

test('a budget that others used up since: refused, nothing changed, prepared again it works', async () => {
  const { world, wallet, context, fees, prepare, submit } = await createPaying({ perDay: 9_000n });
  const [first, second] = [await prepare([OPEN]), await prepare([OPEN, deposit('1')])];
  expect(second.fee).toBeGreaterThan(4_000n);
  const taken = await context.store.write((db) => fees.payIn(db, 8_999n));
  expect(taken).toBe(true);
  const before = await readBooks(world, wallet.address);
  await expect(submit(first)).rejects.toMatchObject({ code: 'transaction_expired', status: 409 });
  await expect(submit(second)).rejects.toMatchObject({ code: 'transaction_expired' });
  expect(await readBooks(world, wallet.address)).toEqual(before);
  expect(await fees.unreserved()).toBe(1n);
  const again = await prepare([OPEN]);
  expect(again.fee).toBeLessThanOrEqual(1n);
  expect(await submit(again)).toMatchObject({ state: 'confirmed' });
});
