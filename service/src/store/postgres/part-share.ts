// A role in parts, each a lease of its own.
import type { Share } from '../store.ts';
import { assignParts, hashOf } from './assign-parts.ts';
import type { Lease, ReplicaView } from './lease.ts';
import type { Leases } from './leases.ts';

/** More replicas than this do not share further: the others have none. */
const PARTS = 32;

export class PartShare implements Share {
  readonly #leases: Leases;
  readonly #role: string;
  readonly #parts: readonly Lease[];
  #assigned: { readonly to: string; readonly owners: readonly string[] } | undefined;

  constructor(leases: Leases, role: string) {
    this.#leases = leases;
    this.#role = role;
    leases.join(role);
    this.#parts = Array.from({ length: PARTS }, (_, part) =>
      leases.add({
        name: `${role} ${part}`,
        isWanted: (view) => this.#ownersOf(view)[part] === view.id,
      }),
    );
  }

  get held(): number {
    return this.#parts.filter(({ isOpen }) => isOpen).length;
  }

  holds(key: string): boolean {
    return this.#partOf(key).isOpen;
  }

  run(key: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#partOf(key).run(work);
  }

  onChange(listener: () => void): () => void {
    const stops = this.#parts.map((part) => part.onChange(listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  async stop(): Promise<void> {
    this.#leases.leave(this.#role);
    await this.#leases.remove(this.#parts);
  }

  #partOf(key: string): Lease {
    return this.#parts[hashOf(key) % PARTS] as Lease;
  }

  /** Computed again when replicas come or go. */
  #ownersOf(view: ReplicaView): readonly string[] {
    const members = view.listMembers(this.#role);
    const to = members.join(' ');
    if (this.#assigned?.to !== to) this.#assigned = { to, owners: assignParts(members, PARTS) };
    return this.#assigned?.owners ?? [];
  }
}
