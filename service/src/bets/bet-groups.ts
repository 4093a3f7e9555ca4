// Groups bets into transactions, also bets of several markets. If nothing is in flight, bets are
// sent at once; otherwise they wait until a group is full, nothing is in flight, or time is up.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import { DomainError } from '@tote/domain';
import { hasCheckedGate } from '../submissions/check-gate.ts';
import type { SubmissionRunner } from '../submissions/runner.ts';
import type { StoredBet, WantedBet } from './bet.ts';
import { toBetRecord } from './bet-record.ts';
import type { BetContext } from './context.ts';
import { BetsHandler } from './handler.ts';
import { createJournalQueue, type JournalQueue } from './journal.ts';
import { GroupTemplates } from './template.ts';
import type { BetTicket } from './ticket.ts';

export interface GroupLimits {
  /** Full groups of one queue in flight at a time. */
  readonly perQueue: number;
  readonly overall: number;
  /** Bets in the queues. */
  readonly waiting: number;
  /** So many bets are sent at once, if a group more may be in flight. */
  readonly fullBets: number;
}

const LIMITS: GroupLimits = { perQueue: 4, overall: 64, waiting: 5_000, fullBets: 16 };
/** A transaction takes as long with one bet as with sixty, and many can be under way at a time. */
const CLUSTER_LIMITS: GroupLimits = { ...LIMITS, perQueue: 64, fullBets: 48 };
/**
 * How long a bet waits for others. The embedded chain answers sooner; on a cluster, where a
 * transaction takes a hundred times as long, groups must not wait for each other.
 */
const WAIT_MS_MAX = 25;
const RETRY_SECONDS = 1;

interface Queue {
  readonly key: string;
  /** Signs and pays. */
  readonly delegate: Address;
  readonly waiting: WantedBet[];
  inFlight: number;
  isScheduled: boolean;
  /** Runs while bets wait. */
  timer: NodeJS.Timeout | undefined;
  /** The first bet has waited long enough. */
  isDue: boolean;
}

const SHARED = 'shared';

/**
 * A transaction has one delegate. Most markets share transactions. A market whose condition is
 * checked before each bet, by us or by the program, has its own: the check takes time, and the
 * market may refuse at any moment.
 */
function queueKeyOf({ market, bettor: { delegate } }: WantedBet): string {
  const isAlone = market.takesFactAccount || hasCheckedGate(market);
  return `${delegate} ${isAlone ? market.id : SHARED}`;
}

export class BetGroups {
  readonly #context: BetContext;
  readonly #limits: GroupLimits;
  readonly #templates: GroupTemplates;
  readonly #journalQueue: JournalQueue;
  readonly #runner: SubmissionRunner;
  readonly #queues = new Map<string, Queue>();
  /** By bet id: bets that a request in this process waits for. */
  readonly #undecided = new Map<string, BetTicket>();
  /** Recovery uses it too. */
  readonly handler: BetsHandler;
  readonly #work = new Set<Promise<void>>();
  #inFlight = 0;
  #waiting = 0;

  constructor(context: BetContext, limits: Partial<GroupLimits> = {}) {
    const { runner } = context;
    this.#context = context;
    this.#runner = runner;
    this.#limits = { ...(context.isCluster ? CLUSTER_LIMITS : LIMITS), ...limits };
    this.#templates = new GroupTemplates(context);
    this.handler = new BetsHandler({
      context,
      templates: this.#templates,
      signal: runner.signal,
      placeAgain: (bet) => this.#enqueue(bet),
    });
    const isDecided = (signature: string) => runner.isReplied(signature);
    this.#journalQueue = createJournalQueue({ ...context, isDecided });
  }

  place(bet: WantedBet): void {
    if (this.#runner.signal.aborted) throw new DomainError('service_stopping');
    if (this.#waiting >= this.#limits.waiting) {
      throw new DomainError('service_overloaded', { seconds: RETRY_SECONDS });
    }
    this.#enqueue(bet);
  }

  /** Bets that wait for a group. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Groups that are sent and not decided. */
  get inFlight(): number {
    return this.#inFlight;
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
    for (const { waiting, timer } of this.#queues.values()) {
      clearTimeout(timer);
      for (const { ticket } of waiting.splice(0)) {
        ticket.refuse(new DomainError('service_stopping'));
      }
    }
    await Promise.allSettled(this.#work);
  }

  #enqueue(bet: WantedBet): void {
    const key = queueKeyOf(bet);
    let queue = this.#queues.get(key);
    if (!queue) {
      const idle = { inFlight: 0, isScheduled: false, timer: undefined, isDue: false };
      queue = { key, delegate: bet.bettor.delegate, waiting: [], ...idle };
      this.#queues.set(key, queue);
    }
    queue.waiting.push(bet);
    this.#waiting += 1;
    this.#schedule(queue);
  }

  /** At the end of this event loop turn, so that all bets that arrive in it share a group. */
  #schedule(queue: Queue): void {
    if (queue.isScheduled) return;
    if (!this.#mayStart(queue)) {
      this.#startTimer(queue);
      return;
    }
    queue.isScheduled = true;
    setImmediate(() => {
      queue.isScheduled = false;
      this.#refuseUnlandable(queue);
      while (this.#mayStart(queue)) this.#start(queue);
      this.#startTimer(queue);
    });
  }

  #mayStart({ waiting, inFlight, isDue }: Queue): boolean {
    if (waiting.length === 0 || this.#runner.signal.aborted) return false;
    if (this.#inFlight >= this.#limits.overall) return false;
    if (inFlight === 0 || isDue) return true;
    return waiting.length >= this.#limits.fullBets && inFlight < this.#limits.perQueue;
  }

  #startTimer(queue: Queue): void {
    if (queue.waiting.length === 0 || queue.timer) return;
    queue.timer = setTimeout(() => {
      queue.timer = undefined;
      queue.isDue = true;
      if (!this.#mayStart(queue)) this.#refuseUnlandable(queue);
      this.#schedule(queue);
    }, WAIT_MS_MAX);
  }

  /** Before anything is stored or signed, and while groups in flight wait for the chain. */
  #refuseUnlandable({ waiting, delegate }: Queue): void {
    try {
      this.#context.config.refuseUnlandable?.(delegate);
    } catch (error) {
      const refused = waiting.splice(0);
      this.#waiting -= refused.length;
      for (const { ticket } of refused) ticket.refuse(error);
    }
  }

  #start(queue: Queue): void {
    const bets = this.#take(queue);
    clearTimeout(queue.timer);
    queue.timer = undefined;
    queue.isDue = false;
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
      if (queue.inFlight === 0 && queue.waiting.length === 0) this.#queues.delete(queue.key);
      this.#schedule(queue);
      if (wasFull) for (const other of this.#queues.values()) this.#schedule(other);
    };
    const work = this.#send(queue.delegate, bets, release)
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
  #take({ waiting, delegate }: Queue): WantedBet[] {
    const space = this.#templates.emptySpace(delegate);
    const bets: WantedBet[] = [];
    let taken = 0;
    for (const bet of waiting) {
      if (!bet.ticket.isCancelled) {
        if (!this.#templates.tryAdd(space, bet)) break;
        bets.push(bet);
        bet.ticket.begin();
      }
      taken += 1;
    }
    waiting.splice(0, taken);
    this.#waiting -= taken;
    return bets;
  }

  async #send(delegate: Address, taken: readonly WantedBet[], release: () => void): Promise<void> {
    const bets = await this.#checkGates(taken);
    if (bets.length === 0) return;
    const { group, refused } = await this.#journal(delegate, bets);
    for (const { bet, error } of refused) {
      if (error === 'taken') bet.ticket.resolveTaken();
      else bet.ticket.refuse(error);
    }
    if (!group) return;
    for (const { row, market, wanted } of group.bets) {
      if (!wanted) continue;
      wanted.ticket.setPending(toBetRecord(row, market));
      this.#undecided.set(row.bet_id, wanted.ticket);
    }
    this.#context.crash.reach('before sending');
    await this.#runner.run(this.handler, group, release);
    for (const { row } of group.bets) this.#undecided.delete(row.bet_id);
  }

  /** Refuses the bets of markets whose gate is closed, before anything is stored or signed. */
  async #checkGates(bets: readonly WantedBet[]): Promise<readonly WantedBet[]> {
    const refusals = new Map<MarketId, unknown>();
    for (const market of new Set(bets.map((bet) => bet.market))) {
      try {
        const check = market.isGated ? this.#context.checkGate(market) : undefined;
        if (check) await check;
      } catch (error) {
        refusals.set(market.id, error);
      }
    }
    if (refusals.size === 0) return bets;
    return bets.filter(({ market, ticket }) => {
      if (!refusals.has(market.id)) return true;
      ticket.refuse(refusals.get(market.id));
      return false;
    });
  }

  async #journal(delegate: Address, bets: readonly WantedBet[]) {
    const { chain, fees } = this.#context;
    const markets = new Set(bets.map(({ market }) => market.address));
    const lifetime = await chain.blockhashes.latest();
    const quote = await fees?.quote([...markets]);
    const signing = { delegate, lifetime, quote, isBusy: this.#inFlight > 1 };
    const sign = (stored: readonly StoredBet[]) => this.#templates.sign(stored, signing);
    return this.#journalQueue.add({ bets, sign });
  }
}
