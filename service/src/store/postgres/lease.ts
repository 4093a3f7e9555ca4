// One lease, as this replica sees it.
import { setMaxListeners } from 'node:events';

/** A part that another replica should have is taken from work that runs for longer than this. */
const DRAIN_MS = 5_000;

/** The replicas that run, as the database shows them. */
export interface ReplicaView {
  readonly id: string;
  /** The ids of those that take part in the role, in the same order on every replica. */
  listMembers(role: string): readonly string[];
}

export interface LeaseOptions {
  readonly name: string;
  /** Whether this replica should have it. */
  isWanted(view: ReplicaView): boolean;
}

export class Lease {
  readonly name: string;
  readonly isWanted: LeaseOptions['isWanted'];
  /** Whether what the database said of the leases is still valid. */
  readonly #isCurrent: () => boolean;
  readonly #listeners = new Set<() => void>();
  #held: AbortController | undefined;
  #drainingSinceMs: number | undefined;
  #running = 0;

  constructor({ name, isWanted }: LeaseOptions, isCurrent: () => boolean) {
    this.name = name;
    this.isWanted = isWanted;
    this.#isCurrent = isCurrent;
  }

  /** While this replica has it. Aborts when it is lost. */
  get signal(): AbortSignal | undefined {
    // After a pause of the process the timer that ends the lease may be late.
    return this.#isCurrent() ? this.#held?.signal : undefined;
  }

  /** Whether work may begin. */
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

  /** Resolves at the next change. */
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
