// Groups bets of one market into one transaction. If nothing of the market is in flight, its bets
// are sent at once; otherwise they wait until a group is full or nothing is in flight.
import type { MarketId } from '@tote/chain/ids';
import { DomainError } from '@tote/domain';
import { refuseMismatch } from '../../admission/check-bet.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { toBetRecord } from '../bet-record.ts';
import type { SubmissionRunner } from '../runner.ts';
import type { BetContext, WantedBet } from './context.ts';
import { BetsHandler } from './handler.ts';
import type { GroupToStore, JournaledGroup, QueuedBet } from './journal.ts';
import { createJournalQueue, type JournalQueue } from './journal-queue.ts';
import { GroupTemplates } from './template.ts';
import { BetTicket } from './ticket.ts';

export interface GroupLimits {
  /** Groups of one market in flight at a time. */
  readonly perMarket: number;
  readonly overall: number;
  /** Bets in the queues. */
  readonly waiting: number;
}

const LIMITS: GroupLimits = { perMarket: 4, overall: 64, waiting: 5_000 };
const FULL_BETS = 16;
const RETRY_SECONDS = 1;

interface Queue {
  /** As read for the latest bet. What a group needs of it never changes. */
  market: MarketView;
  readonly waiting: QueuedBet[];
  inFlight: number;
  isScheduled: boolean;
}

export class BetGroups {
  readonly #context: BetContext;
  readonly #limits: GroupLimits;
  readonly #templates: GroupTemplates;
  readonly #journalQueue: JournalQueue;
  readonly #runner: SubmissionRunner;
  readonly #queues = new Map<MarketId, Queue>();
  /** By bet id: bets that a request in this process waits for. */
  readonly #undecided = new Map<string, BetTicket>();
  /** Recovery uses it too. */
  readonly handler: BetsHandler;
  readonly #work = new Set<Promise<void>>();
  #inFlight = 0;
  #waiting = 0;

  constructor(context: BetContext, runner: SubmissionRunner, limits: Partial<GroupLimits> = {}) {
    this.#context = context;
    this.#runner = runner;
    this.#limits = { ...LIMITS, ...limits };
    this.#templates = new GroupTemplates(context);
    this.handler = new BetsHandler({
      context,
      templates: this.#templates,
      signal: runner.signal,
      placeAgain: (wanted, ticket) => this.#enqueue(wanted, ticket),
    });
    this.#journalQueue = createJournalQueue(context, (signature) => runner.isReplied(signature));
  }

  place(wanted: WantedBet): BetTicket {
    if (this.#runner.signal.aborted) throw new DomainError('service_stopping');
    if (this.#waiting >= this.#limits.waiting) {
      throw new DomainError('service_overloaded', { seconds: RETRY_SECONDS });
    }
    const ticket = new BetTicket();
    this.#enqueue(wanted, ticket);
    return ticket;
  }

  /** Whether bets are queued or in flight. */
  get isBusy(): boolean {
    return this.#inFlight > 0 || this.#waiting > 0;
  }

  findTicket(betId: string): BetTicket | undefined {
    return this.#undecided.get(betId);
  }

  /** Called once the runner has stopped. Refuses all queued bets. */
  async close(): Promise<void> {
    for (const { waiting } of this.#queues.values()) {
      for (const { ticket } of waiting.splice(0)) {
        ticket.refuse(new DomainError('service_stopping'));
      }
    }
    await Promise.allSettled(this.#work);
  }

  #enqueue(wanted: WantedBet, ticket: BetTicket): void {
    const { market } = wanted;
    let queue = this.#queues.get(market.id);
    if (!queue) {
      queue = { market, waiting: [], inFlight: 0, isScheduled: false };
      this.#queues.set(market.id, queue);
    }
    queue.market = market;
    queue.waiting.push({ wanted, ticket });
    this.#waiting += 1;
    this.#schedule(queue);
  }

  /** At the end of this event loop turn, so that all bets that arrive in it share a group. */
  #schedule(queue: Queue): void {
    if (queue.isScheduled || !this.#mayStart(queue)) return;
    queue.isScheduled = true;
    setImmediate(() => {
      queue.isScheduled = false;
      while (this.#mayStart(queue)) this.#start(queue);
    });
  }

  #mayStart({ waiting, inFlight }: Queue): boolean {
    if (waiting.length === 0 || this.#runner.signal.aborted) return false;
    if (this.#inFlight >= this.#limits.overall || inFlight >= this.#limits.perMarket) return false;
    return inFlight === 0 || waiting.length >= FULL_BETS;
  }

  #start(queue: Queue): void {
    const bets = this.#take(queue);
    if (bets.length === 0) return;
    queue.inFlight += 1;
    this.#inFlight += 1;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      queue.inFlight -= 1;
      const wasFull = this.#inFlight >= this.#limits.overall;
      this.#inFlight -= 1;
      if (queue.inFlight === 0 && queue.waiting.length === 0) {
        this.#queues.delete(queue.market.id);
      }
      this.#schedule(queue);
      if (wasFull) for (const other of this.#queues.values()) this.#schedule(other);
    };
    const work = this.#send(queue.market, bets, release)
      .catch((error) => {
        for (const { ticket } of bets) ticket.refuse(error);
      })
      .finally(() => {
        release();
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  /** From the front of the queue, as many as fit into one transaction. */
  #take({ market, waiting }: Queue): QueuedBet[] {
    const template = this.#templates.get(market);
    const bettors = new Set<string>();
    const bets: QueuedBet[] = [];
    let taken = 0;
    for (const bet of waiting) {
      if (!bet.ticket.isCancelled) {
        const { address } = bet.wanted.bettor;
        const count = bettors.size + (bettors.has(address) ? 0 : 1);
        if (!template.fits(count, bets.length + 1)) break;
        bettors.add(address);
        bets.push(bet);
        bet.ticket.begin();
      }
      taken += 1;
    }
    waiting.splice(0, taken);
    this.#waiting -= taken;
    return bets;
  }

  async #send(market: MarketView, bets: readonly QueuedBet[], release: () => void): Promise<void> {
    // Throws before anything is stored or signed, which refuses the whole group.
    refuseMismatch(market);
    const gate = market.isGated ? this.#context.checkGate?.(market) : undefined;
    if (gate) await gate;
    const journaled = await this.#journal(market, bets);
    for (const { ticket } of journaled.taken) ticket.resolveTaken();
    for (const { bet, error } of journaled.refused) bet.ticket.refuse(error);
    const { group } = journaled;
    if (!group) return;
    for (const { row, ticket } of group.bets) ticket?.setPending(toBetRecord(row, market));
    this.#context.crash.reach('before sending');
    for (const { row, ticket } of group.bets) if (ticket) this.#undecided.set(row.bet_id, ticket);
    await this.#runner.run(this.handler, group, release);
    for (const { row } of group.bets) this.#undecided.delete(row.bet_id);
  }

  async #journal(market: MarketView, bets: readonly QueuedBet[]): Promise<JournaledGroup> {
    const lifetime = await this.#context.chain.blockhashes.latest();
    const sign: GroupToStore['sign'] = (stored) => this.#templates.sign(market, stored, lifetime);
    return this.#journalQueue.add({ bets, sign });
  }
}
