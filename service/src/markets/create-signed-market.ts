import { DomainError } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { listWarnings } from '../store/journal/evidence.ts';
import { findSubmission } from '../store/journal/submissions.ts';
import type { Idempotency } from '../submissions/idempotency-key.ts';
import { toDomainError } from '../submissions/recorded-error.ts';
import { readIntent } from '../submissions/wallet/intent.ts';
import { submitPrepared } from '../submissions/wallet/submit.ts';
import type { MarketContext } from './context.ts';
import { asCreated } from './create/as-created.ts';
import type { CreatedMarket } from './create-market-input.ts';
import { viewPendingMarket } from './submission/pending.ts';

/** Creates a market by a transaction of `prepareMarket` that the creator signed. */
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
  const marketId = prepared.marketId ?? '';
  const warnings = await listWarnings(db, marketId);
  const shared = { transactionId: signature, warnings };
  const found = result.kind === 'landed' && (await context.findMarket(marketId));
  if (found) {
    const { bet } = readIntent(prepared.intent);
    return { market: asCreated(found, bet ?? undefined), state: 'confirmed', ...shared };
  }
  const row = await findSubmission(db, signature);
  if (!row) throw new RangeError(`the submission ${signature} is missing`);
  return { market: viewPendingMarket(context, row), state: 'pending', ...shared };
}
