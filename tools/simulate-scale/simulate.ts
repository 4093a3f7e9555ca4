// Plays bets through replicas, database and chain, event by event: what arrives when, in which
// queue it waits, and when its answer goes out. The same seed gives the same numbers.
import { createRandom } from '../../packages/chain/test/faults.ts';
import { freeMicros, replicaMicrosOf, type Scenario, unitsOf } from './limits.ts';
import { MACHINES, type Measured, NETWORK } from './measured.ts';

interface Load {
  readonly betsPerSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

interface Bet {
  readonly arrivedAt: number;
  readonly market: number;
}

interface Replica {
  readonly serve: Station;
  readonly waiting: Bet[];
  /** In the block that was just confirmed. */
  readonly landed: Bet[];
}

/** How much of the work is done before a transaction is sent; the rest when it has landed. */
const BEFORE = 0.5;
const MS = 1_000;

/** What happens at which time, in order; at the same time, in the order in which it was added. */
export class EventQueue {
  /** The next one is the last. */
  readonly #events: { readonly at: number; readonly run: () => void }[] = [];
  now = 0;

  add(at: number, run: () => void): void {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.at as number) > at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { at, run });
  }

  /** Runs everything up to this time. */
  runUntil(end: number): void {
    for (let next = this.#events.at(-1); next && next.at <= end; next = this.#events.at(-1)) {
      this.#events.pop();
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}

type Station = (tookMs: number, then: () => void) => void;

/** Servers with one queue: each job takes the first server that is free. */
export function createStation(queue: EventQueue, servers: number): Station {
  const freeAt = Array<number>(servers).fill(0);
  return (tookMs, then) => {
    const first = freeAt.indexOf(Math.min(...freeAt));
    const endsAt = Math.max(queue.now, freeAt[first] as number) + tookMs;
    freeAt[first] = endsAt;
    queue.add(endsAt, then);
  };
}

/** Of one processor, of which other work has a part. */
const processorMs = (micros: number, processors: number, idleMicros: number) =>
  (micros / MS) * ((processors * 1e6) / freeMicros(processors, idleMicros));

export function simulate(measured: Measured, scenario: Scenario, load: Load) {
  const queue = new EventQueue();
  const random = createRandom(load.seed);
  const answered: { readonly at: number; readonly tookMs: number }[] = [];
  const replicas = Array.from(
    { length: scenario.machines },
    (): Replica => ({
      ...{ serve: createStation(queue, MACHINES.coresPerReplica), waiting: [], landed: [] },
    }),
  );
  const database = createStation(queue, MACHINES.databaseCores);
  const outbox = createStation(queue, 1);
  const chain = createChain(measured, scenario, queue);
  const { outboxPerSecond, betsPerOutboxWrite, commitMs, idle, groups } = measured;
  const replicaMs = (bets: number) => {
    const micros = replicaMicrosOf(measured) * bets;
    return processorMs(micros, MACHINES.coresPerReplica, idle.replicaMicros);
  };
  const databaseMs = (bets: number) => {
    const idleMicros = idle.databaseMicros * scenario.machines;
    return processorMs(measured.databaseMicros * bets, MACHINES.databaseCores, idleMicros);
  };

  /** Writes the rows, then the events, one SQL transaction at a time; then the answers go out. */
  const record = (bets: readonly Bet[], replica: Replica) => {
    // Few bets take a commit, too.
    const eventsMs = (Math.max(1, bets.length / betsPerOutboxWrite) * MS) / outboxPerSecond;
    const answer = () => {
      const at = queue.now;
      for (const { arrivedAt } of bets) answered.push({ at, tookMs: at - arrivedAt });
    };
    database(databaseMs(bets.length) * (1 - BEFORE), () =>
      outbox(eventsMs, () => replica.serve(replicaMs(bets.length) * (1 - BEFORE), answer)),
    );
  };
  /** What lands in one block is written together. */
  const land = (bets: readonly Bet[], replica: Replica) => {
    if (replica.landed.push(...bets) > bets.length) return;
    queue.add(queue.now, () => record(replica.landed.splice(0), replica));
  };
  /** Stores the bets of a replica, then sends them. Commits wait for the disk together. */
  const sendGroup = (replica: Replica) => {
    const bets = replica.waiting.splice(0);
    database(databaseMs(bets.length) * BEFORE, () =>
      queue.add(queue.now + commitMs, () => chain.send(bets, () => land(bets, replica))),
    );
  };
  const take = (bet: Bet, replica: Replica) => {
    replica.waiting.push(bet);
    if (replica.waiting.length >= groups[scenario.version].bets) sendGroup(replica);
    else if (replica.waiting.length === 1) {
      queue.add(queue.now + MACHINES.groupWaitMs, () => {
        if (replica.waiting[0] === bet) sendGroup(replica);
      });
    }
  };

  const endMs = load.seconds * MS;
  let arrived = 0;
  const scheduleNext = () => {
    const at = queue.now + (-Math.log(1 - random()) / load.betsPerSecond) * MS;
    if (at < endMs) queue.add(at, arrive);
  };
  /** A balancer gives each replica the next one. */
  const arrive = () => {
    const bet = { arrivedAt: queue.now, market: Math.floor(random() * scenario.markets) };
    const replica = replicas[arrived++ % replicas.length] as Replica;
    replica.serve(replicaMs(1) * BEFORE, () => take(bet, replica));
    scheduleNext();
  };
  scheduleNext();
  queue.add(NETWORK.slotMs, chain.makeBlock);
  queue.runUntil(endMs);
  return summarize(answered, endMs);
}

/** In the second half of the time. */
function summarize(answered: readonly { at: number; tookMs: number }[], endMs: number) {
  const late = answered.filter(({ at }) => at >= endMs / 2 && at < endMs);
  const times = late.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    perSecond: late.length / (endMs / 2 / MS),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

/** Blocks take transactions in their order, unless an account or the block has no units left. */
function createChain(measured: Measured, scenario: Scenario, queue: EventQueue) {
  const { bets: most, bytes } = measured.groups[scenario.version];
  let pending: { readonly bets: readonly Bet[]; payer: number; land: () => void }[] = [];
  let sent = 0;
  const makeBlock = () => {
    let left = NETWORK.blockUnits * scenario.blockShare;
    const used = new Map<string, number>();
    pending = pending.filter(({ bets, payer, land }) => {
      const units = unitsOf(measured, bets.length, (bytes * bets.length) / most);
      const accounts = [`payer ${payer}`, ...new Set(bets.map(({ market }) => `${market}`))];
      const isFull = (account: string) => (used.get(account) ?? 0) + units > NETWORK.accountUnits;
      if (accounts.some(isFull) || units > left) return true;
      left -= units;
      for (const account of accounts) used.set(account, (used.get(account) ?? 0) + units);
      queue.add(queue.now + NETWORK.confirmedSlots * NETWORK.slotMs, land);
      return false;
    });
    queue.add(queue.now + NETWORK.slotMs, makeBlock);
  };
  return {
    makeBlock,
    send(bets: readonly Bet[], land: () => void) {
      pending.push({ bets, payer: sent++ % scenario.payers, land });
    },
  };
}
