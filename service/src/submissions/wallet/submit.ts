// What a wallet signed, on its way to the chain. The order is the point: remembered, signed by the
// wallet, let through by the gate, stored; only then does our signature leave the house.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LandedTransaction } from '@tote/chain/landed';
import { readCondition } from '@tote/conditions/read-condition';
import { DomainError, LIMITS, requireOpen } from '@tote/domain';
import { within } from '@tote/lib/within';
import { refuseMismatch } from '../../admission/check-bet.ts';
import { refuseDecided } from '../../admission/refuse-decided.ts';
import type { Caller } from '../../auth/caller.ts';
import { recordWarnings } from '../../store/journal/market-warnings.ts';
import { findPrepared, type PreparedMessage } from '../../store/journal/prepared.ts';
import { findSubmission, type SubmissionRow } from '../../store/journal/submissions.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Idempotency, RecordedError } from '../../use-cases/use-cases.ts';
import { claimKey } from '../claim-key.ts';
import { readRecordedError } from '../recorded-error.ts';
import { storeSubmissions } from '../submission.ts';
import type { SubmitContext } from './context.ts';
import { checkWalletSigned, cosign } from './cosign.ts';
import { EXPIRED, WalletHandler, type WalletSubmission } from './handler.ts';
import { hashMessage } from './hash-message.ts';
import { readIntent } from './intent.ts';
import { readTransaction } from './read-transaction.ts';

const DECIDED_POLL_MS = 50;

export interface SubmissionInput {
  readonly caller: Caller | null;
  /** Base64. */
  readonly transaction: string;
  readonly idempotency?: Idempotency;
  /** Refuses a transaction that was prepared for something else. */
  checkPurpose?(prepared: PreparedMessage): void;
}

export interface SubmittedTransaction {
  readonly signature: string;
  readonly prepared: PreparedMessage;
  readonly result: WalletResult;
}

export type WalletResult =
  | { readonly kind: 'pending' }
  | { readonly kind: 'landed'; readonly landed: LandedTransaction }
  /** On chain, as failed; its fee was paid. */
  | { readonly kind: 'failed'; readonly landed: LandedTransaction; readonly error: RecordedError }
  /** It never was on chain and never will be. */
  | { readonly kind: 'refused'; readonly error: RecordedError };

const PENDING: WalletResult = { kind: 'pending' };

export async function submitPrepared(
  context: SubmitContext,
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
  // Our signature names the transaction, so it is made here to look for an earlier try. It goes
  // nowhere unless the checks below let it.
  const signed = cosign(context, split, prepared);
  const { signature } = signed;
  const earlier = await findSubmission(store.db, signature);
  if (!earlier) {
    const market = await checkBeforeSending(context, prepared);
    const createdAt = BigInt(context.chain.clock.now());
    const shared = { kind: 'wallet', marketId: prepared.marketId, bets: [], createdAt } as const;
    const submission: WalletSubmission = { ...shared, prepared, signed };
    const isFirst = await storeFirst(context, submission, { prepared, idempotency, market });
    if (isFirst) return { signature, prepared, result: await land(context, submission) };
  }
  return { signature, prepared, result: await awaitResult(context, signature, prepared) };
}

/** Gives the market that a bet is about. */
async function checkBeforeSending(
  context: SubmitContext,
  { kind, marketId, lastValidBlockHeight, intent }: PreparedMessage,
): Promise<MarketView | undefined> {
  const { chain } = context;
  const height = await chain.rpc.getBlockHeight({ commitment: 'confirmed' }).send();
  if (height > lastValidBlockHeight) throw new DomainError('transaction_expired');
  const { gate } = readIntent(intent);
  if (gate) {
    const parsedCondition = readCondition(gate.condition);
    await context.checkGate?.({ ...gate, parsedCondition });
  }
  if (kind !== 'bet' || marketId === null) return undefined;
  const market = await context.findMarket(marketId);
  if (!market) throw new DomainError('market_not_found', { marketId });
  refuseMismatch(market);
  requireOpen(market, chain.clock.now());
  if (market.isGated) await context.checkGate?.(market);
  return market;
}

interface Request {
  readonly prepared: PreparedMessage;
  readonly idempotency: Idempotency | undefined;
  /** In which somebody bets. */
  readonly market: MarketView | undefined;
}

/** False when somebody has stored the same transaction before us. */
async function storeFirst(
  { store, wallMs }: SubmitContext,
  submission: WalletSubmission,
  { prepared, idempotency, market }: Request,
): Promise<boolean> {
  const { signature } = submission.signed;
  const { wallet, marketId } = prepared;
  const { warnings = [] } = readIntent(prepared.intent);
  try {
    return await store.write(async (db) => {
      if (idempotency) {
        const claim = { wallet, request: idempotency, reference: signature, wallMs: wallMs() };
        await claimKey(db, claim);
      }
      if (await findSubmission(db, signature)) return false;
      if (market) await refuseDecided(db, market);
      await storeSubmissions(db, [submission]);
      if (marketId !== null) await recordWarnings(db, marketId, warnings);
      return true;
    });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    // Another replica stored it in the same moment.
    if (await findSubmission(store.db, signature)) return false;
    throw error;
  }
}

/** Waits as long as an answer may take; the landing goes on behind it. */
async function land(context: SubmitContext, submission: WalletSubmission): Promise<WalletResult> {
  const waitMs = context.confirmWaitMs ?? LIMITS.confirmWaitMsMax;
  const handler = new WalletHandler(context);
  const ended = await within(context.runner.run(handler, submission), waitMs);
  if (!ended) return PENDING;
  const { outcome, error = EXPIRED } = ended;
  if (outcome.kind === 'landed') return outcome;
  return outcome.kind === 'failed'
    ? { kind: 'failed', landed: outcome.landed, error }
    : { kind: 'refused', error };
}

/** Somebody lands it already: this process, another replica, or the one that starts next. */
async function awaitResult(
  context: SubmitContext,
  signature: string,
  prepared: PreparedMessage,
): Promise<WalletResult> {
  const waitMs = context.confirmWaitMs ?? LIMITS.confirmWaitMsMax;
  for (let waited = 0; ; waited += DECIDED_POLL_MS) {
    const row = await findSubmission(context.store.db, signature);
    if (row && row.state !== 'pending') return readResult(context, row, prepared);
    if (waited >= waitMs) return PENDING;
    await sleep(DECIDED_POLL_MS);
  }
}

async function readResult(
  context: SubmitContext,
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
  const described = await new WalletHandler(context).describe(prepared, landed.error);
  return { kind: 'failed', landed, error: described };
}
