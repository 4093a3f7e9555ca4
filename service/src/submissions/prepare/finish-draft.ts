// Compiles a draft and stores the hash of its message: we only co-sign stored messages.
import { randomInt } from 'node:crypto';
import { smallest } from '@tote/chain/lib/bigints';
import { priorityLamports } from '@tote/chain/priority-fee';
import { joinTransaction, SIGNATURE_BYTES } from '@tote/chain/split-transaction';
import { listWritableAccounts } from '@tote/chain/writable-accounts';
import {
  compileTransaction,
  type Lifetime,
  TRANSACTION_BYTES_MAX,
} from '@tote/chain/write-transaction';
import { amount, DomainError, unixSecondsAt } from '@tote/domain';
import { insertPrepared, type PreparedKind } from '../../store/journal/submissions.ts';
import type { CommandContext } from '../context.ts';
import { feeOf, feesLeft } from '../relayer-payments.ts';
import { hashMessage } from '../wallet/cosign.ts';
import { type Intent, renderIntent } from '../wallet/intent.ts';
import type { Draft, PreparedTransaction } from './draft.ts';

const TRIES_MAX = 100;
const RETRY_SECONDS = 1;

export async function finishDraft(
  context: CommandContext,
  draft: Draft,
  purpose: { kind: PreparedKind; marketId: string | null; intent: Intent },
): Promise<PreparedTransaction> {
  const { chain, store, wallMs } = context;
  draft.requireSignature();
  // A fresh blockhash, not a cached one: people need time to sign.
  const { value: lifetime } = await chain.rpc
    .getLatestBlockhash({ commitment: 'confirmed' })
    .send();
  const price = await payPriorityFee(context, draft, lifetime);
  await draft.funds.checkRent();
  const { kind, marketId, intent } = purpose;
  const stored = {
    ...{ kind, wallet: draft.wallet, market_id: marketId, intent: renderIntent(intent) },
    last_valid_block_height: lifetime.lastValidBlockHeight,
    created_at: BigInt(unixSecondsAt(wallMs())),
  };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    // A random limit makes two equal bets two messages.
    const moreUnits = randomInt(MORE_UNITS_MAX);
    const compiled = compileDraft(draft, lifetime, { price, moreUnits });
    const { message, signers, version, shortBytes: bytes } = compiled;
    if (draft.isVersion0Only && version !== 0) {
      throw new DomainError('transaction_too_large', { bytes, max: TRANSACTION_BYTES_MAX });
    }
    const row = { message_hash: hashMessage(message), ...stored };
    const isNew = await store.write((db) => insertPrepared(db, row));
    if (!isNew) continue;
    const signatures = signers.map(() => new Uint8Array(SIGNATURE_BYTES));
    const unsigned = joinTransaction({ message, signatures });
    return {
      transaction: Buffer.from(unsigned).toString('base64'),
      lastValidBlockHeight: lifetime.lastValidBlockHeight,
      summary: draft.summary,
    };
  }
  // Nearly all limits are taken. The next blockhash has all of them again.
  throw new DomainError('rate_limited', { seconds: RETRY_SECONDS });
}

// Compiles a draft, and decides what it pays to be taken sooner: never more than its payer can
// spare, and nothing if only version 1 had room for it.

const MORE_UNITS_MAX = 2_000;

function compileDraft(
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
async function payPriorityFee(
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
  if (price > 0n && !isOurs) {
    const most = priorityLamports(price, units);
    draft.funds.payFee(most);
    const shown = draft.funds.money(amount(most), 'SOL');
    draft.summary.push(`Pays a priority fee of at most ${shown}.`);
  }
  return price;
}

async function findOurSpare(
  { store, limits, fees, wallMs }: CommandContext,
  { wallet }: Draft,
  fee: bigint,
): Promise<bigint> {
  const forWallet = (await feesLeft(store.db, limits, { wallet, wallMs: wallMs() })) - fee;
  const forAll = (await fees?.unreserved()) ?? 0n;
  return smallest(forWallet, forAll);
}
