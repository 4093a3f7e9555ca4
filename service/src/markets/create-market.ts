// Creates a market for a creator. We sign as operator and pay the rent.
import type { Address } from '@solana/kit';
import { within } from '@tote/chain/lib/within';
import { DomainError } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { readAmount } from '../bets/check-bet.ts';
import { listWarnings } from '../store/journal/evidence.ts';
import { findSubmission, type SubmissionRow } from '../store/journal/submissions.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { awaitFinal, findReference, isServerError } from '../submissions/idempotency.ts';
import type { Idempotency } from '../submissions/idempotency-key.ts';
import { readRecordedError, toDomainError } from '../submissions/recorded-error.ts';
import { requireOperator } from '../submissions/require-keys.ts';
import type { MarketContext } from './context.ts';
import { asCreated } from './create/as-created.ts';
import type { CreatedMarket, CreateMarketInput } from './create-market-input.ts';
import { draftMarket } from './draft.ts';
import { MarketHandler, type MarketSubmission } from './submission/handler.ts';
import { journalMarket } from './submission/journal.ts';
import { viewPendingMarket } from './submission/pending.ts';

export function createCreateMarket(
  context: MarketContext,
): (caller: Caller, input: CreateMarketInput, idempotency?: Idempotency) => Promise<CreatedMarket> {
  const creator = new MarketCreator(context);
  return (caller, input, idempotency) => creator.create(caller, input, idempotency);
}

class MarketCreator {
  readonly #context: MarketContext;
  readonly #handler: MarketHandler;

  constructor(context: MarketContext) {
    this.#context = context;
    this.#handler = new MarketHandler(context);
  }

  async create(
    caller: Caller,
    input: CreateMarketInput,
    idempotency?: Idempotency,
  ): Promise<CreatedMarket> {
    try {
      return await this.#create(caller, input, idempotency);
    } catch (error) {
      // Nothing was created. The Config was refreshed, so a second try uses the new terms, and the
      // key of a new operator.
      const code = error instanceof DomainError ? error.code : undefined;
      if (code !== 'terms_changed' && code !== 'operator_disabled') throw error;
      return this.#create(caller, input, idempotency);
    }
  }

  async #create(
    caller: Caller,
    input: CreateMarketInput,
    idempotency?: Idempotency,
  ): Promise<CreatedMarket> {
    if (!idempotency) return this.#createNew(caller, input);
    const earlier = await this.#findEarlier(caller.wallet, input, idempotency);
    if (earlier instanceof DomainError) throw earlier;
    if (earlier && 'market' in earlier) return earlier;
    return this.#createNew(caller, input, { ...idempotency, takesOver: earlier?.takesOver });
  }

  async #createNew(
    caller: Caller,
    input: CreateMarketInput,
    request?: Idempotency & { takesOver?: string },
  ): Promise<CreatedMarket> {
    requireOperator(this.#context.config);
    this.#context.config.refuseUnlandable?.();
    const draft = await draftMarket(this.#context, caller, input);
    if (draft.stake && draft.view.isGated) await this.#context.checkGate(draft.view);
    const journaled = await journalMarket(this.#context, draft, request);
    if (journaled === 'taken') {
      if (!request) throw new RangeError('a market without a key cannot be taken');
      const earlier = await this.#findEarlier(caller.wallet, input, request);
      if (earlier instanceof DomainError) throw earlier;
      if (earlier && 'market' in earlier) return earlier;
      throw new DomainError('idempotency_key_busy');
    }
    this.#context.crash.reach('before sending');
    return this.#wait(journaled, input, [...draft.compiled.warnings]);
  }

  async #wait(
    submission: MarketSubmission,
    input: CreateMarketInput,
    warnings: readonly string[],
  ): Promise<CreatedMarket> {
    const { view, signed } = submission;
    const { runner, confirmWaitMs } = this.#context;
    const ended = await within(runner.run(this.#handler, submission), confirmWaitMs);
    if (ended?.error) throw toDomainError(ended.error, ended.submission.signed.signature);
    const found = ended && (await this.#context.findMarket(view.id));
    if (ended && found) {
      const market = this.#asCreated(found, input);
      const { createdSignature: transactionId } = found;
      return { market, transactionId, state: 'confirmed', warnings };
    }
    const { signature: transactionId } = signed;
    const market = { ...view, createdSignature: transactionId };
    return { market, transactionId, state: 'pending', warnings };
  }

  /** The first request's result, its refusal, or the failed submission that a retry replaces. */
  async #findEarlier(
    wallet: Address,
    input: CreateMarketInput,
    idempotency: Idempotency,
  ): Promise<CreatedMarket | DomainError | { takesOver: string } | undefined> {
    const { store, findMarket } = this.#context;
    const reference = await findReference(store.db, wallet, idempotency);
    if (reference === undefined) return undefined;
    const row = await awaitFinal(
      () => this.#findLast(reference),
      (found) => found?.state !== 'pending',
      this.#context.confirmWaitMs,
    );
    if (!row) return new DomainError('idempotency_key_busy');
    if (row.error !== null) {
      const error = readRecordedError(row.error);
      return isServerError(error) ? { takesOver: reference } : toDomainError(error, row.signature);
    }
    const warnings = row.market_id === null ? [] : await listWarnings(store.db, row.market_id);
    const market: MarketView | undefined =
      row.state !== 'pending' && row.market_id !== null
        ? await findMarket(row.market_id)
        : undefined;
    if (market) {
      const created = this.#asCreated(market, input);
      const { createdSignature: transactionId } = market;
      return { market: created, transactionId, state: 'confirmed', warnings };
    }
    const pending = viewPendingMarket(this.#context, row, input);
    return { market: pending, transactionId: row.signature, state: 'pending', warnings };
  }

  #asCreated(market: MarketView, { initialStake: stake }: CreateMarketInput): MarketView {
    const decimals = this.#context.config.decimals[market.currency];
    return asCreated(market, stake && { ...stake, amount: readAmount(stake.amount, decimals) });
  }

  /** Follows the replacements to the current submission. */
  async #findLast(signature: string): Promise<SubmissionRow | undefined> {
    const { db } = this.#context.store;
    let row = await findSubmission(db, signature);
    while (row?.replaced_by) row = await findSubmission(db, row.replaced_by);
    return row;
  }
}
