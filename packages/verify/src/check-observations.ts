// Checks that the receipt shows people what is in the evidence.
import { getBase64Encoder } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { readAttestedEvidence } from '@tote/conditions/attested-evidence';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { formatInstant } from '@tote/domain';
import { type Json, listOf, pick, textOf } from './json.ts';
import type { Verifying } from './verifying.ts';

const field = (value: Json | undefined, name: string) => textOf(pick(value, name));

/** The receipt also contains the attestation in a form for people. */
export function checkAttestation({ receipt, checks }: Verifying, text: string): void {
  const recorded = readAttestedEvidence(text)?.attestation;
  const served = pick(receipt, 'evidence', 'attestation');
  if (!recorded && served === null) return;
  const { outcome, wallet, evidence } = recorded ?? NO_ATTESTATION;
  const at = recorded ? formatInstant(recorded.createdAt) : 'never';
  const shown = ['outcome', 'wallet', 'at', 'evidence'].map((name) => field(served, name));
  checks.compare(
    'attestation',
    ['evidence', [outcome, wallet, at, evidence].join(', ')],
    ['receipt', shown.join(', ')],
  );
}

const NO_ATTESTATION = { outcome: 'none', wallet: 'nobody', evidence: 'none' };

/** The receipt also contains the observed bytes in a form for people. */
export function checkObservations({ receipt, checks }: Verifying, text: string): void {
  const observations = listOf(pick(receipt, 'observations'));
  const samples = readSampledEvidence(text)?.evidence.samples ?? [];
  const count = (length: number) => String(length);
  checks.compare(
    'observations',
    ['evidence', count(samples.length)],
    ['receipt', count(observations.length)],
  );
  const pairs = samples.flatMap(({ slot, observedAt, accounts }, index) => {
    const observation = observations[index];
    const at = formatInstant(observedAt);
    return accounts.map(({ address, owner, data }, place) => {
      const account = listOf(pick(observation, 'accounts'))[place];
      const bytes = Uint8Array.from(data);
      const recorded = `${address} of ${owner} at ${at}, slot ${slot}: ${sha256Hex(bytes)}`;
      const who = `${field(account, 'address')} of ${field(account, 'owner')}`;
      const when = `${field(observation, 'observedAt')}, slot ${field(observation, 'slot')}`;
      const shown = hashOfBase64(field(account, 'data'));
      const hash = field(account, 'hash');
      const hashes = shown === hash ? hash : `${shown}, and not ${hash}`;
      const name = `${index + 1}.${place + 1}`;
      return [name, ['evidence', recorded], ['receipt', `${who} at ${when}: ${hashes}`]] as const;
    });
  });
  checks.compareAll('observation', pairs);
  checkCounts(samples, observations, checks);
}

function hashOfBase64(text: string): string {
  try {
    return sha256Hex(Uint8Array.from(getBase64Encoder().encode(text)));
  } catch {
    return 'no base64';
  }
}

/** Holder counts. Their accounts are too many to be in the evidence. */
function checkCounts(
  samples: readonly Sample[],
  observations: readonly Json[],
  checks: Verifying['checks'],
): void {
  const counts = samples.map(({ holders }) => {
    if (!holders) return 'nothing';
    const { mint, count, minimumBaseUnits, isComplete, largest = 'nothing' } = holders;
    return [count, mint, minimumBaseUnits, isComplete, largest].join(' ');
  });
  const shown = observations.map((observation) => {
    const holders = pick(observation, 'holders');
    if (holders === undefined) return 'nothing';
    return ['count', 'mint', 'minimumBaseUnits', 'complete', 'largest']
      .map((name) => field(holders, name))
      .join(' ');
  });
  if ([...counts, ...shown].every((each) => each === 'nothing')) return;
  checks.compare('holders', ['evidence', counts.join(', ')], ['receipt', shown.join(', ')]);
}
