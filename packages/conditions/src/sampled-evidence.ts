// The evidence of a measured market as text. Its hash goes on chain with the outcome. From the text
// anyone can compute both the hash and the verdict again.
import { type Address, isAddress } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import type { AccountSnapshot, HolderCount, Sample } from '@tote/oracles/account-snapshot';
import { canonicalJson, isObject } from './canonical-json.ts';
import type { Evidence, MarketMoments, Verdict } from './evaluation/verdict.ts';

const VERSION = 1;

export interface EvidenceRecord {
  readonly marketId: string;
  /** The canonical text. */
  readonly condition: string;
  readonly moments: MarketMoments;
  readonly evidence: Pick<Evidence, 'samples' | 'sampledAt'>;
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

/** One sample alone, in the form that it has in the evidence. */
export function renderSampleText(sample: Sample): string {
  return canonicalJson(renderSample(sample));
}

export function readSampleText(text: string): Sample {
  return readSample(JSON.parse(text));
}

function renderSample({ slot, observedAt, accounts, holders }: Sample) {
  return {
    slot: slot.toString(),
    observedAt,
    accounts: accounts.map(({ address, owner, data }) => {
      return { address, owner, data: Buffer.from(data).toString('base64') };
    }),
    ...(holders && {
      holders: {
        ...holders,
        count: holders.count.toString(),
        minimumBaseUnits: holders.minimumBaseUnits.toString(),
      },
    }),
  };
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
  const { marketId, condition, moments, samples, sampledAt, verdict } = value;
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
    // Not trusted: readers of the evidence compute the verdict again and compare.
    verdict: verdict as Verdict,
  };
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
  const data64 = Buffer.from(String(data), 'base64');
  return {
    address: readAddress(address),
    owner: owner === null ? null : readAddress(owner),
    data: Uint8Array.from(data64),
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
