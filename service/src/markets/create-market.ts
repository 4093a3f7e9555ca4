// Creates a market for a creator. We sign as operator and pay the rent.
import type { Address } from '@solana/kit';
import { within } from '@tote/chain/lib/within';
import { addStakes, DomainError, EMPTY_POOLS } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { readAmount } from '../bets/check-bet.ts';
import { listWarnings } from '../store/journal/evidence.ts';
import { findSubmission } from '../store/journal/submissions.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import {
  awaitFinal,
  findReference,
  type Idempotency,
  isServerError,
  type KeyedRequest,
} from '../submissions/idempotency.ts';
import { readRecordedError, toDomainError } from '../submissions/records.ts';
import { requireOperator } from '../submissions/relayers.ts';
import { readIntent } from '../submissions/wallet/intent.ts';
import { submitPrepared } from '../submissions/wallet/submit.ts';
import type { CreatedMarket, CreateMarketInput, MarketContext } from './context.ts';
import { draftMarket } from './draft.ts';
import { MarketHandler } from './submission/handler.ts';
import { journalMarket } from './submission/journal.ts';
import { asCreated, viewPendingMarket } from './submission/pending.ts';

export async function createMarket(
  context: MarketContext,
  ...request: readonly [caller: Caller, input: CreateMarketInput, idempotency?: Idempotency]
): Promise<CreatedMarket> {
  try {
    return await create(context, ...request);
  } catch (error) {
    // Nothing was created, and the Config was refreshed: try once more with what it says now.
    const code = error instanceof DomainError ? error.code : undefined;
    if (code !== 'terms_changed' && code !== 'operator_disabled') throw error;
    return create(context, ...request);
  }
}

async function create(
  context: MarketContext,
  caller: Caller,
  input: CreateMarketInput,
  idempotency?: Idempotency,
): Promise<CreatedMarket> {
  if (!idempotency) return createNew(context, caller, input);
  const earlier = await findEarlier(context, caller.wallet, input, idempotency);
  if (earlier && 'market' in earlier) return earlier;
  return createNew(context, caller, input, { ...idempotency, takesOver: earlier?.takesOver });
}

async function createNew(
  context: MarketContext,
  caller: Caller,
  input: CreateMarketInput,
  request?: KeyedRequest,
): Promise<CreatedMarket> {
  requireOperator(context.config);
  context.config.refuseUnlandable();
  const draft = await draftMarket(context, caller, input);
  const { view, first, compiled } = draft;
  if (first && view.isGated) await context.checkGate(view);
  if (first) await context.checkStakes(view, addStakes(EMPTY_POOLS, first.stakes));
  const journaled = await journalMarket(context, draft, request);
  if (journaled === 'taken') {
    const earlier = request && (await findEarlier(context, caller.wallet, input, request));
    if (earlier && 'market' in earlier) return earlier;
    throw new DomainError('idempotency_key_busy');
  }
  context.crash.reach('before sending');
  const { warnings } = compiled;
  const running = context.runner.run(new MarketHandler(context), journaled);
  const ended = await within(running, context.confirmWaitMs);
  if (ended?.error) throw toDomainError(ended.error, ended.submission.signed.signature);
  const found = ended && (await context.findMarket(view.id));
  if (ended && found) return toConfirmed(context, found, input, warnings);
  const { signature: transactionId } = journaled.signed;
  const market = { ...view, createdSignature: transactionId };
  return { market, transactionId, state: 'pending', warnings };
}

async function findEarlier(
  context: MarketContext,
  wallet: Address,
  input: CreateMarketInput,
  idempotency: Idempotency,
): Promise<CreatedMarket | { takesOver: string } | undefined> {
  const { store, confirmWaitMs } = context;
  const reference = await findReference(store.db, wallet, idempotency);
  if (reference === undefined) return undefined;
  const find = async () => {
    let last = await findSubmission(store.db, reference);
    while (last?.replaced_by) last = await findSubmission(store.db, last.replaced_by);
    return last;
  };
  const row = await awaitFinal(find, (found) => found?.state !== 'pending', confirmWaitMs);
  if (!row) throw new DomainError('idempotency_key_busy');
  if (row.error !== null) {
    const error = readRecordedError(row.error);
    if (isServerError(error)) return { takesOver: reference };
    throw toDomainError(error, row.signature);
  }
  const { market_id: marketId, state } = row;
  const warnings = marketId === null ? [] : await listWarnings(store.db, marketId);
  const isDecided = state !== 'pending' && marketId !== null;
  const market = isDecided ? await context.findMarket(marketId) : undefined;
  if (market) return toConfirmed(context, market, input, warnings);
  const pending = viewPendingMarket(context, row, input);
  return { market: pending, transactionId: row.signature, state: 'pending', warnings };
}

function toConfirmed(
  { config }: MarketContext,
  found: MarketView,
  { initialStakes = [] }: CreateMarketInput,
  warnings: readonly string[],
): CreatedMarket {
  const decimals = config.decimals[found.currency];
  const placed = initialStakes.map(({ outcome, amount }) => {
    return { outcome, amount: readAmount(amount, decimals) };
  });
  const market = asCreated(found, placed);
  return { market, transactionId: found.createdSignature, state: 'confirmed', warnings };
}

export async function createSignedMarket(
  context: MarketContext,
  caller: Caller | null,
  transaction: string,
  idempotency?: Idempotency,
): Promise<CreatedMarket> {
  const { signature, prepared, result } = await submitPrepared(context, {
    ...{ caller, transaction, idempotency },
    checkPurpose({ kind }) {
      if (kind === 'create-market') return;
      throw new DomainError('transaction_mismatch', { reason: 'it does not create a market' });
    },
  });
  if ('error' in result) throw toDomainError(result.error, signature);
  const { db } = context.store;
  const marketId = prepared.market_id ?? '';
  const warnings = await listWarnings(db, marketId);
  const shared = { transactionId: signature, warnings };
  const found = result.kind === 'landed' && (await context.findMarket(marketId));
  if (found) {
    const { bets } = readIntent(prepared.intent);
    return { market: asCreated(found, bets), state: 'confirmed', ...shared };
  }
  const row = await findSubmission(db, signature);
  if (!row) throw new RangeError(`the submission ${signature} is missing`);
  return { market: viewPendingMarket(context, row), state: 'pending', ...shared };
}
