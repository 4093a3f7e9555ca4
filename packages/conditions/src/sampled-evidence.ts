// The evidence of a measured market as text. Its hash goes on chain with the outcome. From the text
// anyone can compute both the hash and the verdict again.
import { type Address, getBase64Encoder, isAddress } from '@solana/kit';
import { canonicalJson } from './canonical-json.ts';
import { longestGap } from './evaluation/evaluate-samples.ts';
import type { Evidence, MarketMoments } from './evaluation/verdict.ts';
import {
  asObject,
  type EvidenceHead,
  listOf,
  readExactly,
  readHead,
  readTime,
} from './evidence-text.ts';
import type { AccountSnapshot, HolderCount, LeftOut, Sample } from './oracles/account-snapshot.ts';
import { renderSample } from './render-sample.ts';
import {
  joinRoots,
  packPages,
  rootOfPage,
  type SampleHash,
  type SampleHashes,
} from './sample-hashes.ts';

const VERSION = 1;

export interface EvidenceRecord extends EvidenceHead {
  readonly evidence: Pick<Evidence, 'samples' | 'sampledAt'>;
  /** Hashes of samples that said nothing new. Evidence of earlier versions has none. */
  readonly sampleHashes?: SampleHashes;
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

export function readSampledEvidence(text: string): EvidenceRecord | undefined {
  return readExactly(text, readRecord, renderSampledEvidence);
}

function readRecord(value: Readonly<Record<string, unknown>>): EvidenceRecord {
  const { samples, sampledAt, sampleHashes } = value;
  return {
    ...readHead(value),
    evidence: { samples: listOf(samples, readSample), sampledAt: listOf(sampledAt, readTime) },
    ...(sampleHashes !== undefined && { sampleHashes: readSampleHashes(sampleHashes) }),
  };
}

function readSampleHashes(value: unknown): SampleHashes {
  const { count, longestGapSeconds, root } = asObject(value);
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
function areInOrder(hashes: readonly SampleHash[], { createdAt, expiresAt }: MarketMoments) {
  return hashes.every(({ at }, index) => {
    const before = hashes[index - 1]?.at ?? createdAt - 1;
    return at > before && at < expiresAt;
  });
}

function readSample(value: unknown): Sample {
  const { slot, observedAt, accounts, holders, launches } = asObject(value);
  return {
    slot: BigInt(String(slot)),
    observedAt: readTime(observedAt),
    accounts: listOf(accounts, readAccount),
    ...(holders !== undefined && { holders: readHolders(holders) }),
    ...(launches !== undefined && { launches: readCount(launches) }),
  };
}

function readAccount(value: unknown): AccountSnapshot {
  const { address, owner, data } = asObject(value);
  return {
    address: readAddress(address),
    owner: owner === null ? null : readAddress(owner),
    data: getBase64Encoder().encode(String(data)),
  };
}

function readHolders(value: unknown): HolderCount {
  const { mint, count, minimumBaseUnits, largest, isComplete, leftOut } = asObject(value);
  return {
    mint: readAddress(mint),
    count: BigInt(String(count)),
    minimumBaseUnits: BigInt(String(minimumBaseUnits)),
    isComplete: isComplete === true,
    ...(largest !== undefined && { largest: BigInt(String(largest)) }),
    ...(leftOut !== undefined && { leftOut: readLeftOut(leftOut) }),
  };
}

function readLeftOut(value: unknown): LeftOut {
  const { count, amount, largest } = asObject(value);
  return {
    count: Number(count),
    amount: BigInt(String(amount)),
    largest: listOf(largest, (each) => {
      const { owner, program, amount } = asObject(each);
      return {
        ...{ owner: readAddress(owner), program: readAddress(program) },
        amount: BigInt(String(amount)),
      };
    }),
  };
}

function readCount(value: unknown): Sample['launches'] {
  const { launchpad, event, from, to, nodes, count, seen, root, ...is } = asObject(value);
  return {
    ...{ launchpad: String(launchpad), event: String(event), root: String(root) },
    ...{ from: readTime(from), to: readTime(to) },
    ...{ nodes: Number(nodes), count: Number(count), seen: Number(seen) },
    ...{ isCurrent: is.isCurrent === true, isFinal: is.isFinal === true },
  };
}

function readAddress(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return value;
  throw new RangeError('not an address');
}
