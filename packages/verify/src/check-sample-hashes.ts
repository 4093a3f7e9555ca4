// Checks the hashes of samples that the evidence names by their Merkle root.
import { getBase16Encoder } from '@solana/kit';
import { joinRoots, packPages, rootOfPage, type SampleHash } from '@tote/conditions/sample-hashes';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { unixSeconds } from '@tote/domain';
import type { Verifying } from './checks.ts';
import { type Json, pick, textAt } from './json.ts';

const HASH = /^[0-9a-f]{64}$/;

/** Empty if one of them is malformed: then their root is not that of the evidence. */
export function readServedHashes(served: readonly Json[]): SampleHash[] {
  try {
    return served.map((each) => {
      const hash = textAt(each, 'hash');
      if (!HASH.test(hash)) throw new RangeError('not a hash');
      const at = unixSeconds(Date.parse(textAt(each, 'observedAt')) / 1_000);
      return { at, hash: Uint8Array.from(getBase16Encoder().encode(hash)) };
    });
  } catch {
    return [];
  }
}

export function checkSampleHashes(
  { receipt, checks }: Verifying,
  text: string,
  hashes: readonly SampleHash[],
): void {
  const named = readSampledEvidence(text)?.sampleHashes;
  const served = pick(receipt, 'evidence', 'sampleHashes');
  if (!named && (served === null || served === undefined)) return;
  const { count, longestGapSeconds, root } = named ?? NONE;
  const shown = ['count', 'longestGapSeconds', 'root'].map((name) => textAt(served, name));
  checks.compare(
    'samples that were not kept',
    ['evidence', [count, longestGapSeconds, root].join(', ')],
    ['receipt', shown.join(', ')],
  );
  checks.compare(
    'hashes of these samples',
    ['evidence', `${count} with the root ${root}`],
    ['receipt', `${hashes.length} with the root ${joinRoots(packPages(hashes).map(rootOfPage))}`],
  );
}

const NONE = { count: 0, longestGapSeconds: 0, root: 'none' };
