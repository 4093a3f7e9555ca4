import { type Commitment, isSignature, type Signature } from '@solana/kit';
import { aboutKeys } from '@tote/chain/config-errors';
import type { TransactionFailure } from '@tote/chain/landed';
import { findProgramErrorName } from '@tote/chain/transaction-failure';
import { toBetRecord, toConfirmedRecord } from '../bets/bet-record.ts';
import {
  findSubmission,
  readReplacements,
  type SubmissionRow,
} from '../store/journal/submissions.ts';
import { listSubmittedBets } from '../store/journal/submitted-bets.ts';
import { listTransactionBets } from '../store/projection/bets.ts';
import { findMarket, findMarkets } from '../store/projection/market-cache.ts';
import type { TransactionRow } from '../store/projection/transactions.ts';
import { findTransaction as findTransactionRow } from '../store/projection/transactions.ts';
import {
  type BetRecord,
  type RecordedError,
  readRecordedError,
  type TransactionRecord,
} from '../submissions/records.ts';
import type { QueryContext } from './query-context.ts';

const REPLACEMENTS_MAX = 16;

export async function findTransaction(
  context: QueryContext,
  signature: string,
): Promise<TransactionRecord | undefined> {
  if (!isSignature(signature)) return undefined;
  const { store } = context;
  const row = await findTransactionRow(store.db, signature);
  const submission = await findSubmission(store.db, signature);
  if (!row && !submission) return undefined;
  const replacements = submission ? readReplacements(submission) : [];
  const signatures = await findCurrentSignatures(context, signature);
  const bets = await Promise.all(signatures.map((current) => listBets(context, current)));
  return {
    transactionId: signature,
    ...(row ? await describeLanded(context, row) : describeSubmission(submission)),
    // With several replacements each bet names its own.
    ...(replacements.length === 1 && { replacedBy: replacements[0] }),
    bets: bets.flat(),
  };
}

type Described = Pick<TransactionRecord, 'state' | 'slot' | 'error'>;

async function describeLanded(context: QueryContext, row: TransactionRow): Promise<Described> {
  const { slot } = row;
  if (row.error !== null) return { state: 'failed', slot, error: toRecordedError(row.error) };
  const isFinal = await isFinalized(context, row.signature);
  return { state: isFinal ? 'finalized' : 'confirmed', slot };
}

function describeSubmission(submission: SubmissionRow | undefined): Described {
  switch (submission?.state) {
    case 'failed':
    case 'refused':
    case 'expired': {
      const error = readRecordedError(submission.error);
      return { state: 'failed', ...(submission.error !== null && { error }) };
    }
    case 'landed':
      return { state: 'confirmed' };
    default:
      return { state: 'pending' };
  }
}

function toRecordedError(text: string): RecordedError {
  const failure = JSON.parse(text) as TransactionFailure;
  const name = findProgramErrorName(failure);
  const code = name && aboutKeys(name);
  if (code) return { code, params: {} };
  return { code: 'transaction_failed', params: { reason: name ?? failure.text } };
}

async function isFinalized({ chain }: QueryContext, signature: Signature | string) {
  const { value } = await chain.rpc
    .getSignatureStatuses([signature as Signature], { searchTransactionHistory: true })
    .send();
  return value[0]?.confirmationStatus === ('finalized' satisfies Commitment);
}

async function findCurrentSignatures(
  context: QueryContext,
  signature: string,
  step = 0,
): Promise<string[]> {
  const submission = await findSubmission(context.store.db, signature);
  const next = submission ? readReplacements(submission) : [];
  if (next.length === 0 || step >= REPLACEMENTS_MAX) return [signature];
  const signatures = await Promise.all(
    next.map((one) => findCurrentSignatures(context, one, step + 1)),
  );
  return [signature, ...signatures.flat()];
}

async function listBets({ store, cache }: QueryContext, signature: string) {
  const bets = await listTransactionBets(store.db, signature);
  const markets = await findMarkets(store, cache, [...new Set(bets.map((bet) => bet.marketId))]);
  const currencies = new Map(markets.map((market) => [market.id, market]));
  const confirmed = bets.flatMap((bet) => {
    const market = currencies.get(bet.marketId);
    return market ? [toConfirmedRecord(bet, market)] : [];
  });
  const isConfirmed = new Set(confirmed.map(({ betId }) => betId));
  const others: BetRecord[] = [];
  for (const row of await listSubmittedBets(store.db, signature)) {
    if (isConfirmed.has(row.bet_id)) continue;
    others.push(toBetRecord(row, await findMarket(store, cache, row.market_id)));
  }
  return [...confirmed, ...others];
}
