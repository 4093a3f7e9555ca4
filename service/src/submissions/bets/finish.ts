// Lands the transaction of a group, records what became of its bets and tells who waits for them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import type { LandedTransaction, TransactionFailure } from '@tote/chain/landed';
import type { Landing, SignedTransaction } from '@tote/chain/landing';
import { DomainError } from '@tote/domain';
import type { SpentStake } from '../../admission/bettor-cache.ts';
import { refuseMismatch } from '../../admission/check-bet.ts';
import { refuseDecided } from '../../admission/refuse-decided.ts';
import { appendFeed } from '../../feed/append.ts';
import {
  type DecidedState,
  decideSubmission,
  insertSubmission,
} from '../../store/journal/submissions.ts';
import { formatBets } from '../../store/journal/submitted-bets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { BetRecord } from '../../use-cases/use-cases.ts';
import { persist } from '../persist.ts';
import type { BetContext, WantedBet } from './context.ts';
import {
  type DecidedBet,
  decideExpired,
  decideFailed,
  decideLanded,
  explainExpiry,
} from './decide.ts';
import type { StoredBet } from './journal.ts';
import { toBetRecord, toFeedEvent } from './record.ts';
import { isSplitBy, splitGroup } from './split.ts';
import type { GroupTemplates } from './template.ts';
import type { BetTicket } from './ticket.ts';

/** A group whose transaction is in the journal. */
export interface BetGroup {
  readonly market: MarketView;
  readonly signed: SignedTransaction;
  readonly bets: readonly StoredBet[];
}

export interface FinisherOptions {
  readonly context: BetContext;
  readonly templates: GroupTemplates;
  /** Aborts when the service stops: what is journaled goes on after the next start. */
  readonly signal: AbortSignal;
  /** Finishes a group that is in the journal, and knows that it is under way. */
  track(group: BetGroup): Promise<void>;
  placeAgain(wanted: WantedBet, ticket: BetTicket): void;
}

/** What became of a group. */
interface Report {
  readonly market: MarketView;
  readonly decided: readonly DecidedBet[];
  /** Of each, as the API tells it. */
  readonly records: readonly BetRecord[];
}

const toReport = (market: MarketView, decided: readonly DecidedBet[]): Report => {
  return { market, decided, records: decided.map(({ row }) => toBetRecord(row, market)) };
};

function failureOf(landing: Landing): TransactionFailure | null {
  if (landing.kind === 'refused') return landing.failure;
  return landing.kind === 'landed' ? landing.landed.error : null;
}

const isConfirmed = ({ row }: DecidedBet) => row.state === 'confirmed';

const toSpent = ({ address, currency }: MarketView, { row, slot }: DecidedBet): SpentStake => {
  const { wallet, amount } = row;
  return { wallet: wallet as Address, market: address, currency, amount, slot };
};

const TRIES_MAX = 3;
/** Bets that take longer than this are announced as pending. */
const PENDING_AFTER_MS = 400;
const FOLLOW_MS = 250;

export class GroupFinisher {
  readonly #options: FinisherOptions;
  /** Transactions whose bets were answered and whose rows follow. */
  readonly #answered = new Set<string>();

  constructor(options: FinisherOptions) {
    this.#options = options;
  }

  isAnswered(signature: string): boolean {
    return this.#answered.has(signature);
  }

  /** Returns when every bet is decided and recorded. `onLanded`: the chain is done with it. */
  async finish(group: BetGroup, onLanded: () => void = () => undefined): Promise<void> {
    const { context, signal } = this.#options;
    const { market } = group;
    const announcing = this.#announceLater(group);
    let { signed, bets } = group;
    try {
      for (let tries = 1; ; tries += 1) {
        const landing = context.chain.lander.land(signed, signal);
        context.crash.reachSoon('K3');
        const decided = await landing;
        context.crash.reach('K4');
        context.crash.reach('K5');
        onLanded();
        clearTimeout(announcing);
        const now = context.chain.clock.now();
        const failure = failureOf(decided);
        if (failure && isSplitBy(failure, { signed, bets })) {
          return await this.#placeSingly({ market, signed, bets }, decided);
        }
        if (decided.kind === 'landed')
          return await this.#finishLanded(market, bets, decided.landed);
        if (decided.kind === 'refused') {
          const rows = await decideFailed(context, market, bets, decided.failure, BigInt(now));
          return await this.#record(market, rows, 'refused');
        }
        const isOver = tries >= TRIES_MAX || now >= market.closesAt;
        const refusal = isOver ? explainExpiry(market, now) : await this.#findRefusal(market);
        if (refusal) {
          return await this.#record(market, decideExpired(bets, refusal, now), 'expired');
        }
        const next = await this.#persist(() => this.#signAgain(market, signed, bets));
        if (!next) return await this.#follow(bets);
        ({ signed, bets } = next);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      for (const { ticket } of bets) if (ticket?.pending) ticket.settle(ticket.pending);
    } finally {
      clearTimeout(announcing);
      onLanded();
    }
  }

  /** Whoever waits is told what became of each by itself. */
  async #placeSingly(group: BetGroup, landing: Landing): Promise<void> {
    const { context, templates, track } = this.#options;
    const { market, bets } = group;
    const now = context.chain.clock.now();
    const landed = landing.kind === 'landed' ? [landing.landed] : [];
    const ingest = () => context.indexer.ingest(landed);
    const state = landing.kind === 'landed' ? 'failed' : 'refused';
    const isOver = now >= market.closesAt;
    const refusal = isOver ? explainExpiry(market, now) : await this.#findRefusal(market);
    if (refusal) return this.#record(market, decideExpired(bets, refusal, now), state, ingest);
    const singles = await this.#persist(() => splitGroup(context, templates, group, state));
    await this.#persist(ingest);
    if (!singles) return this.#follow(bets);
    await Promise.all(singles.map((single) => track(single)));
  }

  /** The result that was open when they were signed a minute ago may be certain by now. */
  async #findRefusal(market: MarketView): Promise<DomainError | undefined> {
    const { store, checkGate } = this.#options.context;
    try {
      refuseMismatch(market);
      await refuseDecided(store.db, market);
      if (market.isGated) await checkGate?.(market);
      return undefined;
    } catch (error) {
      return error instanceof DomainError ? error : new DomainError('chain_unavailable');
    }
  }

  async #finishLanded(
    market: MarketView,
    bets: readonly StoredBet[],
    landed: LandedTransaction,
  ): Promise<void> {
    const { context } = this.#options;
    let seen = landed;
    const decided = await this.#persist(async (failures) => {
      // A node may have left something out: it is asked again.
      if (failures > 0) seen = (await context.chain.fetchLanded(landed.signature)) ?? seen;
      return decideLanded(context, market, bets, seen);
    });
    context.crash.reach('K6');
    if (!context.readBarrier || context.readBarrier.isFull || !decided.every(isConfirmed)) {
      const state = landed.error ? 'failed' : 'landed';
      return this.#record(market, decided, state, () => context.indexer.ingest([seen]));
    }
    // The chain has them and will have them for ever: their rows may follow.
    const report = toReport(market, decided);
    const written = this.#write(report, 'landed', () => context.indexer.ingestSoon(seen));
    context.readBarrier.track(written);
    this.#answered.add(landed.signature);
    this.#answer(report);
    await written.finally(() => this.#answered.delete(landed.signature));
    context.crash.reachSoon('K9');
  }

  /** Whoever waits is told when the rows are there. */
  async #record(
    market: MarketView,
    decided: readonly DecidedBet[],
    state: DecidedState,
    apply?: () => Promise<unknown>,
  ): Promise<void> {
    const report = toReport(market, decided);
    await this.#write(report, state, apply);
    this.#answer(report);
    this.#options.context.crash.reachSoon('K9');
  }

  async #write(
    { market, decided, records }: Report,
    state: DecidedState,
    apply?: () => Promise<unknown>,
  ): Promise<void> {
    const { store, recorder, wallMs, chain, config, crash } = this.#options.context;
    const [first] = decided;
    if (!first) return;
    const { signature, decided_at, error } = first.row;
    const recording = {
      decision: {
        signature,
        state,
        decidedAt: decided_at ?? BigInt(chain.clock.now()),
        ...(state !== 'landed' && error !== null && { error }),
      },
      rows: decided.map(({ row }) => row),
      events: records.map((record) => toFeedEvent(record, config.decimals[market.currency])),
    };
    await this.#persist(() =>
      apply
        ? recorder.recordWith(store, recording, wallMs(), apply)
        : recorder.recordAlone(store, recording, wallMs()),
    );
    crash.reach('K8');
  }

  #answer({ market, decided, records }: Report): void {
    decided.forEach((bet, index) => {
      const record = records[index];
      if (isConfirmed(bet))
        this.#options.context.bettors.spend(bet.wanted?.bettor, toSpent(market, bet));
      if (bet.again && bet.ticket) this.#options.placeAgain(bet.again, bet.ticket);
      else if (record) bet.ticket?.settle(record);
    });
  }

  /** Undefined when another replica has decided about the transaction. */
  async #signAgain(
    market: MarketView,
    old: SignedTransaction,
    bets: readonly StoredBet[],
  ): Promise<Pick<BetGroup, 'signed' | 'bets'> | undefined> {
    const { context, templates } = this.#options;
    const lifetime = await context.chain.blockhashes.latest();
    const signed = templates.sign(market, bets, lifetime);
    const now = BigInt(context.chain.clock.now());
    const isOurs = await context.store.write(async (db) => {
      const decision = { signature: old.signature, state: 'expired', decidedAt: now } as const;
      if (!(await decideSubmission(db, { ...decision, replacedBy: signed.signature })))
        return false;
      const submission = { kind: 'place-bets', marketId: market.id, createdAt: now } as const;
      const text = formatBets(bets.map(({ row }) => row));
      await insertSubmission(db, { ...signed, ...submission, bets: text });
      return true;
    });
    if (!isOurs) return undefined;
    const { signature } = signed;
    return { signed, bets: bets.map((bet) => ({ ...bet, row: { ...bet.row, signature } })) };
  }

  /** Somebody else takes care of these bets: the books will say what became of them. */
  async #follow(bets: readonly StoredBet[]): Promise<void> {
    const { context, signal } = this.#options;
    for (const { row, ticket } of bets) {
      while (ticket && !signal.aborted) {
        const now = await this.#persist(() => context.findBet(row.bet_id));
        if (now && now.state !== 'pending') {
          ticket.settle(now);
          break;
        }
        await sleep(FOLLOW_MS, undefined, { signal });
      }
    }
  }

  #announceLater(group: BetGroup): NodeJS.Timeout {
    const { store, wallMs, config } = this.#options.context;
    const { market, bets } = group;
    const timer = setTimeout(() => {
      const events = bets.map(({ row }) =>
        toFeedEvent(toBetRecord(row, market), config.decimals[market.currency]),
      );
      store
        .write((db) => appendFeed(db, events, wallMs()))
        .then(() => store.notify('feed', ''))
        // The bets themselves do not depend on having been announced.
        .catch(() => undefined);
    }, PENDING_AFTER_MS);
    timer.unref();
    return timer;
  }

  #persist<T>(work: (failures: number) => Promise<T>): Promise<T> {
    return persist(work, this.#options.signal);
  }
}
