// Finishes what a process left behind when it died: sends the same bytes again, and records what
// became of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import { SLOTS_MAX } from '@tote/chain/compute-units';
import { aboutKeys } from '@tote/chain/config-errors';
import { delegatedBetId } from '@tote/chain/ids';
import type { SignedTransaction } from '@tote/chain/landing';
import { readWire } from '@tote/chain/wire';
import { DomainError } from '@tote/domain';
import { parsePlaceBetsInstruction } from '@tote/program-client';
import { listPendingSubmissions, type SubmissionRow } from '../store/journal/submissions.ts';
import { listSubmittedBets } from '../store/journal/submitted-bets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { BetGroups } from './bets/bet-groups.ts';
import type { BetContext } from './bets/context.ts';
import { type DecidedBet, decideFailed, decideLanded } from './bets/decide.ts';
import type { StoredBet } from './bets/journal.ts';
import { formatRecordedError, toBetRecord, toFeedEvent } from './bets/record.ts';
import { nameOfFailure } from './bets/verdicts.ts';

/**
 * Whoever made it would have finished by now, if it still lived. Should it live, both send the same
 * bytes and one of them records what became of them. Shorter than an answer may take, so that who
 * asks again after a replica died hears of the bet and not that it is pending.
 */
const ORPHAN_SECONDS = 5;
const EVERY_MS = 1_000;
const LIMIT = 1_000;

export interface Recovery {
  /** Finishes everything that was made so long ago and is nobody's. Says how many there were. */
  run(olderThanSeconds: number, signal: AbortSignal): Promise<number>;
  /** Does that now and then, on one replica at a time. */
  start(): () => Promise<void>;
}

export interface RecoveryOptions {
  /** For what a wallet signed: only those who prepared it can say what became of it. */
  resumeWallet?(submission: SubmissionRow): Promise<void>;
}

export function createRecovery(
  context: BetContext,
  groups: BetGroups,
  options: RecoveryOptions = {},
): Recovery {
  const recover = new Recoverer(context, groups, options);
  return {
    run: (olderThanSeconds, signal) => recover.run(olderThanSeconds, signal),
    start: () => context.store.lead('recovery', (signal) => recover.loop(signal)),
  };
}

class Recoverer {
  readonly #context: BetContext;
  readonly #groups: BetGroups;
  readonly #options: RecoveryOptions;
  readonly #underWay = new Set<string>();

  constructor(context: BetContext, groups: BetGroups, options: RecoveryOptions) {
    this.#context = context;
    this.#groups = groups;
    this.#options = options;
  }

  /** The one process of a SQLite file finds only what its predecessor left. */
  async loop(signal: AbortSignal): Promise<void> {
    let olderThan = this.#context.store.engine === 'sqlite' ? 0 : ORPHAN_SECONDS;
    while (!signal.aborted) {
      this.run(olderThan, signal).catch((error) => {
        if (!signal.aborted) this.#context.log.error({ error }, 'recovery failed; it goes on');
      });
      olderThan = ORPHAN_SECONDS;
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async run(olderThanSeconds: number, signal: AbortSignal): Promise<number> {
    const { store, chain } = this.#context;
    const before = BigInt(chain.clock.now() - olderThanSeconds);
    const pending = await listPendingSubmissions(store.db, { before, limit: LIMIT });
    const orphans = pending.filter(
      ({ signature }) => !this.#underWay.has(signature) && !this.#groups.isUnderWay(signature),
    );
    await Promise.all(
      orphans.map(async (submission) => {
        this.#underWay.add(submission.signature);
        await this.#finish(submission, signal).finally(() =>
          this.#underWay.delete(submission.signature),
        );
      }),
    );
    return orphans.length;
  }

  async #finish(submission: SubmissionRow, signal: AbortSignal): Promise<void> {
    const { resumeWallet } = this.#options;
    if (submission.kind === 'wallet' && resumeWallet) return resumeWallet(submission);
    const market =
      submission.market_id === null
        ? undefined
        : await this.#context.findMarket(submission.market_id);
    if (submission.kind !== 'place-bets') return this.#finishOther(submission, signal);
    // Without its market nothing can be said about a bet: the indexer is still catching up.
    if (!market) return;
    const bets = await this.#readBets(submission, market);
    if (bets.length > 0) await this.#groups.resume({ market, signed: toSigned(submission), bets });
  }

  /** The bets of a transaction, in its order. */
  async #readBets(submission: SubmissionRow, market: MarketView): Promise<StoredBet[]> {
    const { chain, store } = this.#context;
    const rows = await listSubmittedBets(store.db, submission.signature);
    const byId = new Map(rows.map((row) => [row.bet_id, row]));
    const { keys, instructions } = readWire(submission.wire);
    const last = instructions.findLast(
      ({ programIndex }) => keys[programIndex] === chain.programAddress,
    );
    if (!last) return [];
    const accounts = Array.from(last.accounts, (index) => keys[index] as Address);
    const { bets } = parsePlaceBetsInstruction({ accounts, data: last.data }, market);
    return bets.flatMap(({ bettor, epoch, betId, slot }) => {
      const row = bettor && byId.get(delegatedBetId(bettor, epoch, betId));
      return row ? [{ row, slot, slotCount: SLOTS_MAX }] : [];
    });
  }

  /** A market, or play money: it lands or it does not, and is not signed again. */
  async #finishOther(submission: SubmissionRow, signal: AbortSignal): Promise<void> {
    const { chain, indexer, recorder, store, wallMs } = this.#context;
    const { signature, market_id: marketId } = submission;
    const landing = await chain.lander.land(toSigned(submission), signal);
    const now = BigInt(chain.clock.now());
    if (landing.kind === 'landed') await indexer.ingest([landing.landed]);
    const failure =
      landing.kind === 'landed'
        ? landing.landed.error
        : landing.kind === 'refused'
          ? landing.failure
          : { text: 'expired' };
    const market = marketId === null ? undefined : await this.#context.findMarket(marketId);
    const rows = await listSubmittedBets(store.db, signature);
    const bets = rows.map((row) => ({ row, slot: 0, slotCount: SLOTS_MAX }));
    let decided: DecidedBet[] = [];
    if (market && bets.length > 0) {
      decided =
        landing.kind === 'landed'
          ? await decideLanded(this.#context, market, bets, landing.landed)
          : await decideFailed(this.#context, market, bets, failure ?? { text: '' }, now);
    }
    const state = landing.kind === 'landed' ? (failure ? 'failed' : 'landed') : landing.kind;
    const error = failure && formatRecordedError(toError(failure));
    await recorder.recordAlone(
      store,
      {
        decision: { signature, state, decidedAt: now, ...(error && { error }) },
        rows:
          decided.length > 0
            ? decided.map(({ row }) => row)
            : rows.map((row) => ({
                ...row,
                state: 'failed',
                error: error ?? null,
                decided_at: now,
              })),
        events: market ? decided.map((bet) => this.#toEvent(bet, market)) : [],
      },
      wallMs(),
    );
  }

  #toEvent({ row }: DecidedBet, market: MarketView) {
    const decimals = this.#context.config.decimals[market.currency];
    return toFeedEvent(toBetRecord(row, market), decimals);
  }
}

function toSigned(submission: SubmissionRow): SignedTransaction {
  return {
    signature: submission.signature,
    wire: submission.wire,
    lastValidBlockHeight: submission.last_valid_block_height,
    mayHaveBeenSent: true,
  };
}

/** The chain's refusal stays a refusal; what only expired may be tried again. */
function toError(failure: { text: string; customError?: number }): DomainError {
  const name = nameOfFailure(failure);
  if (!name) return new DomainError('chain_unavailable');
  return new DomainError(aboutKeys(name) ?? 'internal_error');
}
