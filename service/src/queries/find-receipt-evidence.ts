// The evidence of a market, from the journal; the chain stores only its hash.

import { sha256Hex } from '@tote/chain/lib/sha256';
import { renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { deciderOnChain } from '@tote/conditions/decided-by';
import { hashEvidenceAccount } from '@tote/conditions/hash-evidence-account';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { findAttestation } from '../store/journal/attestations.ts';
import { findEvidence } from '../store/journal/evidence.ts';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';
import type { Db } from '../store/store.ts';
import type { ReceiptEvidence } from './receipt.ts';
import { listReceiptFetches } from './receipt-fetches.ts';

/** Null if the chain has no hash, or the hash of evidence that is not in our journal. */
export async function findReceiptEvidence(
  db: Db,
  market: MarketView,
  { evidenceHash }: MarketEnd,
): Promise<ReceiptEvidence | null> {
  if (evidenceHash === null) return null;
  const { source } = deciderOnChain(market);
  if (source === 'attested') return findAttested(db, market, evidenceHash);
  const text = await findEvidence(db, market.id, evidenceHash);
  if (text === undefined) return null;
  const record = readSampledEvidence(text);
  const observations = record?.evidence.samples ?? [];
  const hashes =
    source === 'fact'
      ? observations.flatMap(({ accounts }) =>
          accounts.map(({ data }) => hashEvidenceAccount(data)),
        )
      : [sha256Hex(text)];
  return {
    text,
    hashOf: source === 'fact' ? 'account' : 'text',
    // Of several accounts the one whose hash is on chain decided.
    hash: hashes.find((hash) => hash === evidenceHash) ?? hashes[0] ?? sha256Hex(''),
    observations,
    sampleHashes: record?.sampleHashes ?? null,
    fetches: listReceiptFetches(market, text),
    attestation: null,
  };
}

/** Another oracle may have signed the same outcome with other evidence; then the hash differs. */
async function findAttested(
  db: Db,
  market: MarketView,
  evidenceHash: string,
): Promise<ReceiptEvidence | null> {
  const attestation = await findAttestation(db, market.id);
  if (!attestation) return null;
  const text = renderAttestedEvidence(market, attestation);
  const hash = sha256Hex(text);
  if (hash !== evidenceHash) return null;
  return {
    text,
    hashOf: 'text',
    hash,
    observations: [],
    fetches: [],
    sampleHashes: null,
    attestation,
  };
}
