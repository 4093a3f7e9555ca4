// Submits a transaction that a wallet signed. The order matters: the message is one that we
// prepared, the wallet has signed it, the gate check passed, and it is stored with what we pay for
// it. Only then is it sent, with our signature where it is needed.
import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { within } from '@tote/chain/lib/within';
import { readCondition } from '@tote/conditions/read-condition';
import { addStakes, DomainError, EMPTY_POOLS, requireOpen } from '@tote/domain';
import type { Caller } from '../../auth/caller.ts';
import type { PaidRent } from '../../store/journal/payments.ts';
import {
  claimPrepared,
  findPrepared,
  findSubmission,
  type PreparedMessage,
  type SubmissionRow,
} from '../../store/journal/submissions.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Db } from '../../store/store.ts';
import { refuseBets, refuseDecided } from '../check-gate.ts';
import type { CommandContext } from '../context.ts';
import { claimKey, type Idempotency } from '../idempotency.ts';
import { type RecordedError, readRecordedError } from '../records.ts';
import { admitRent, payFee, payRent } from '../relayer-payments.ts';
import { requireOperatorKey } from '../relayers.ts';
import { storeSubmissions } from '../submission.ts';
import {
  checkWalletSigned,
  cosign,
  type FeeWePay,
  feeWePay,
  hashMessage,
  readTransaction,
} from './cosign.ts';
import { describeFailure, EXPIRED, WalletHandler, type WalletSubmission } from './handler.ts';
import { readIntent, recordCreation } from './intent.ts';

const DECIDED_POLL_MS = 50;

export interface SubmissionInput {
  readonly caller: Caller | null;
  readonly transaction: string;
  readonly idempotency?: Idempotency;
  readonly checkPurpose?: ((prepared: PreparedMessage) => void) | undefined;
}

export interface SubmittedTransaction {
  readonly signature: string;
  readonly prepared: PreparedMessage;
  readonly result: WalletResult;
}

type WalletResult =
  | { readonly kind: 'pending' }
  | { readonly kind: 'landed'; readonly landed: LandedTransaction }
  | { readonly kind: 'failed'; readonly landed: LandedTransaction; readonly error: RecordedError }
  | { readonly kind: 'refused'; readonly error: RecordedError };

const PENDING: WalletResult = { kind: 'pending' };

export async function submitPrepared(
  context: CommandContext,
  { caller, transaction, idempotency, checkPurpose }: SubmissionInput,
): Promise<SubmittedTransaction> {
  const { store } = context;
  const split = readTransaction(transaction);
  const prepared = await findPrepared(store.db, hashMessage(split.message));
  if (!prepared) throw new DomainError('transaction_altered');
  if (caller && caller.wallet !== prepared.wallet) {
    throw new DomainError('wallet_mismatch', { wallet: caller.wallet });
  }
  checkPurpose?.(prepared);
  await checkWalletSigned(split, prepared);
  // The fee payer's signature is the transaction's id, so it is needed here to find an earlier
  // submission. Ours is not sent unless the checks below pass.
  const signed = cosign(context, split, prepared);
  let signature = prepared.signature ?? signed.signature;
  if (!(await findSubmission(store.db, signature))) {
    const fee = feeWePay(context, split);
    context.config.refuseUnlandable(fee.whole === 0n ? 'wallet' : 'relayer');
    const market = await checkBeforeSending(context, prepared);
    const createdAt = BigInt(context.chain.clock.now());
    const shared = { kind: 'wallet', marketId: prepared.market_id, bets: [], createdAt } as const;
    const submission: WalletSubmission = { ...shared, prepared, signed };
    const rent = await findRent(context, prepared);
    const request = { prepared, idempotency, market, fee, rent };
    const earlier = await storeFirst(context, submission, request);
    signature = earlier ?? signed.signature;
    if (!earlier) return { signature, prepared, result: await land(context, submission) };
  }
  return { signature, prepared, result: await awaitResult(context, signature, prepared) };
}

async function checkBeforeSending(
  context: CommandContext,
  { kind, market_id: marketId, last_valid_block_height: lastHeight, intent }: PreparedMessage,
): Promise<MarketView | undefined> {
  const { chain } = context;
  const height = await chain.rpc.getBlockHeight({ commitment: 'confirmed' }).send();
  if (height > lastHeight) throw new DomainError('transaction_expired');
  const { gate, delegate, bets } = readIntent(intent);
  const added = addStakes(EMPTY_POOLS, bets);
  // The Config has named another operator since: prepare it again.
  if (delegate && requireOperatorKey(context, delegate) !== delegate) {
    throw new DomainError('transaction_expired');
  }
  if (gate) {
    const parsedCondition = readCondition(gate.condition);
    await context.checkGate({ ...gate, parsedCondition });
    const currency = bets[0]?.currency ?? 'SOL';
    const unnamed = { id: 'market_' as const, pools: EMPTY_POOLS, isGated: true };
    const created = { ...gate, ...unnamed, parsedCondition, currency };
    await context.checkStakes(created, added);
  }
  if (kind !== 'bet' || marketId === null) return undefined;
  const market = await context.findMarket(marketId);
  if (!market) throw new DomainError('market_not_found', { marketId });
  refuseBets(market);
  requireOpen(market, chain.clock.now());
  if (market.isGated) {
    await context.checkGate(market);
    await context.checkStakes(market, added);
  }
  return market;
}

interface Request {
  readonly prepared: PreparedMessage;
  readonly idempotency: Idempotency | undefined;
  readonly market: MarketView | undefined;
  readonly fee: FeeWePay;
  readonly rent: PaidRent | undefined;
}

async function findRent(context: CommandContext, prepared: PreparedMessage) {
  const { wallet, market_id: marketId, intent } = prepared;
  const { rent } = readIntent(intent);
  if (!rent || marketId === null) return undefined;
  return admitRent(context, { creator: wallet as Address, marketId, ...rent });
}

/** Undefined if it is the first submission of its message; otherwise the first's signature. */
async function storeFirst(context: CommandContext, submission: WalletSubmission, request: Request) {
  const { store, wallMs } = context;
  const { signature } = submission.signed;
  const { prepared, idempotency, market } = request;
  const { wallet, market_id: marketId, message_hash: messageHash } = prepared;
  return store.write(async (db) => {
    const earlier = await claimPrepared(db, messageHash, signature);
    const reference = earlier ?? signature;
    await claimKey(db, { wallet, request: idempotency, reference, wallMs: wallMs() });
    if (earlier) return earlier;
    if (market) await refuseDecided(db, market);
    await storeSubmissions(db, [submission]);
    await pay(context, db, request);
    if (marketId !== null) await recordCreation(db, marketId, readIntent(prepared.intent));
    return undefined;
  });
}

/** Throws if it is more than we pay for this wallet; then the SQL transaction changes nothing. */
async function pay(
  { limits, fees, wallMs }: CommandContext,
  db: Db,
  { prepared: { wallet }, fee, rent }: Request,
): Promise<void> {
  const { whole, priority } = fee;
  if (whole > 0n) await payFee(db, limits, { wallet, lamports: whole, wallMs: wallMs() });
  // Others have used up the budget since it was prepared.
  if (priority > 0n && !(await fees?.payIn(db, priority))) {
    throw new DomainError('transaction_expired');
  }
  if (rent) await payRent(db, limits, rent);
}

async function land(context: CommandContext, submission: WalletSubmission): Promise<WalletResult> {
  const waitMs = context.confirmWaitMs;
  const handler = new WalletHandler(context);
  const ended = await within(context.runner.run(handler, submission), waitMs);
  if (!ended) return PENDING;
  const { outcome, error = EXPIRED } = ended;
  if (outcome.kind === 'landed') return outcome;
  return outcome.kind === 'failed'
    ? { kind: 'failed', landed: outcome.landed, error }
    : { kind: 'refused', error };
}

/** It is in flight already, here or on another replica, or recovery will send it. */
async function awaitResult(context: CommandContext, signature: string, prepared: PreparedMessage) {
  const withinMs = context.confirmWaitMs;
  const find = () => findSubmission(context.store.db, signature);
  const isDecided = (row: SubmissionRow | undefined) =>
    row !== undefined && row.state !== 'pending';
  const row = await pollUntil(find, isDecided, { everyMs: DECIDED_POLL_MS, withinMs });
  return row && isDecided(row) ? readResult(context, row, prepared) : PENDING;
}

async function readResult(
  context: CommandContext,
  { state, signature, error }: SubmissionRow,
  prepared: PreparedMessage,
): Promise<WalletResult> {
  if (state === 'expired') return { kind: 'refused', error: EXPIRED };
  if (state === 'refused') {
    return { kind: 'refused', error: error === null ? EXPIRED : readRecordedError(error) };
  }
  const landed = await context.chain.fetchLanded(signature);
  if (!landed) throw new DomainError('chain_unavailable');
  if (!landed.error) return { kind: 'landed', landed };
  return { kind: 'failed', landed, error: await describeFailure(context, prepared, landed.error) };
}
