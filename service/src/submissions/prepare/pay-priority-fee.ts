// Compiles a draft, and decides what it pays to be taken sooner: never more than its payer can
// spare, and nothing if only version 1 had room for it.
import { smallest } from '@tote/chain/lib/bigints';
import { priorityLamports } from '@tote/chain/priority-fee';
import { listWritableAccounts } from '@tote/chain/writable-accounts';
import { compileTransaction, type Lifetime } from '@tote/chain/write-transaction';
import { amount } from '@tote/domain';
import type { CommandContext } from '../context.ts';
import { feeOf, feesLeft } from '../relayer-payments.ts';
import type { Draft } from './draft.ts';

/** How many equal drafts fit into one blockhash. More would cost more: a limit is paid for. */
export const MORE_UNITS_MAX = 2_000;

/** `price`: micro-lamports per compute unit. `moreUnits`: makes an equal draft another message. */
export function compileDraft(
  { instructions, feePayer, computeUnits }: Draft,
  lifetime: Pick<Lifetime, 'blockhash'>,
  { price, moreUnits = 0 }: { price: bigint; moreUnits?: number },
) {
  return compileTransaction(instructions, feePayer, lifetime, {
    computeUnitLimit: computeUnits + moreUnits,
    ...(price > 0n && { computeUnitPrice: price }),
    isVersion0: true,
  });
}

/** Returns micro-lamports per compute unit. If the wallet pays, it has paid after this. */
export async function payPriorityFee(
  context: CommandContext,
  draft: Draft,
  lifetime: Pick<Lifetime, 'blockhash'>,
): Promise<bigint> {
  const { fees } = context;
  if (!fees) return 0n;
  const { version, signers } = compileDraft(draft, lifetime, { price: 0n });
  if (compileDraft(draft, lifetime, { price: 1n }).version !== version) return 0n;
  const isOurs = draft.feePayer !== draft.wallet;
  const spare = isOurs
    ? await findOurSpare(context, draft, feeOf(signers.length))
    : await draft.funds.spareForFees();
  const units = draft.computeUnits + MORE_UNITS_MAX;
  const price = await fees.offer(listWritableAccounts(draft.instructions), units, spare);
  if (price > 0n && !isOurs) payByWallet(draft, priorityLamports(price, units));
  return price;
}

/** What is left of both limits, for this wallet and for priority fees. */
async function findOurSpare(
  { store, limits, fees, wallMs }: CommandContext,
  { wallet }: Draft,
  fee: bigint,
): Promise<bigint> {
  const forWallet = (await feesLeft(store.db, limits, { wallet, wallMs: wallMs() })) - fee;
  const forAll = (await fees?.unreserved()) ?? 0n;
  return smallest(forWallet, forAll);
}

function payByWallet(draft: Draft, lamports: bigint): void {
  draft.funds.payFee(lamports);
  draft.summary.push(
    `Pays a priority fee of at most ${draft.funds.money(amount(lamports), 'SOL')}.`,
  );
}
