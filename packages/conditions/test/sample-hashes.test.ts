import { createHash } from 'node:crypto';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import {
  hashSample,
  joinRoots,
  packPages,
  packSampleHashes,
  rootOfPage,
  SAMPLE_HASHES_PER_PAGE,
  type SampleHash,
  unpackSampleHashes,
} from '../src/sample-hashes.ts';
import {
  completeEvidence,
  type EvidenceRecord,
  readSampledEvidence,
  renderSampledEvidence,
} from '../src/sampled-evidence.ts';

const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const hashAt = (second: number): SampleHash => ({
  at: unixSeconds(second),
  hash: new Uint8Array(sha256(Buffer.from(String(second)))),
});
const listOf = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => hashAt(from + index));
const rootOf = (hashes: readonly SampleHash[]) => joinRoots(packPages(hashes).map(rootOfPage));

/** Written again, by the definition: RFC 6962 splits at the largest power of two. */
function expectedRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length <= 1) return leaves[0] ?? sha256();
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return sha256(Buffer.of(1), expectedRoot(left), expectedRoot(right));
}

describe('hashes of samples', () => {
  test('take 36 bytes each and come back', () => {
    const hashes = listOf(3, 1_800_000_000);
    const packed = packSampleHashes(hashes);
    expect(packed).toHaveLength(3 * 36);
    expect(unpackSampleHashes(packed)).toEqual(hashes);
    expect(Buffer.from(packed).readUInt32BE(36)).toBe(1_800_000_001);
    expect(() => unpackSampleHashes(packed.subarray(1))).toThrow(RangeError);
    expect(() => packSampleHashes([{ at: unixSeconds(1), hash: new Uint8Array(31) }])).toThrow();
  });

  test('are those of the text that the evidence would have', () => {
    const sample = { slot: 7n, observedAt: unixSeconds(9), accounts: [] };
    const text = '{"accounts":[],"observedAt":9,"slot":"7"}';
    expect(hashSample(sample)).toEqual(new Uint8Array(sha256(Buffer.from(text))));
  });

  test('have the root of a Merkle tree, also over several pages', () => {
    const page = SAMPLE_HASHES_PER_PAGE;
    for (const count of [0, 1, 2, 3, 5, 8, page - 1, page, page + 1, 2 * page, 3 * page + 7]) {
      const hashes = listOf(count);
      const leaves = hashes.map((each) => sha256(Buffer.of(0), packSampleHashes([each])));
      expect([count, rootOf(hashes)]).toEqual([count, expectedRoot(leaves).toString('hex')]);
    }
  });
});

describe('evidence with hashes', () => {
  const hashes = [110, 150, 190].map(hashAt);
  const record: EvidenceRecord = {
    ...{ marketId: 'market_x', condition: '{}' },
    moments: { createdAt: unixSeconds(100), expiresAt: unixSeconds(200), now: unixSeconds(201) },
    evidence: { samples: [], sampledAt: [] },
    sampleHashes: { count: 3, longestGapSeconds: 40, root: rootOf(hashes) },
    verdict: { verdict: 'not_met', at: unixSeconds(200), value: 'never' },
  };

  test('comes back from its text, and only from exactly this text', () => {
    const text = renderSampledEvidence(record);
    expect(readSampledEvidence(text)).toEqual(record);
    expect(readSampledEvidence(text.replace('"count":3', '"count":"3"'))).toBeUndefined();
    expect(readSampledEvidence(text.replace('"count":3', '"count":3,"more":1'))).toBeUndefined();
    const { sampleHashes: _, ...old } = record;
    expect(renderSampledEvidence(old)).not.toContain('sampleHashes');
    expect(readSampledEvidence(renderSampledEvidence(old))).toEqual(old);
  });

  test('is completed by its own hashes', () => {
    expect(completeEvidence(record, hashes)?.sampledAt).toEqual([110, 150, 190]);
    const { sampleHashes: _, ...old } = record;
    expect(completeEvidence(old, [])).toBe(old.evidence);
  });

  test.each<[string, readonly SampleHash[], Partial<EvidenceRecord['sampleHashes']>]>([
    ['one less', hashes.slice(1), {}],
    ['none', [], { count: 0, root: rootOf([]), longestGapSeconds: 100 }],
    ['another time', [hashAt(110), { ...hashAt(150), at: unixSeconds(151) }, hashAt(190)], {}],
    ['another hash', [hashAt(110), { ...hashAt(151), at: unixSeconds(150) }, hashAt(190)], {}],
    ['another order', hashes.toReversed(), { root: rootOf(hashes.toReversed()) }],
    ['a shorter gap than there was', hashes, { longestGapSeconds: 39 }],
    ['another count', hashes, { count: 4 }],
    ['one twice', [...hashes, hashAt(190)], { count: 4, root: rootOf([...hashes, hashAt(190)]) }],
    [
      'one from after the expiry',
      [...hashes, hashAt(200)],
      { count: 4, root: rootOf([...hashes, hashAt(200)]) },
    ],
    [
      'one from before the creation',
      [hashAt(99), ...hashes],
      { count: 4, root: rootOf([hashAt(99), ...hashes]) },
    ],
  ])('is not completed by %s', (_name, served, change) => {
    const sampleHashes = { ...record.sampleHashes, ...change } as EvidenceRecord['sampleHashes'];
    expect(completeEvidence({ ...record, sampleHashes } as EvidenceRecord, served)).toBeUndefined();
  });
});
