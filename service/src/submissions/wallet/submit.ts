// What a wallet signed, on its way to the chain. The order is the point: remembered, signed by the
// wallet, let through by the gate, stored; only then does our signature leave the house.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import type { SignedTransaction } from '@tote/chain/landing';
import { readCondition } from '@tote/conditions/read-condition';
import { DomainError, LIMITS, requireOpen, unixSeconds } from '@tote/domain';
import { refuseMismatch } from '../../admission/check-bet.ts';
import { refuseDecided } from '../../admission/refuse-decided.ts';
import type { Caller } from '../../auth/caller.ts';
import type { PrepareBetContext } from '../../commands/prepare/context.ts';
import { recordWarnings } from '../../store/journal/market-warnings.ts';
import { findPrepared, type PreparedMessage } from '../../store/journal/prepared.ts';
import {
  decideSubmission,
  findSubmission,
  insertSubmission,
  type SubmissionDecision,
  type SubmissionRow,
} from '../../store/journal/submissions.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Idempotency, RecordedError } from '../../use-cases/use-cases.ts';
import { parseRecordedError } from '../bets/record.ts';
import { claimReference } from '../claim-reference.ts';
import { checkWalletSigned, cosign } from './cosign.ts';
import { describeFailure } from './failure.ts';
import { readIntent } from './intent.ts';
import { hashMessage } from './prepared-transaction.ts';
import { readTransaction, splitTransaction } from './wire.ts';

const DECIDED_POLL_MS = 50;

export interface SubmitContext extends PrepareBetContext {
  readonly indexer: { ingest(landed: readonly LandedTransaction[]): Promise<unknown> };
  /** What is remembered of the wallet's Bettor may be out of date now. */
  forgetBettor?(wallet: Address): void;
  /** How long an answer waits for the chain; left out: as long as the API promises. */
  readonly confirmWaitMs?: number;
  /** Told of what nobody waits for any more. */
  warn?(message: string, error: unknown): void;
}

export interface SubmissionInput {
  readonly caller: Caller | null;
  /** Base64. */
  readonly transaction: string;
  readonly idempotency?: Idempotency;
  /** Refuses a transaction that was prepared for something else. */
  checkPurpose?(prepared: PreparedMessage): void;
}

export interface Submission {
  readonly signature: string;
  readonly prepared: PreparedMessage;
  readonly decision: Decision;
}

export type Decision =
  | { readonly kind: 'pending' }
  | { readonly kind: 'landed'; readonly landed: LandedTransaction }
  /** On chain, as failed; its fee was paid. */
  | { readonly kind: 'failed'; readonly landed: LandedTransaction; readonly error: RecordedError }
  /** It never was on chain and never will be. */
  | { readonly kind: 'refused'; readonly error: RecordedError };

const PENDING: Decision = { kind: 'pending' };
const EXPIRED: RecordedError = { code: 'transaction_expired', params: {} };

export async function submitPrepared(
  context: SubmitContext,
  { caller, transaction, idempotency, checkPurpose }: SubmissionInput,
): Promise<Submission> {
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
    const stored = { signed, prepared, idempotency, market };
    const isFirst = await storeSubmission(context, stored);
    if (isFirst) return { signature, prepared, decision: await land(context, signed, prepared) };
  }
  return { signature, prepared, decision: await awaitDecision(context, signature, prepared) };
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

interface ToStore {
  readonly signed: SignedTransaction;
  readonly prepared: PreparedMessage;
  readonly idempotency: Idempotency | undefined;
  /** In which somebody bets. */
  readonly market: MarketView | undefined;
}

/** False when somebody has stored the same transaction before us. */
async function storeSubmission(
  context: SubmitContext,
  { signed, prepared, idempotency, market }: ToStore,
): Promise<boolean> {
  const { signature, wire, lastValidBlockHeight } = signed;
  const { wallet, marketId } = prepared;
  const { warnings = [] } = readIntent(prepared.intent);
  const { chain, store, wallMs } = context;
  const at = unixSeconds(Math.floor(wallMs() / 1_000));
  const createdAt = BigInt(chain.clock.now());
  const row = { signature, kind: 'wallet', wire, lastValidBlockHeight, marketId } as const;
  try {
    return await store.write(async (db) => {
      if (idempotency) {
        await claimReference(db, { wallet, idempotency, reference: signature, at });
      }
      if (await findSubmission(db, signature)) return false;
      if (market) await refuseDecided(db, market);
      await insertSubmission(db, { ...row, createdAt });
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
async function land(
  context: SubmitContext,
  signed: SignedTransaction,
  prepared: PreparedMessage,
): Promise<Decision> {
  const deciding = landAndRecord(context, signed, prepared).catch((error: unknown) => {
    context.warn?.('a wallet transaction is not decided yet', error);
    return PENDING;
  });
  const waiting = new AbortController();
  const waitMs = context.confirmWaitMs ?? LIMITS.confirmWaitMsMax;
  const timeout = sleep(waitMs, PENDING, { signal: waiting.signal, ref: false });
  try {
    return await Promise.race([deciding, timeout]);
  } finally {
    waiting.abort();
    timeout.catch(() => undefined);
  }
}

/** For what a process that died has left: the bytes may be on chain, or on their way. */
export async function resumeSubmission(context: SubmitContext, row: SubmissionRow): Promise<void> {
  const { signature, wire, last_valid_block_height: lastValidBlockHeight } = row;
  const { message } = splitTransaction(wire);
  const prepared = await findPrepared(context.store.db, hashMessage(message));
  const signed = { signature, wire, lastValidBlockHeight, mayHaveBeenSent: true };
  await landAndRecord(context, signed, prepared);
}

/** Sends the bytes until the chain has decided, and writes down how. */
async function landAndRecord(
  context: SubmitContext,
  signed: SignedTransaction,
  prepared: PreparedMessage | undefined,
): Promise<Decision> {
  const { chain, indexer } = context;
  const { signature } = signed;
  const landing = await chain.lander.land(signed);
  if (landing.kind === 'expired') {
    await record(context, { signature, state: 'expired', error: JSON.stringify(EXPIRED) });
    return { kind: 'refused', error: EXPIRED };
  }
  if (landing.kind === 'refused') {
    const error = await describe(context, prepared, landing.failure);
    await record(context, { signature, state: 'refused', error: JSON.stringify(error) });
    return { kind: 'refused', error };
  }
  const { landed } = landing;
  await indexer.ingest([landed]);
  if (prepared) context.forgetBettor?.(prepared.wallet as Address);
  if (!landed.error) {
    await record(context, { signature, state: 'landed' });
    return { kind: 'landed', landed };
  }
  const error = await describe(context, prepared, landed.error);
  await record(context, { signature, state: 'failed', error: JSON.stringify(error) });
  return { kind: 'failed', landed, error };
}

async function describe(
  context: SubmitContext,
  prepared: PreparedMessage | undefined,
  failure: NonNullable<LandedTransaction['error']>,
): Promise<RecordedError> {
  if (prepared) return describeFailure(context, prepared, failure);
  return { code: 'transaction_failed', params: { reason: failure.text } };
}

async function record(
  { store, chain }: SubmitContext,
  decision: Omit<SubmissionDecision, 'decidedAt'>,
): Promise<void> {
  const decidedAt = BigInt(chain.clock.now());
  await store.write((db) => decideSubmission(db, { ...decision, decidedAt }));
}

/** Somebody lands it already: this process, another replica, or the one that starts next. */
async function awaitDecision(
  context: SubmitContext,
  signature: string,
  prepared: PreparedMessage,
): Promise<Decision> {
  const waitMs = context.confirmWaitMs ?? LIMITS.confirmWaitMsMax;
  for (let waited = 0; ; waited += DECIDED_POLL_MS) {
    const row = await findSubmission(context.store.db, signature);
    if (row && row.state !== 'pending') return readDecision(context, row, prepared);
    if (waited >= waitMs) return PENDING;
    await sleep(DECIDED_POLL_MS);
  }
}

async function readDecision(
  context: SubmitContext,
  { state, signature, error }: SubmissionRow,
  prepared: PreparedMessage,
): Promise<Decision> {
  if (state === 'expired') return { kind: 'refused', error: EXPIRED };
  if (state === 'refused') {
    return { kind: 'refused', error: error === null ? EXPIRED : parseRecordedError(error) };
  }
  const landed = await context.chain.fetchLanded(signature);
  if (!landed) throw new DomainError('chain_unavailable');
  if (!landed.error) return { kind: 'landed', landed };
  return { kind: 'failed', landed, error: await describe(context, prepared, landed.error) };
}

export function walletOf({ prepared }: Submission): Address {
  return prepared.wallet as Address;
}
