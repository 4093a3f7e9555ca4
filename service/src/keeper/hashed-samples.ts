// The hashes of samples as a part of the evidence: their Merkle root goes into the text, the hashes
// themselves into the journal, in the pages in which they are served.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { longestGap } from '@tote/conditions/evaluation/evaluate-samples';
import type { MarketMoments } from '@tote/conditions/evaluation/verdict';
import {
  joinRoots,
  packPages,
  rootOfPage,
  type SampleHash,
  type SampleHashes,
} from '@tote/conditions/sample-hashes';
import type { UnixSeconds } from '@tote/domain';
import { recordEvidenceHashes } from '../store/journal/sample-hashes.ts';
import type { Store } from '../store/store.ts';

export interface HashedSamples {
  readonly hashes: readonly SampleHash[];
  /** Times without hashes, from earlier versions. */
  readonly sampledAt: readonly UnixSeconds[];
}

/** Page by page, because a market of a year has hundreds of thousands. */
export async function summarizeHashes(
  { hashes, sampledAt }: HashedSamples,
  { createdAt, expiresAt }: MarketMoments,
): Promise<SampleHashes> {
  const roots: Uint8Array[] = [];
  for (const page of packPages(hashes)) {
    roots.push(rootOfPage(page));
    await nextTurn();
  }
  const times = [...sampledAt, ...hashes.map(({ at }) => at)];
  const longestGapSeconds = longestGap(times, createdAt, expiresAt);
  return { count: hashes.length, longestGapSeconds, root: joinRoots(roots) };
}

/** One write per page, so that bets get their turn. */
export async function recordHashPages(
  store: Store,
  evidence: { readonly marketId: string; readonly hash: string },
  hashes: readonly SampleHash[],
): Promise<void> {
  const { marketId, hash: evidenceHash } = evidence;
  for (const [page, packed] of packPages(hashes).entries()) {
    const row = { marketId, evidenceHash, page, hashes: packed };
    await store.write((db) => recordEvidenceHashes(db, row));
  }
}
