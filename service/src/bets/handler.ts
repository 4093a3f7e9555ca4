// Handles groups of bets as submissions: decides the result of each bet, replies to the requests,
// and replaces a group that expired or needed more compute units.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import { SLOTS_MAX } from '@tote/chain/compute-units';
import { marketOf } from '@tote/chain/history/market-of';
import { delegatedBetId, marketIdOf } from '@tote/chain/ids';
import { readWire } from '@tote/chain/wire';
import { DomainError, requireOpen, type UnixSeconds } from '@tote/domain';
import { parsePlaceBetsInstruction } from '@tote/program-client';
import { appendFeed } from '../feed/event-group.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import type { SubmissionRow } from '../store/journal/submissions.ts';
import { readBets } from '../store/journal/submitted-bets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { refuseDecided, refuseMismatch } from '../submissions/check-gate.ts';
import { type BetRecord, betCall, readRecordedError } from '../submissions/records.ts';
import {
  type Attempt,
  type Conclusion,
  retryWhileUnavailable,
  type SubmissionHandler,
  type ToRecord,
} from '../submissions/runner.ts';
import {
  feePayerOf,
  findRefusal,
  hasOldOperator,
  signSubmissionAgain,
  TRIES_MAX,
} from '../submissions/sign-again.ts';
import { failureOf, type Outcome, restoreSigned } from '../submissions/submission.ts';
import {
  type BetGroup,
  listByMarket,
  type MarketBets,
  type StoredBet,
  toGroup,
  type WantedBet,
} from './bet.ts';
import { toBetRecord, toFeedEvent } from './bet-record.ts';
import type { BetContext } from './bettor-cache.ts';
import { delegateError } from './check-bet.ts';
import { decideExpired, decideFailed, decideLanded, listChanges } from './decide.ts';
import { type GroupTemplates, shouldSplit, splitBets } from './template.ts';

interface BetsHandlerOptions {
  readonly context: BetContext;
  readonly templates: GroupTemplates;
  readonly signal: AbortSignal;
  placeAgain(bet: WantedBet): void;
}

/** Bets that take longer than this get a `bet.pending` event: longer than is usual there. */
const PENDING_AFTER_MS = { embedded: 400, cluster: 2_000 } as const;
const FOLLOW_MS = 250;

const isConfirmed = ({ row }: StoredBet) => row.state === 'confirmed';

export class BetsHandler implements SubmissionHandler<BetGroup> {
  readonly #options: BetsHandlerOptions;

  constructor(options: BetsHandlerOptions) {
    this.#options = options;
  }

  async conclude(
    group: BetGroup,
    outcome: Outcome,
    attempt: Attempt,
  ): Promise<Conclusion<BetGroup>> {
    const { context } = this.#options;
    if (outcome.kind === 'landed') {
      const markets = await decideLanded(context, group.bets, outcome.landed);
      const decided = markets.flatMap(({ bets }) => bets);
      return { ...this.#toRecord(decided, outcome), changes: listChanges(markets, outcome.landed) };
    }
    const failure = failureOf(outcome);
    // One market may have failed the transaction: its neighbours are sent without it.
    const isShared = group.marketId === null;
    const isOutdated = failure && (await hasOldOperator(context, group, failure));
    if (failure && !isShared && !isOutdated && !shouldSplit(failure, group)) {
      const at = outcome.kind === 'failed' ? outcome.landed.blockTime : BigInt(attempt.now);
      return this.#toRecord(await decideFailed(context, group.bets, failure, at), outcome);
    }
    return this.#replace(group, outcome, attempt, isOutdated);
  }

  async #replace(
    group: BetGroup,
    outcome: Outcome,
    { tries, now }: Attempt,
    isOutdated?: boolean,
  ): Promise<Conclusion<BetGroup>> {
    const { context, templates } = this.#options;
    const isLast = outcome.kind === 'expired' && tries >= TRIES_MAX;
    const delegate = feePayerOf(group);
    const open: MarketBets[] = [];
    const refused: StoredBet[] = [];
    for (const one of listByMarket(group.bets)) {
      const refusal = await this.#findRefusal(delegate, one.market, now, isLast);
      if (refusal) refused.push(...decideExpired(one.bets, refusal, now));
      else open.push(one);
    }
    const [first] = open;
    if (!first) return this.#toRecord(refused, outcome);
    const isWhole = refused.length === 0;
    if (outcome.kind === 'expired' && isWhole) {
      const accounts = open.map(({ market }) => market.address);
      const again = await signSubmissionAgain(context, group, { accounts, tries });
      return { kind: 'replace', by: [again] };
    }
    const lists = open.map(({ bets }) => bets);
    const isTooSmall = group.marketId !== null && !isOutdated;
    const wanted = isTooSmall ? splitBets(context, first.bets) : lists;
    const by = await templates.signAll(delegate, wanted);
    return { kind: 'replace', by, ...(!isWhole && { record: this.#toRecord(refused, outcome) }) };
  }

  async restore(row: SubmissionRow): Promise<BetGroup | undefined> {
    const { chain, findMarket } = this.#options.context;
    const byId = new Map(readBets(row).map((bet) => [bet.bet_id, bet]));
    const { keys, instructions } = readWire(row.wire);
    const bets: StoredBet[] = [];
    for (const { programIndex, accounts, data } of instructions) {
      if (keys[programIndex] !== chain.programAddress) continue;
      const source = { accounts: Array.from(accounts, (at) => keys[at] as Address), data };
      const address = marketOf(source);
      const market = address && (await findMarket(marketIdOf(address)));
      // The market is not in the projection yet: the indexer is catching up.
      if (!market) return undefined;
      for (const parsed of parsePlaceBetsInstruction(source, market).bets) {
        const { bettor, epoch, betId, slot, minRatioBps } = parsed;
        const found = bettor && byId.get(delegatedBetId(bettor, epoch, betId));
        if (found) bets.push({ row: found, market, slot, slotCount: SLOTS_MAX, minRatioBps });
      }
    }
    if (bets.length === 0) return undefined;
    return toGroup(bets, restoreSigned(row), row.created_at);
  }

  onSending({ bets }: BetGroup): () => void {
    const { store, wallMs, isCluster } = this.#options.context;
    const announce = () => {
      const events = bets.map((bet) => this.#toFeedEvent(bet, toBetRecord(bet.row, bet.market)));
      store
        .write((db) => appendFeed(db, events, wallMs()))
        .then(() => store.notify('feed', ''))
        // The event is only informative; the bets do not depend on it.
        .catch(() => undefined);
    };
    const timer = setTimeout(announce, PENDING_AFTER_MS[isCluster ? 'cluster' : 'embedded']);
    timer.unref();
    return () => clearTimeout(timer);
  }

  onReplaced(groups: readonly BetGroup[]): void {
    for (const { row, market, wanted } of groups.flatMap(({ bets }) => bets)) {
      if (wanted) wanted.ticket.pending = toBetRecord(row, market);
    }
  }

  async onDecidedElsewhere({ bets }: BetGroup): Promise<void> {
    const { context, signal } = this.#options;
    for (const { row, wanted } of bets) {
      while (wanted && !signal.aborted) {
        const now = await retryWhileUnavailable(() => context.findBet(row.bet_id), signal);
        if (now && now.state !== 'pending') {
          wanted.ticket.resolve(now);
          break;
        }
        await sleep(FOLLOW_MS, undefined, { signal });
      }
    }
  }

  onAbandoned({ bets }: BetGroup): void {
    for (const { wanted } of bets) {
      const pending = wanted?.ticket.pending;
      if (pending) wanted.ticket.resolve(pending);
    }
  }

  #findRefusal(delegate: Address, market: MarketView, now: UnixSeconds, isLast: boolean) {
    const { context } = this.#options;
    const { store, checkGate, relayers } = context;
    return findRefusal(async () => {
      if (!relayers.find(delegate)) {
        throw delegateError(context, 'delegate_missing', betCall(market.id));
      }
      requireOpen(market, now);
      if (isLast) throw new DomainError('chain_unavailable');
      refuseMismatch(market);
      await refuseDecided(store.db, market);
      if (market.isGated) await checkGate(market);
    });
  }

  #toRecord(decided: readonly StoredBet[], { kind }: Outcome): ToRecord {
    const { context, signal, placeAgain } = this.#options;
    const records = decided.map(({ row, market }) => toBetRecord(row, market));
    // A group that landed has not failed: its bets have their own errors.
    const error = kind === 'landed' ? null : (decided[0]?.row.error ?? null);
    return {
      kind: 'record',
      rows: decided.map(({ row }) => row),
      // Whoever applied the earlier transaction has announced its bets.
      events: decided.flatMap((bet, index) =>
        bet.wasPlaced ? [] : [this.#toFeedEvent(bet, records[index] as BetRecord)],
      ),
      ...(error !== null && { error: readRecordedError(error) }),
      // They are final on chain, so the reply need not wait for the rows.
      mayReplyFirst: decided.every(isConfirmed),
      reply: () => {
        for (const [index, bet] of decided.entries()) {
          const record = records[index];
          if (isConfirmed(bet) && !bet.wasPlaced) context.bettors.spend(bet);
          const isPlacedAgain = !signal.aborted && bet.retry?.ticket.startAgain();
          if (bet.retry && isPlacedAgain) placeAgain(bet.retry);
          else if (record) bet.wanted?.ticket.resolve(record);
        }
      },
    };
  }

  #toFeedEvent({ market }: StoredBet, record: BetRecord): NewFeedEvent {
    return toFeedEvent(record, this.#options.context.config.decimals[market.currency]);
  }
}
