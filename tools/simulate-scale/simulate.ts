// Plays bets through replicas, database and chain, event by event: what arrives when, in which
// queue it waits, and when its answer goes out. The same seed gives the same numbers.
import { MACHINES, type Measured, NETWORK } from './constants.ts';
import { EventQueue, Station } from './event-queue.ts';
import { freeMicros, replicaMicrosOf, type Scenario, unitsOf } from './limits.ts';

interface Load {
  readonly betsPerSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

interface Simulated {
  /** Answered per second, in the second half of the time. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Bet {
  readonly arrivedAt: number;
  readonly market: number;
}

/** How much of the work is done before a transaction is sent; the rest when it has landed. */
const BEFORE = 0.5;
const MS = 1_000;

export function simulate(measured: Measured, scenario: Scenario, load: Load): Simulated {
  const queue = new EventQueue();
  const random = createRandom(load.seed);
  const world = new World(measured, scenario, queue);
  const endMs = load.seconds * MS;
  const arrive = () => {
    world.arrive({ arrivedAt: queue.now, market: Math.floor(random() * scenario.markets) });
    schedule();
  };
  const schedule = () => {
    const pauseMs = (-Math.log(1 - random()) / load.betsPerSecond) * MS;
    if (queue.now + pauseMs < endMs) queue.add(queue.now + pauseMs, arrive);
  };
  schedule();
  queue.add(NETWORK.slotMs, () => world.makeBlock());
  queue.runUntil(endMs);
  return world.summarize(endMs / 2, endMs);
}

class World {
  readonly #measured: Measured;
  readonly #scenario: Scenario;
  readonly #queue: EventQueue;
  readonly #replicas: readonly Replica[];
  readonly #database: Station;
  readonly #outbox: Station;
  readonly #chain: Chain;
  readonly #answered: { readonly at: number; readonly tookMs: number }[] = [];
  #arrived = 0;

  constructor(measured: Measured, scenario: Scenario, queue: EventQueue) {
    this.#measured = measured;
    this.#scenario = scenario;
    this.#queue = queue;
    this.#replicas = Array.from({ length: scenario.machines }, () => ({
      cores: new Station(queue, MACHINES.coresPerReplica),
      waiting: [],
      landed: [],
    }));
    this.#database = new Station(queue, MACHINES.databaseCores);
    this.#outbox = new Station(queue, 1);
    this.#chain = new Chain(measured, scenario);
  }

  /** A balancer gives each replica the next one. */
  arrive(bet: Bet): void {
    const replica = this.#replicas[this.#arrived++ % this.#replicas.length] as Replica;
    const micros = replicaMicrosOf(this.#measured) * BEFORE;
    replica.cores.serve(this.#replicaMs(micros), () => {
      replica.waiting.push(bet);
      const { bets } = this.#measured.groups[this.#scenario.version];
      if (replica.waiting.length >= bets) this.#sendGroup(replica);
      else if (replica.waiting.length === 1) {
        const first = bet;
        this.#queue.add(this.#queue.now + MACHINES.groupWaitMs, () => {
          if (replica.waiting[0] === first) this.#sendGroup(replica);
        });
      }
    });
  }

  makeBlock(): void {
    this.#chain.makeBlock(this.#queue);
    this.#queue.add(this.#queue.now + NETWORK.slotMs, () => this.makeBlock());
  }

  summarize(fromMs: number, toMs: number): Simulated {
    const late = this.#answered.filter(({ at }) => at >= fromMs && at < toMs);
    const times = late.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    const quantile = (share: number) =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
    return {
      perSecond: late.length / ((toMs - fromMs) / MS),
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
    };
  }

  /** Stores the bets of a replica, then sends them. */
  #sendGroup(replica: Replica): void {
    const bets = replica.waiting.splice(0);
    this.#database.serve(this.#databaseMs(bets.length) * BEFORE, () => {
      this.#afterCommit(() => {
        this.#chain.send(bets, () => this.#land(bets, replica));
      });
    });
  }

  /** What lands in one block is written together. */
  #land(bets: readonly Bet[], replica: Replica): void {
    if (replica.landed.push(...bets) > bets.length) return;
    this.#queue.add(this.#queue.now, () => this.#record(replica.landed.splice(0), replica));
  }

  /** Writes the rows, then the events, one SQL transaction at a time; then the answers go out. */
  #record(bets: readonly Bet[], replica: Replica): void {
    const { outboxPerSecond, betsPerOutboxWrite } = this.#measured;
    const rowsMs = this.#databaseMs(bets.length) * (1 - BEFORE);
    // Few bets take a commit, too.
    const eventsMs = (Math.max(1, bets.length / betsPerOutboxWrite) * MS) / outboxPerSecond;
    this.#database.serve(rowsMs, () => {
      this.#outbox.serve(eventsMs, () => {
        const micros = replicaMicrosOf(this.#measured) * (1 - BEFORE) * bets.length;
        replica.cores.serve(this.#replicaMs(micros), () => this.#answer(bets));
      });
    });
  }

  /** Commits wait for the disk together, so they take time but no place. */
  #afterCommit(work: () => void): void {
    this.#queue.add(this.#queue.now + this.#measured.commitMs, work);
  }

  #answer(bets: readonly Bet[]): void {
    const at = this.#queue.now;
    for (const { arrivedAt } of bets) this.#answered.push({ at, tookMs: at - arrivedAt });
  }

  #replicaMs(micros: number): number {
    return processorMs(micros, MACHINES.coresPerReplica, this.#measured.idle.replicaMicros);
  }

  #databaseMs(bets: number): number {
    const { databaseMicros, idle } = this.#measured;
    const idleMicros = idle.databaseMicros * this.#scenario.machines;
    return processorMs(databaseMicros * bets, MACHINES.databaseCores, idleMicros);
  }
}

/** Of one processor, of which other work has a part. */
const processorMs = (micros: number, processors: number, idleMicros: number) =>
  (micros / MS) * ((processors * 1e6) / freeMicros(processors, idleMicros));

interface Replica {
  readonly cores: Station;
  readonly waiting: Bet[];
  /** In the block that was just confirmed. */
  readonly landed: Bet[];
}

interface Sent {
  readonly bets: readonly Bet[];
  readonly payer: number;
  readonly land: () => void;
}

/** Blocks take transactions in their order, unless an account or the block has no units left. */
class Chain {
  readonly #measured: Measured;
  readonly #scenario: Scenario;
  #pending: Sent[] = [];
  #sent = 0;

  constructor(measured: Measured, scenario: Scenario) {
    this.#measured = measured;
    this.#scenario = scenario;
  }

  send(bets: readonly Bet[], land: () => void): void {
    this.#pending.push({ bets, payer: this.#sent++ % this.#scenario.payers, land });
  }

  makeBlock(queue: EventQueue): void {
    const { blockShare } = this.#scenario;
    let left = NETWORK.blockUnits * blockShare;
    const used = new Map<string, number>();
    const rest: Sent[] = [];
    for (const sent of this.#pending) {
      const units = this.#unitsOf(sent.bets);
      const accounts = [
        `payer ${sent.payer}`,
        ...new Set(sent.bets.map(({ market }) => `${market}`)),
      ];
      const fits = accounts.every(
        (account) => (used.get(account) ?? 0) + units <= NETWORK.accountUnits,
      );
      if (!fits || units > left) {
        rest.push(sent);
        continue;
      }
      left -= units;
      for (const account of accounts) used.set(account, (used.get(account) ?? 0) + units);
      queue.add(queue.now + NETWORK.confirmedSlots * NETWORK.slotMs, sent.land);
    }
    this.#pending = rest;
  }

  #unitsOf(bets: readonly Bet[]): number {
    const { bets: most, bytes } = this.#measured.groups[this.#scenario.version];
    return unitsOf(this.#measured, bets.length, (bytes * bets.length) / most);
  }
}

/** mulberry32: small, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
