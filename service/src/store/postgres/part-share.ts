import { sha256 } from '@tote/chain/lib/sha256';
import type { Share } from '../store.ts';
import type { Lease, Leases, ReplicaView } from './leases.ts';

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

  #ownersOf(view: ReplicaView): readonly string[] {
    const members = view.listMembers(this.#role);
    const to = members.join(' ');
    if (this.#assigned?.to !== to) this.#assigned = { to, owners: assignParts(members, PARTS) };
    return this.#assigned?.owners ?? [];
  }
}

const hashOf = (text: string): number => sha256(text).readUInt32BE();

/** Every replica computes the same. When a member comes or goes, few parts move. */
export function assignParts(members: readonly string[], parts: number): readonly string[] {
  const most = Math.ceil(parts / members.length);
  const counts = new Map<string, number>();
  return Array.from({ length: parts }, (_, part) => {
    const ranked = members
      .filter((member) => (counts.get(member) ?? 0) < most)
      .map((member) => ({ member, rank: hashOf(`${part} ${member}`) }));
    const [best] = ranked.sort((a, b) => b.rank - a.rank);
    const member = best?.member ?? '';
    counts.set(member, (counts.get(member) ?? 0) + 1);
    return member;
  });
}
