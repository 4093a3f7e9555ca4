// Handles market creations as submissions, with first stakes, if any: all or nothing.
import { aboutKeys } from '@tote/chain/config-errors';
import type { LandedTransaction, TransactionFailure } from '@tote/chain/landed';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { findProgramErrorName, isPayerOutOfFunds } from '@tote/chain/transaction-failure';
import { DomainError, phaseAt, shorterThanLead, type UnixSeconds } from '@tote/domain';
import { toBetRecord, toFeedEvent } from '../../bets/bet-record.ts';
import { toBetError } from '../../bets/decide.ts';
import type { SubmissionRow } from '../../store/journal/submissions.ts';
import { readBets } from '../../store/journal/submitted-bets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { formatRecordedError, toRecordedError } from '../../submissions/records.ts';
import type { Attempt, Conclusion, SubmissionHandler, ToRecord } from '../../submissions/runner.ts';
import {
  feePayerOf,
  findRefusal,
  signSubmissionAgain,
  TRIES_MAX,
} from '../../submissions/sign-again.ts';
import { type Outcome, restoreSigned, type Submission } from '../../submissions/submission.ts';
import type { MarketContext } from '../context.ts';
import { checkTimes } from '../draft.ts';
import { viewPendingMarket } from './pending.ts';

const CREATED_POLLS = { everyMs: 250, withinMs: 30_000 };

export interface MarketSubmission extends Submission {
  readonly kind: 'create-market';
  readonly view: MarketView;
}

export class MarketHandler implements SubmissionHandler<MarketSubmission> {
  readonly #context: MarketContext;

  constructor(context: MarketContext) {
    this.#context = context;
  }

  async conclude(
    submission: MarketSubmission,
    outcome: Outcome,
    { tries, now }: Attempt,
  ): Promise<Conclusion<MarketSubmission>> {
    switch (outcome.kind) {
      case 'landed':
        return this.#confirm(submission, outcome.landed);
      case 'failed':
      case 'refused':
        if (await this.#wasCreated(submission, outcome.failure)) return { kind: 'record' };
        return this.#fail(submission, await this.#explain(submission, outcome.failure), now);
      case 'expired': {
        const isOver = tries >= TRIES_MAX || phaseAt(submission.view, now).state !== 'open';
        const refusal = isOver
          ? this.#explainExpiry(submission)
          : await this.#findRefusal(submission);
        if (refusal) return this.#fail(submission, refusal, now);
        const accounts = [submission.view.address];
        const again = await signSubmissionAgain(this.#context, submission, { accounts, tries });
        return { kind: 'replace', by: [again] };
      }
    }
  }

  async restore(row: SubmissionRow): Promise<MarketSubmission> {
    const { market_id: marketId, created_at: createdAt } = row;
    const bets = readBets(row).map((bet) => ({ row: bet }));
    const view = viewPendingMarket(this.#context, row);
    return { kind: 'create-market', signed: restoreSigned(row), marketId, bets, createdAt, view };
  }

  #confirm({ view, bets }: MarketSubmission, landed: LandedTransaction): ToRecord {
    if (bets.length === 0) return { kind: 'record' };
    const { bettors, config } = this.#context;
    bettors.forget(view.creator);
    const rows = confirmStakes(bets, landed);
    const decimals = config.decimals[view.currency];
    const events = rows.map((row) => toFeedEvent(toBetRecord(row, view), decimals));
    return { kind: 'record', rows, events };
  }

  /** The address is unique, so an earlier transaction of this submission has created it. */
  async #wasCreated({ view }: MarketSubmission, failure: TransactionFailure): Promise<boolean> {
    if (findProgramErrorName(failure) !== 'MarketExists') return false;
    const find = () => this.#context.findMarket(view.id);
    return (await pollUntil(find, Boolean, CREATED_POLLS)) !== undefined;
  }

  #fail({ bets }: MarketSubmission, error: DomainError, now: UnixSeconds): ToRecord {
    const failed = { state: 'failed', error: formatRecordedError(error), decided_at: BigInt(now) };
    const rows = bets.map(({ row }) => ({ ...row, ...failed }));
    return { kind: 'record', rows, error: toRecordedError(error) };
  }

  async #explain(submission: MarketSubmission, failure: TransactionFailure): Promise<DomainError> {
    if (isPayerOutOfFunds(failure)) return new DomainError('relayer_out_of_funds');
    const name = findProgramErrorName(failure);
    if (name === 'TimesOutOfOrder' || name === 'TimesOutOfRange') {
      return this.#explainExpiry(submission);
    }
    if (name === 'ShorterThanLead') {
      await this.#context.refreshConfig();
      return shorterThanLead(this.#context.config.onChain().leadSeconds);
    }
    const code = name === 'EndsTooLate' ? 'market_ends_too_late' : name && aboutKeys(name);
    if (code) {
      await this.#context.refreshConfig();
      return new DomainError(code);
    }
    const { view, bets } = submission;
    const [stake] = bets;
    if (!stake) return new DomainError('internal_error');
    const { bettors } = this.#context;
    bettors.forget(view.creator);
    const bettor = await bettors.read(view.creator).catch(() => null);
    const row = { ...stake.row, amount: bets.reduce((sum, each) => sum + each.row.amount, 0n) };
    const refused = { row, market: view, minRatioBps: 0, pools: view.pools };
    return toBetError(this.#context, name, refused, bettor);
  }

  #explainExpiry({ view }: MarketSubmission): DomainError {
    try {
      checkTimes(view, this.#context.chain.clock.now(), view.parsedCondition, 0);
    } catch (error) {
      if (error instanceof DomainError) return error;
    }
    return new DomainError('chain_unavailable');
  }

  #findRefusal(submission: MarketSubmission): Promise<DomainError | undefined> {
    const { view, bets } = submission;
    return findRefusal(async () => {
      if (feePayerOf(submission) !== this.#context.relayers.operator.address) {
        throw new DomainError('operator_disabled');
      }
      if (bets.length > 0 && view.isGated) await this.#context.checkGate(view);
    });
  }
}

/** Nobody can have bet before them, so each pool has only what they staked so far. */
function confirmStakes(bets: MarketSubmission['bets'], { blockTime }: LandedTransaction) {
  let [pool_yes, pool_no] = [0n, 0n];
  return bets.map(({ row }) => {
    if (row.outcome === 1n) pool_yes += row.amount;
    else pool_no += row.amount;
    return { ...row, state: 'confirmed', pool_yes, pool_no, decided_at: blockTime };
  });
}
