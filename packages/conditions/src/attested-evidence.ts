// The evidence of an attested market. Its hash goes on chain with the outcome, and anyone who has
// the text can compute the hash again.

import { sha256 } from '@tote/chain/lib/sha256-portable';
import {
  formatInstant,
  type Outcome,
  parseOutcome,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { canonicalJson } from './canonical-json.ts';
import { asObject, readExactly } from './evidence-text.ts';

const VERSION = 1;

/** A row of the journal: the oracle's Yes, or the No that the keeper recorded at the expiry. */
interface AttestationFacts {
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
  return sha256(text);
}

interface AttestedRecord {
  readonly marketId: string;
  /** The canonical text. */
  readonly condition: string;
  readonly attestation: AttestationFacts;
}

export function readAttestedEvidence(text: string): AttestedRecord | undefined {
  return readExactly(text, readRecord, ({ marketId: id, condition, attestation }) =>
    renderAttestedEvidence({ id, condition }, attestation),
  );
}

function readRecord(value: Readonly<Record<string, unknown>>): AttestedRecord {
  const { at, evidence, outcome, wallet } = asObject(value.attestation);
  return {
    marketId: String(value.marketId),
    condition: String(value.condition),
    attestation: {
      outcome: parseOutcome(String(outcome)),
      evidence: String(evidence),
      wallet: String(wallet),
      createdAt: unixSeconds(Date.parse(String(at)) / 1_000),
    },
  };
}
