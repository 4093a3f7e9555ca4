// The evidence of a measured market as text. Its hash goes on chain with the outcome. From the text
// anyone can compute both the hash and the verdict again.
import { type Address, getBase64Encoder, isAddress } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { canonicalJson, isObject } from './canonical-json.ts';
import { longestGap } from './evaluation/evaluate-samples.ts';
import type { Evidence, MarketMoments, Verdict } from './evaluation/verdict.ts';
import type { AccountSnapshot, HolderCount, Sample } from './oracles/account-snapshot.ts';
import { renderSample } from './render-sample.ts';
import {
  joinRoots,
  packPages,
  rootOfPage,
  type SampleHash,
  type SampleHashes,
} from './sample-hashes.ts';

const VERSION = 1;

export interface EvidenceRecord {
  readonly marketId: string;
  /** The canonical text. */
  readonly condition: string;
  readonly moments: MarketMoments;
  readonly evidence: Pick<Evidence, 'samples' | 'sampledAt'>;
  /** Of samples that decided by saying nothing new. Evidence of earlier versions has none. */
  readonly sampleHashes?: SampleHashes;
  readonly verdict: Verdict;
}

export function renderSampledEvidence(record: EvidenceRecord): string {
  const { evidence, ...rest } = record;
  return canonicalJson({
    ...rest,
    samples: evidence.samples.map(renderSample),
    sampledAt: evidence.sampledAt ?? [],
    version: VERSION,
  });
}

export function readSampleText(text: string): Sample {
  return readSample(JSON.parse(text));
}

/** Undefined unless it is exactly what `renderSampledEvidence` writes. */
export function readSampledEvidence(text: string): EvidenceRecord | undefined {
  try {
    const record = readRecord(JSON.parse(text));
    return record && renderSampledEvidence(record) === text ? record : undefined;
  } catch {
    return undefined;
  }
}

function readRecord(value: unknown): EvidenceRecord | undefined {
  if (!isObject(value)) return undefined;
  const { marketId, condition, moments, samples, sampledAt, sampleHashes, verdict } = value;
  if (typeof marketId !== 'string' || typeof condition !== 'string') return undefined;
  if (!isObject(moments) || !Array.isArray(samples) || !Array.isArray(sampledAt)) return undefined;
  const { createdAt, expiresAt, now } = moments;
  return {
    marketId,
    condition,
    moments: {
      createdAt: unixSeconds(Number(createdAt)),
      expiresAt: unixSeconds(Number(expiresAt)),
      now: unixSeconds(Number(now)),
    },
    evidence: {
      samples: samples.map(readSample),
      sampledAt: sampledAt.map((at) => unixSeconds(Number(at))),
    },
    ...(isObject(sampleHashes) && { sampleHashes: readSampleHashes(sampleHashes) }),
    // Not trusted: readers of the evidence compute the verdict again and compare.
    verdict: verdict as Verdict,
  };
}

function readSampleHashes(value: Readonly<Record<string, unknown>>): SampleHashes {
  const { count, longestGapSeconds, root } = value;
  return {
    count: Number(count),
    longestGapSeconds: Number(longestGapSeconds),
    root: String(root),
  };
}

/**
 * The evidence with the times of the hashed samples. Undefined unless these are the hashes that
 * the record is about.
 */
export function completeEvidence(
  { evidence, sampleHashes, moments }: EvidenceRecord,
  hashes: readonly SampleHash[],
): EvidenceRecord['evidence'] | undefined {
  if (!sampleHashes) return evidence;
  const sampledAt = [...(evidence.sampledAt ?? []), ...hashes.map(({ at }) => at)];
  const { count, longestGapSeconds, root } = sampleHashes;
  const gap = longestGap(sampledAt, moments.createdAt, moments.expiresAt);
  const isSame =
    count === hashes.length &&
    longestGapSeconds === gap &&
    root === joinRoots(packPages(hashes).map(rootOfPage));
  const isComplete = isSame && count > 0 && areInOrder(hashes, moments);
  return isComplete ? { ...evidence, sampledAt } : undefined;
}

/** One after the other while the market ran, so that none counts twice. */
function areInOrder(
  hashes: readonly SampleHash[],
  { createdAt, expiresAt }: MarketMoments,
): boolean {
  return hashes.every(({ at }, index) => {
    const before = hashes[index - 1]?.at ?? createdAt - 1;
    return at > before && at < expiresAt;
  });
}

function readSample(value: unknown): Sample {
  if (!isObject(value) || !Array.isArray(value.accounts)) throw new RangeError('not a sample');
  const { slot, observedAt, accounts, holders } = value;
  return {
    slot: BigInt(String(slot)),
    observedAt: unixSeconds(Number(observedAt)),
    accounts: accounts.map(readAccount),
    ...(holders !== undefined && { holders: readHolders(holders) }),
  };
}

function readAccount(value: unknown): AccountSnapshot {
  if (!isObject(value)) throw new RangeError('not an account');
  const { address, owner, data } = value;
  return {
    address: readAddress(address),
    owner: owner === null ? null : readAddress(owner),
    data: getBase64Encoder().encode(String(data)),
  };
}

function readHolders(value: unknown): HolderCount {
  if (!isObject(value)) throw new RangeError('not a count');
  return {
    mint: readAddress(value.mint),
    count: BigInt(String(value.count)),
    minimumBaseUnits: BigInt(String(value.minimumBaseUnits)),
    isComplete: value.isComplete === true,
  };
}

function readAddress(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return value;
  throw new RangeError('not an address');
}
