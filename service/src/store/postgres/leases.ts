// The leases of this replica: takes those that it should have, renews them, and gives up when the
// database cannot be asked in time. Two replicas never have a lease at the same time, except for
// moments after a process or a machine was paused; what they do must bear that.
import { setMaxListeners } from 'node:events';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import type { LeadOnce, Warn } from '../in-process.ts';
import { aborted } from './connections.ts';
import { LeaseSession } from './lease-session.ts';

const RENEW_MS = 1_000;
const LEASE_MS = 5_000;
/** The replica gives up this much earlier than the database does. */
const MARGIN_MS = 500;
const RETRY_MS = 500;

export class Leases {
  readonly #url: string;
  readonly #warn: Warn;
  readonly #leases = new Map<string, Lease>();
  /** Those that this replica takes part in. */
  readonly roles = new Set<string>();
  readonly #stop = new AbortController();
  #session: LeaseSession | undefined;
  #ended: Promise<void> | undefined;
  #validUntilMs = -Infinity;
  #expiry: NodeJS.Timeout | undefined;
  #wake = new AbortController();

  constructor(url: string, warn: Warn) {
    this.#url = url;
    this.#warn = warn;
  }

  add(name: string, isWanted: Lease['isWanted'] = () => true): Lease {
    const lease = new Lease(name, isWanted, () => performance.now() < this.#validUntilMs);
    this.#leases.set(lease.name, lease);
    this.#ended ??= this.#run();
    this.#wake.abort();
    return lease;
  }

  async remove(leases: readonly Lease[]): Promise<void> {
    for (const lease of leases) {
      this.#leases.delete(lease.name);
      lease.lose();
    }
    // If that fails, the session has ended, and with it its leases.
    await this.#session?.release(leases.map(({ name }) => name)).catch(() => {});
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#runSession().catch((error) => this.#warn('leases were not renewed', error));
      await sleepUnlessAborted(RETRY_MS, this.#stop.signal);
    }
  }

  async #runSession(): Promise<void> {
    const session = await LeaseSession.open(this.#url, LEASE_MS);
    this.#session = session;
    try {
      const over = AbortSignal.any([this.#stop.signal, session.lost]);
      over.addEventListener('abort', () => this.#wake.abort());
      while (!over.aborted) {
        this.#wake = new AbortController();
        if (!(await this.#renew(session))) return;
        if (!over.aborted) await sleepUnlessAborted(RENEW_MS, this.#wake.signal);
      }
    } finally {
      this.#session = undefined;
      this.#loseAll();
      await session.close();
    }
  }

  async #renew(session: LeaseSession): Promise<boolean> {
    const askedMs = performance.now();
    const seen = await session.renew([...this.roles].sort());
    if (!seen) return false;
    this.#extend(askedMs + LEASE_MS - MARGIN_MS);
    const view: ReplicaView = {
      id: session.id,
      listMembers: (role) =>
        seen.replicas.filter(({ roles }) => roles.split(' ').includes(role)).map(({ id }) => id),
    };
    const ours = seen.leases.filter(({ holder }) => holder === session.id).map(({ name }) => name);
    const taken = new Set(seen.leases.map(({ name }) => name));
    const wanted = [...this.#leases.values()].filter((lease) => lease.isWanted(view));
    const free = wanted.map(({ name }) => name).filter((name) => !taken.has(name));
    const gained = free.length > 0 ? await session.take(free) : [];
    // The answer came too late. Whoever waits is only called once, so the next renewal does it.
    if (performance.now() >= this.#validUntilMs) this.#loseAll();
    else await this.#update(session, new Set([...ours, ...gained]), new Set(wanted));
    return true;
  }

  async #update(session: LeaseSession, ours: ReadonlySet<string>, wanted: ReadonlySet<Lease>) {
    for (const lease of this.#leases.values()) {
      if (!ours.has(lease.name)) lease.lose();
      else if (wanted.has(lease)) lease.hold();
    }
    const given = [...ours].filter((name) => {
      const lease = this.#leases.get(name);
      return !lease || (!wanted.has(lease) && lease.drain());
    });
    for (const name of given) this.#leases.get(name)?.lose();
    if (given.length > 0) await session.release(given);
  }

  #extend(untilMs: number): void {
    this.#validUntilMs = untilMs;
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.#loseAll(), Math.max(0, untilMs - performance.now()));
    this.#expiry.unref();
  }

  #loseAll(): void {
    this.#validUntilMs = -Infinity;
    clearTimeout(this.#expiry);
    for (const lease of this.#leases.values()) lease.lose();
  }
}

/** A part that another replica should have is taken from work that runs for longer than this. */
const DRAIN_MS = 5_000;

export interface ReplicaView {
  readonly id: string;
  /** The ids of those that take part in the role, in the same order on every replica. */
  listMembers(role: string): readonly string[];
}

export class Lease {
  readonly name: string;
  readonly isWanted: (view: ReplicaView) => boolean;
  readonly #isCurrent: () => boolean;
  readonly #listeners = new Set<() => void>();
  #held: AbortController | undefined;
  #drainingSinceMs: number | undefined;
  #running = 0;

  constructor(name: string, isWanted: Lease['isWanted'], isCurrent: () => boolean) {
    this.name = name;
    this.isWanted = isWanted;
    this.#isCurrent = isCurrent;
  }

  get signal(): AbortSignal | undefined {
    // After a pause of the process the timer that ends the lease may be late.
    return this.#isCurrent() ? this.#held?.signal : undefined;
  }

  get isOpen(): boolean {
    return this.signal !== undefined && this.#drainingSinceMs === undefined;
  }

  async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this;
    if (!signal) throw new Error(`the lease ${this.name} is lost`);
    this.#running += 1;
    try {
      await work(signal);
    } finally {
      this.#running -= 1;
    }
  }

  hold(): void {
    if (this.#held && this.#drainingSinceMs === undefined) return;
    this.#drainingSinceMs = undefined;
    this.#held ??= new AbortController();
    // Each job may add some.
    setMaxListeners(0, this.#held.signal);
    this.#call();
  }

  /** Lets no more work begin. Returns whether it can be given away: none runs, or for too long. */
  drain(): boolean {
    if (!this.#held) return true;
    if (this.#drainingSinceMs === undefined) {
      this.#drainingSinceMs = performance.now();
      this.#call();
    }
    return this.#running === 0 || performance.now() - this.#drainingSinceMs > DRAIN_MS;
  }

  lose(): void {
    if (!this.#held) return;
    this.#held.abort();
    this.#held = undefined;
    this.#drainingSinceMs = undefined;
    this.#call();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onChange(() => {
        stop();
        resolve();
      });
    });
  }

  #call(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

export function leadOnce(
  leases: Leases,
  role: string,
  work: (signal: AbortSignal) => Promise<void>,
): LeadOnce {
  return async (stop) => {
    const lease = leases.add(`lead ${role}`);
    try {
      while (!stop.aborted && !lease.signal) {
        await Promise.race([lease.changed(), aborted(stop)]);
      }
      const { signal } = lease;
      if (signal && !stop.aborted) await work(AbortSignal.any([stop, signal]));
    } finally {
      await leases.remove([lease]);
    }
  };
}
