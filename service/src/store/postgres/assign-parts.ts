import { sha256 } from '@tote/chain/lib/sha256';

/** The same number on every replica. */
export const hashOf = (text: string): number => sha256(text).readUInt32BE();

/**
 * Which member should have each part. Every replica computes the same. All get equally many, up to
 * one; and when a member comes or goes, few parts move between the others.
 */
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
