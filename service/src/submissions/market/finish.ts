// Lands a market's transaction and records what became of it.

import { findBetResults } from '@tote/chain/bets-placed';
import { aboutKeys } from '@tote/chain/config-errors';
import type { LandedTransaction, TransactionFailure } from '@tote/chain/landed';
import type { SignedTransaction } from '@tote/chain/landing';
import { DomainError } from '@tote/domain';
import { checkTimes, type MarketDraft } from '../../commands/create-market/draft.ts';
import type { MarketContext } from '../../commands/create-market.ts';
import { decideSubmission, insertSubmission } from '../../store/journal/submissions.ts';
import { formatBets, type SubmittedBetRow } from '../../store/journal/submitted-bets.ts';
import { formatRecordedError, toBetRecord, toFeedEvent } from '../bets/record.ts';
import { nameOfFailure, toBetError } from '../bets/verdicts.ts';
import { markIfLate } from '../mark-if-late.ts';
import { persist } from '../persist.ts';
import { type JournaledMarket, signMarket } from './journal.ts';

export interface FinishedMarket {
  readonly signature: string;
  readonly error?: DomainError;
}

const TRIES_MAX = 3;

export class MarketFinisher {
  readonly #context: MarketContext;
  readonly #signal: AbortSignal;

  constructor(context: MarketContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  /** Undefined when the service stops first: the journal knows how to go on. */
  async finish(
    draft: MarketDraft,
    { signed: first, createdAt, bet: firstBet }: JournaledMarket,
  ): Promise<FinishedMarket | undefined> {
    const { chain, crash, log } = this.#context;
    let signed = markIfLate(first, chain.clock, createdAt);
    let bet = firstBet;
    try {
      for (let tries = 1; ; tries += 1) {
        const landing = chain.lander.land(signed, this.#signal);
        crash.reachSoon('K3');
        const decided = await landing;
        crash.reach('K4');
        if (decided.kind === 'landed') return await this.#finishLanded(draft, bet, decided.landed);
        if (decided.kind === 'refused') {
          const error = await this.#explain(draft, decided.failure);
          return await this.#fail(signed.signature, bet, error, 'refused');
        }
        if (tries >= TRIES_MAX || chain.clock.now() >= draft.view.closesAt) {
          const error = this.#explainExpiry(draft);
          return await this.#fail(signed.signature, bet, error, 'expired');
        }
        const refusal = bet && (await this.#checkGate(draft));
        if (refusal) return await this.#fail(signed.signature, bet, refusal, 'expired');
        const next = await persist(() => this.#signAgain(draft, signed, bet), this.#signal);
        if (!next) return undefined;
        signed = next;
        bet = bet && { ...bet, signature: next.signature };
      }
    } catch (error) {
      if (!this.#signal.aborted) {
        log.error({ error, signature: signed.signature }, 'a market was left to recovery');
      }
      return undefined;
    }
  }

  /** Why a first stake that was signed before may not be signed again. */
  async #checkGate({ view }: MarketDraft): Promise<DomainError | undefined> {
    try {
      if (view.isGated) await this.#context.checkGate?.(view);
      return undefined;
    } catch (error) {
      return error instanceof DomainError ? error : new DomainError('chain_unavailable');
    }
  }

  async #finishLanded(
    draft: MarketDraft,
    bet: SubmittedBetRow | undefined,
    landed: LandedTransaction,
  ): Promise<FinishedMarket> {
    const { store, recorder, wallMs, indexer, crash } = this.#context;
    const { signature } = landed;
    if (landed.error) {
      const error = await this.#explain(draft, landed.error);
      return this.#fail(signature, bet, error, 'failed', () => indexer.ingest([landed]));
    }
    const row = bet && this.#confirm(draft, bet, landed);
    crash.reach('K6');
    const recording = {
      decision: { signature, state: 'landed', decidedAt: landed.blockTime } as const,
      rows: row ? [row] : [],
      events: row ? [this.#toEvent(draft, row)] : [],
    };
    await persist(
      () => recorder.recordWith(store, recording, wallMs(), () => indexer.ingest([landed])),
      this.#signal,
    );
    crash.reach('K8');
    return { signature };
  }

  /** Strict: a transaction that succeeded has placed the stake. */
  #confirm({ view }: MarketDraft, bet: SubmittedBetRow, landed: LandedTransaction) {
    const results = findBetResults(landed, this.#context.chain.programAddress, view.address);
    const result = results?.[0];
    const isYes = bet.outcome === 1n;
    return {
      ...bet,
      state: 'confirmed',
      pool_yes: result?.poolYes ?? (isYes ? bet.amount : 0n),
      pool_no: result?.poolNo ?? (isYes ? 0n : bet.amount),
      decided_at: landed.blockTime,
    };
  }

  async #fail(
    signature: string,
    bet: SubmittedBetRow | undefined,
    error: DomainError,
    state: 'failed' | 'refused' | 'expired',
    apply?: () => Promise<unknown>,
  ): Promise<FinishedMarket> {
    const { store, recorder, wallMs, chain } = this.#context;
    const decidedAt = BigInt(chain.clock.now());
    const text = formatRecordedError(error);
    const rows = bet ? [{ ...bet, state: 'failed', error: text, decided_at: decidedAt }] : [];
    const decision = { signature, state, decidedAt, error: text };
    const recording = { decision, rows, events: [] };
    await persist(
      () =>
        apply
          ? recorder.recordWith(store, recording, wallMs(), apply)
          : recorder.recordAlone(store, recording, wallMs()),
      this.#signal,
    );
    return { signature, error };
  }

  async #explain(draft: MarketDraft, failure: TransactionFailure): Promise<DomainError> {
    const name = nameOfFailure(failure);
    if (name === 'TimesOutOfOrder' || name === 'TimesOutOfRange' || name === 'ClosesTooLate') {
      return this.#explainExpiry(draft);
    }
    const code = name && aboutKeys(name);
    if (code) {
      await this.#context.refreshConfig?.();
      return new DomainError(code);
    }
    const { view, stake } = draft;
    if (!stake) return new DomainError('internal_error');
    const { bettors, relayer, config } = this.#context;
    bettors.forget(view.creator);
    const bettor = await bettors.read(view.creator).catch(() => null);
    const decimals = config.decimals[view.currency];
    const about = { wallet: view.creator, amount: stake.amount, delegate: relayer.address };
    return toBetError(name, { ...about, market: view, decimals }, bettor);
  }

  /** Time went on while we tried: then the request is what it would be if it came now. */
  #explainExpiry({ view }: MarketDraft): DomainError {
    try {
      checkTimes(view, this.#context.chain.clock.now());
    } catch (error) {
      if (error instanceof DomainError) return error;
    }
    return new DomainError('chain_unavailable');
  }

  /** Undefined when another replica has decided about the transaction. */
  async #signAgain(
    draft: MarketDraft,
    old: SignedTransaction,
    bet: SubmittedBetRow | undefined,
  ): Promise<SignedTransaction | undefined> {
    const { chain, store } = this.#context;
    const lifetime = await chain.blockhashes.latest();
    const signed = signMarket(this.#context, draft, lifetime, bet?.id_number);
    const now = BigInt(chain.clock.now());
    const isOurs = await store.write(async (db) => {
      const decision = { signature: old.signature, state: 'expired', decidedAt: now } as const;
      if (!(await decideSubmission(db, { ...decision, replacedBy: signed.signature }))) {
        return false;
      }
      const about = { kind: 'create-market', marketId: draft.view.id, createdAt: now } as const;
      const bets = bet && formatBets([bet]);
      await insertSubmission(db, { ...signed, ...about, ...(bets && { bets }) });
      return true;
    });
    return isOurs ? signed : undefined;
  }

  #toEvent({ view }: MarketDraft, row: SubmittedBetRow) {
    return toFeedEvent(toBetRecord(row, view), this.#context.config.decimals[view.currency]);
  }
}
