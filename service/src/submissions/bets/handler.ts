// Handles groups of bets as submissions: decides the result of each bet, replies to the requests,
// and replaces a group that expired or needed more compute units.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import { SLOTS_MAX } from '@tote/chain/compute-units';
import { delegatedBetId } from '@tote/chain/ids';
import { readWire } from '@tote/chain/wire';
import { amount, DomainError, requireOpen, type UnixSeconds } from '@tote/domain';
import { parsePlaceBetsInstruction } from '@tote/program-client';
import type { SpentStake } from '../../admission/bettor-cache.ts';
import { refuseMismatch } from '../../admission/check-bet.ts';
import { refuseDecided } from '../../admission/refuse-decided.ts';
import { appendFeed } from '../../feed/append.ts';
import type { SubmissionRow } from '../../store/journal/submissions.ts';
import { readBets } from '../../store/journal/submitted-bets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { toBetRecord, toFeedEvent } from '../bet-record.ts';
import { readRecordedError } from '../recorded-error.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';
import type { Attempt, Conclusion, SubmissionHandler, ToRecord } from '../runner.ts';
import { findRefusal, signSubmissionAgain, TRIES_MAX } from '../sign-again.ts';
import { failureOf, type Outcome, restoreSigned } from '../submission.ts';
import type { BetContext, WantedBet } from './context.ts';
import { type DecidedBet, decideExpired, decideFailed, decideLanded } from './decide.ts';
import type { BetGroup, StoredBet } from './journal.ts';
import { shouldSplit, splitGroup } from './split.ts';
import type { GroupTemplates } from './template.ts';
import type { BetTicket } from './ticket.ts';

interface BetsHandlerOptions {
  readonly context: BetContext;
  readonly templates: GroupTemplates;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
  placeAgain(wanted: WantedBet, ticket: BetTicket): void;
}

/** Bets that take longer than this get a `bet.pending` event. */
const PENDING_AFTER_MS = 400;
const FOLLOW_MS = 250;

const isConfirmed = ({ row }: DecidedBet) => row.state === 'confirmed';

export class BetsHandler implements SubmissionHandler<BetGroup> {
  readonly #options: BetsHandlerOptions;

  constructor(options: BetsHandlerOptions) {
    this.#options = options;
  }

  async conclude(
    group: BetGroup,
    outcome: Outcome,
    { tries, now }: Attempt,
  ): Promise<Conclusion<BetGroup>> {
    const { context } = this.#options;
    const { market, bets } = group;
    const failure = failureOf(outcome);
    const isSplit = failure !== undefined && shouldSplit(failure, group);
    if (isSplit || outcome.kind === 'expired') {
      const isLast = !isSplit && tries >= TRIES_MAX;
      const refusal = await this.#findRefusal(market, now, isLast);
      if (refusal) return this.#toRecord(group, decideExpired(bets, refusal, now), outcome);
      const by = isSplit
        ? await splitGroup(context, this.#options.templates, group)
        : [await signSubmissionAgain(context, group)];
      return { kind: 'replace', by };
    }
    if (outcome.kind === 'refused') {
      const decided = await decideFailed(context, market, bets, outcome.failure, BigInt(now));
      return this.#toRecord(group, decided, outcome);
    }
    const decided = await decideLanded(context, market, bets, outcome.landed);
    return this.#toRecord(group, decided, outcome);
  }

  /** The bets of the transaction, in its order. */
  async restore(row: SubmissionRow): Promise<BetGroup | undefined> {
    const { chain, findMarket } = this.#options.context;
    const market = row.market_id === null ? undefined : await findMarket(row.market_id);
    // The market is not in the projection yet: the indexer is catching up.
    if (!market) return undefined;
    const byId = new Map(readBets(row).map((bet) => [bet.bet_id, bet]));
    const { keys, instructions } = readWire(row.wire);
    const last = instructions.findLast(
      ({ programIndex }) => keys[programIndex] === chain.programAddress,
    );
    if (!last) return undefined;
    const accounts = Array.from(last.accounts, (index) => keys[index] as Address);
    const parsed = parsePlaceBetsInstruction({ accounts, data: last.data }, market);
    const bets = parsed.bets.flatMap(({ bettor, epoch, betId, slot }): StoredBet[] => {
      const found = bettor && byId.get(delegatedBetId(bettor, epoch, betId));
      return found ? [{ row: found, slot, slotCount: SLOTS_MAX }] : [];
    });
    if (bets.length === 0) return undefined;
    const { created_at: createdAt } = row;
    const shared = { kind: 'place-bets', marketId: market.id, createdAt } as const;
    return { ...shared, market, bets, signed: restoreSigned(row) };
  }

  onSending({ market, bets }: BetGroup): () => void {
    const { store, wallMs, config } = this.#options.context;
    const timer = setTimeout(() => {
      const events = bets.map(({ row }) =>
        toFeedEvent(toBetRecord(row, market), config.decimals[market.currency]),
      );
      store
        .write((db) => appendFeed(db, events, wallMs()))
        .then(() => store.notify('feed', ''))
        // The event is only informative; the bets do not depend on it.
        .catch(() => undefined);
    }, PENDING_AFTER_MS);
    timer.unref();
    return () => clearTimeout(timer);
  }

  onReplaced(groups: readonly BetGroup[]): void {
    for (const { market, bets } of groups) {
      for (const { row, ticket } of bets) ticket?.setPending(toBetRecord(row, market));
    }
  }

  /** Polls the database for the results. */
  async onDecidedElsewhere({ bets }: BetGroup): Promise<void> {
    const { context, signal } = this.#options;
    for (const { row, ticket } of bets) {
      while (ticket && !signal.aborted) {
        const now = await retryWhileUnavailable(() => context.findBet(row.bet_id), signal);
        if (now && now.state !== 'pending') {
          ticket.resolve(now);
          break;
        }
        await sleep(FOLLOW_MS, undefined, { signal });
      }
    }
  }

  onAbandoned({ bets }: BetGroup): void {
    for (const { ticket } of bets) if (ticket?.pending) ticket.resolve(ticket.pending);
  }

  /**
   * Why the bets are not signed again. The market may have closed since they were signed, or its
   * result may have become certain.
   */
  #findRefusal(
    market: MarketView,
    now: UnixSeconds,
    isLast: boolean,
  ): Promise<DomainError | undefined> {
    const { store, checkGate } = this.#options.context;
    return findRefusal(async () => {
      requireOpen(market, now);
      if (isLast) throw new DomainError('chain_unavailable');
      refuseMismatch(market);
      await refuseDecided(store.db, market);
      if (market.isGated) await checkGate?.(market);
    });
  }

  #toRecord({ market }: BetGroup, decided: readonly DecidedBet[], { kind }: Outcome): ToRecord {
    const decimals = this.#options.context.config.decimals[market.currency];
    const records = decided.map(({ row }) => toBetRecord(row, market));
    // A group that landed has not failed: its bets have their own errors.
    const error = kind === 'landed' ? null : (decided[0]?.row.error ?? null);
    return {
      kind: 'record',
      rows: decided.map(({ row }) => row),
      events: records.map((record) => toFeedEvent(record, decimals)),
      ...(error !== null && { error: readRecordedError(error) }),
      // They are final on chain, so the reply need not wait for the rows.
      mayReplyFirst: decided.every(isConfirmed),
      reply: () => {
        for (const [index, bet] of decided.entries()) {
          const record = records[index];
          if (isConfirmed(bet)) this.#spend(market, bet);
          if (bet.retry && bet.ticket) this.#options.placeAgain(bet.retry, bet.ticket);
          else if (record) bet.ticket?.resolve(record);
        }
      },
    };
  }

  #spend({ address, currency }: MarketView, { row, slot, wanted }: DecidedBet): void {
    const wallet = row.wallet as Address;
    const stake = { wallet, market: address, currency, amount: amount(row.amount), slot };
    this.#options.context.bettors.spend(wanted?.bettor, stake satisfies SpentStake);
  }
}
