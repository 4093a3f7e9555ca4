// Groups bets into transactions, also bets of several markets. If nothing is in flight, bets are
// sent at once; otherwise they wait until a group is full, nothing is in flight, or time is up.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import { addStakes, DomainError, EMPTY_POOLS } from '@tote/domain';
import { hasCheckedGate } from '../submissions/check-gate.ts';
import { limitsStakes } from '../submissions/check-stakes.ts';
import type { BetTicket, StoredBet, WantedBet } from './bet.ts';
import { toBetRecord } from './bet-record.ts';
import type { BetContext } from './bettor-cache.ts';
import { BetsHandler } from './handler.ts';
import { createJournalQueue, type JournalQueue } from './journal.ts';
import { GroupTemplates } from './template.ts';

const LIMITS = { perQueue: 4, overall: 64, waiting: 5_000, fullBets: 16 };
/** A transaction takes as long with one bet as with sixty, and many can be under way at a time. */
const CLUSTER_LIMITS = { ...LIMITS, perQueue: 64, fullBets: 48 };
export type GroupLimits = Readonly<typeof LIMITS>;

const WAIT_MS_MAX = 25;
const RETRY_SECONDS = 1;

interface Queue {
  readonly key: string;
  readonly delegate: Address;
  readonly waiting: WantedBet[];
  inFlight: number;
  isScheduled: boolean;
  timer: NodeJS.Timeout | undefined;
  isDue: boolean;
}

const SHARED = 'shared';

/** A market whose condition is checked before each bet has its own transactions. */
function queueKeyOf({ market, bettor: { delegate } }: WantedBet): string {
  const isAlone = market.takesFactAccount || hasCheckedGate(market) || limitsStakes(market);
  return `${delegate} ${isAlone ? market.id : SHARED}`;
}

export class BetGroups {
  readonly #context: BetContext;
  readonly #limits: GroupLimits;
  readonly #templates: GroupTemplates;
  readonly #journalQueue: JournalQueue;
  readonly #queues = new Map<string, Queue>();
  readonly #undecided = new Map<string, BetTicket>();
  /** Undecided bets in markets whose stakes are limited. */
  readonly #limited = new Set<WantedBet>();
  readonly handler: BetsHandler;
  readonly #work = new Set<Promise<void>>();
  #inFlight = 0;
  #waiting = 0;

  constructor(context: BetContext, limits: Partial<GroupLimits> = {}) {
    const { runner } = context;
    this.#context = context;
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
    if (this.#context.runner.signal.aborted) throw new DomainError('service_stopping');
    if (this.#waiting >= this.#limits.waiting) {
      throw new DomainError('service_overloaded', { seconds: RETRY_SECONDS });
    }
    this.#enqueue(bet);
  }

  get waiting(): number {
    return this.#waiting;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get isBusy(): boolean {
    return this.#inFlight > 0 || this.#waiting > 0;
  }

  findTicket(betId: string): BetTicket | undefined {
    return this.#undecided.get(betId);
  }

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
    if (waiting.length === 0 || this.#context.runner.signal.aborted) return false;
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
      this.#context.config.refuseUnlandable(delegate);
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

  #take({ waiting, delegate }: Queue): WantedBet[] {
    const space = this.#templates.emptySpace(delegate);
    const bets: WantedBet[] = [];
    let taken = 0;
    for (const bet of waiting) {
      if (!bet.ticket.isCancelled) {
        if (!this.#templates.tryAdd(space, bet)) break;
        bets.push(bet);
        bet.ticket.hasBegun = true;
      }
      taken += 1;
    }
    waiting.splice(0, taken);
    this.#waiting -= taken;
    return bets;
  }

  async #send(delegate: Address, taken: readonly WantedBet[], release: () => void): Promise<void> {
    const bets = await this.#checkStakes(await this.#checkGates(taken));
    try {
      if (bets.length > 0) await this.#sendChecked(delegate, bets, release);
    } finally {
      for (const bet of bets) this.#limited.delete(bet);
    }
  }

  async #sendChecked(delegate: Address, bets: readonly WantedBet[], release: () => void) {
    const { group, refused } = await this.#journal(delegate, bets);
    for (const { bet, error } of refused) {
      if (error === 'taken') bet.ticket.resolve('taken');
      else bet.ticket.refuse(error);
    }
    if (!group) return;
    for (const { row, market, wanted } of group.bets) {
      if (!wanted) continue;
      wanted.ticket.pending = toBetRecord(row, market);
      this.#undecided.set(row.bet_id, wanted.ticket);
    }
    this.#context.crash.reach('before sending');
    await this.#context.runner.run(this.handler, group, release);
    for (const { row } of group.bets) this.#undecided.delete(row.bet_id);
  }

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

  /** Each with those of its market that came before it and are not decided yet. */
  async #checkStakes(bets: readonly WantedBet[]): Promise<readonly WantedBet[]> {
    const { checkStakes, findCachedMarket } = this.#context;
    const refused = new Set<WantedBet>();
    for (const bet of bets.filter(({ market }) => limitsStakes(market))) {
      const { market, ticket } = bet;
      // Before anything is awaited: another group may be checked at the same time.
      this.#limited.add(bet);
      const undecided = [...this.#limited].filter((each) => each.market.id === market.id);
      try {
        const added = addStakes(EMPTY_POOLS, undecided);
        await checkStakes(findCachedMarket(market.id) ?? market, added);
      } catch (error) {
        this.#limited.delete(bet);
        refused.add(bet);
        ticket.refuse(error);
      }
    }
    return refused.size === 0 ? bets : bets.filter((bet) => !refused.has(bet));
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
