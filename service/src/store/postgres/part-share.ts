import { sha256 } from '@tote/chain/lib/sha256';
import type { Share } from '../store.ts';
import type { Lease, Leases, ReplicaView } from './leases.ts';

/** More replicas than this do not share further: the others have none. */
const PARTS = 32;

export function shareParts(leases: Leases, role: string): Share {
  let assigned: { readonly to: string; readonly owners: readonly string[] } | undefined;
  const ownersOf = (view: ReplicaView) => {
    const members = view.listMembers(role);
    const to = members.join(' ');
    if (assigned?.to !== to) assigned = { to, owners: assignParts(members, PARTS) };
    return assigned.owners;
  };
  leases.roles.add(role);
  const parts = Array.from({ length: PARTS }, (_, part) =>
    leases.add(`${role} ${part}`, (view) => ownersOf(view)[part] === view.id),
  );
  const partOf = (key: string) => parts[hashOf(key) % PARTS] as Lease;
  return {
    get held() {
      return parts.filter(({ isOpen }) => isOpen).length;
    },
    holds: (key) => partOf(key).isOpen,
    run: (key, work) => partOf(key).run(work),
    onChange(listener) {
      const stops = parts.map((part) => part.onChange(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    async stop() {
      leases.roles.delete(role);
      await leases.remove(parts);
    },
  };
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
