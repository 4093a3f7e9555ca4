// What an attested market was decided by. Its hash goes on chain with the outcome, and anyone who
// is served the text can compute it again.
import { createHash } from 'node:crypto';
import { formatInstant, type Outcome, type UnixSeconds } from '@tote/domain';
import { canonicalJson } from './canonical-json.ts';

const VERSION = 1;

/** A row of the journal: the oracle's Yes, or the note that there was none. */
export interface AttestationFacts {
  readonly outcome: Outcome;
  readonly evidence: string;
  readonly wallet: string;
  readonly createdAt: UnixSeconds;
}

export function renderAttestedEvidence(
  market: { readonly id: string; readonly condition: string },
  attestation: AttestationFacts,
): string {
  const { outcome, evidence, wallet, createdAt } = attestation;
  return canonicalJson({
    attestation: { at: formatInstant(createdAt), evidence, outcome, wallet },
    condition: market.condition,
    marketId: market.id,
    version: VERSION,
  });
}

/** SHA-256 of the text's UTF-8 bytes. */
export function hashEvidence(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text, 'utf8').digest());
}
