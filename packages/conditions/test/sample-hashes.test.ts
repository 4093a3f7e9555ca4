import { createHash } from 'node:crypto';
import { address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { hashEvidence } from '../src/attested-evidence.ts';
import { compileCondition } from '../src/compile-condition.ts';
import { evaluateCondition } from '../src/evaluate.ts';
import { readCondition } from '../src/read-condition.ts';
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
import { mintAccount, missingAccount, sampleOf } from './oracles/support/dumps.ts';

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

const MINT = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const EXPIRY = unixSeconds(1_800_003_600);
const moments = { createdAt: unixSeconds(1_800_000_000), expiresAt: EXPIRY, now: EXPIRY };

async function record() {
  const structured = { type: 'holder_count', comparator: 'gte', threshold: '1000' };
  const input = { question: '?', tokenAddress: MINT, expiresAt: EXPIRY, condition: structured };
  const { condition, canonical } = await compileCondition(input);
  const holders = { mint: MINT, count: 1_000n, minimumBaseUnits: 0n, isComplete: true };
  const other = missingAccount(address('Vote111111111111111111111111111111111111111'));
  const sample = { ...sampleOf(EXPIRY, [mintAccount(MINT), other], 2n ** 60n), holders };
  const evidence = { samples: [sample], sampledAt: [unixSeconds(1_800_000_010)] };
  const verdict = await evaluateCondition(condition, evidence, moments);
  return { marketId: 'market_x', condition: canonical, moments, evidence, verdict };
}

describe('evidence', () => {
  test('is read back as it was written, and gives the same verdict again', async () => {
    const original = await record();
    const text = renderSampledEvidence(original);
    const back = readSampledEvidence(text);
    expect(back).toEqual(original);
    if (!back) throw new Error('not read');
    const condition = readCondition(back.condition);
    if (condition.type === 'unknown') throw new Error('unknown condition');
    const verdict = await evaluateCondition(condition, back.evidence, back.moments);
    expect(verdict).toEqual(original.verdict);
    expect(verdict).toMatchObject({ verdict: 'met', value: '1000' });
    expect(hashEvidence(text)).toHaveLength(32);
  });

  test('that was changed is not read', async () => {
    const text = renderSampledEvidence(await record());
    const touched = [
      '',
      'null',
      '[]',
      `${text} `,
      text.replace('"version":1', '"version":2'),
      text.replace('"slot":"1152921504606846976"', '"slot":1152921504606846976'),
      text.replace('"isComplete":true', '"isComplete":"yes"'),
      text.replace(`"address":"${MINT}"`, '"address":"x"'),
    ];
    for (const each of touched)
      expect([each, readSampledEvidence(each)]).toEqual([each, undefined]);
  });
});
