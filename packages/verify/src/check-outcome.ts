// Checks the outcome: by the evidence, on the chain and in the receipt.

import { marketIdOf } from '@tote/chain/ids';
import { readAttestedEvidence } from '@tote/conditions/attested-evidence';
import { deciderOnChain } from '@tote/conditions/decided-by';
import { replayEvidence } from '@tote/conditions/replay-evidence';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { formatInstant, outcomeFromCode, unixSeconds } from '@tote/domain';
import { sha256Hex } from '@tote/lib/sha256';
import type { Sample } from '@tote/oracles/account-snapshot';
import { RefundReason, readMarketFlags } from '@tote/program-client';
import { type Json, listOf, pick, textOf } from './fetch-receipt.ts';
import { hex, type Recorded } from './read-history.ts';
import type { Verifying } from './verifying.ts';

export async function checkOutcome(verifying: Verifying): Promise<void> {
  const { history } = verifying;
  if (history.resolved) await checkEvidence(verifying, history.resolved);
  if (history.refunded) checkDeadline(verifying);
  checkEnd(verifying);
}

async function checkEvidence(
  verifying: Verifying,
  { event, landed, witness }: Recorded<'MarketResolved'>,
): Promise<void> {
  const { history, receipt, checks } = verifying;
  const evidenceHash = hex(event.evidenceHash);
  const served = textOf(pick(receipt, 'evidenceHashOnChain'));
  checks.compare('evidence hash on chain', ['chain', evidenceHash], ['receipt', served]);
  const text = pick(receipt, 'evidence', 'text');
  if (typeof text !== 'string') {
    checks.skip('outcome', 'the service has no evidence; the chain has only its hash');
    return;
  }
  const { created, market } = history;
  const { source, subject, factOwner, createdAt, expiresAt, flags } = created.event;
  const resolved = {
    ...{ id: marketIdOf(market), condition: created.condition, source, subject, factOwner },
    parsedCondition: created.parsedCondition,
    clauses: created.parsed.clauses,
    isInverted: readMarketFlags(flags).inverted,
    createdAt: unixSeconds(createdAt),
    expiresAt: unixSeconds(expiresAt),
    resolvedAt: unixSeconds(event.resolvedAt),
    slot: landed.slot,
    evidenceAccount: witness ?? subject,
    evidenceHash,
  };
  const replay = await replayEvidence(resolved, text);
  const shown = textOf(pick(receipt, 'evidence', 'hash'));
  checks.compare(
    'hash of the evidence',
    ['evidence', replay.hash],
    ['chain', evidenceHash],
    ['receipt', shown],
  );
  const outcome = outcomeText(event.outcome);
  checks.compare(
    'outcome',
    ['evidence', replay.outcome ?? `leaves it open (${replay.reason})`],
    ['chain', outcome],
  );
  if (deciderOnChain(resolved).source === 'fact') {
    const byClauses = replay.outcomeByClauses ?? 'leave it open';
    checks.compare('outcome by the clauses', ['clauses', byClauses], ['chain', outcome]);
  }
  checkObservations(verifying, text);
  checkAttestation(verifying, text);
}

/** The receipt also contains the attestation in a form for people. */
function checkAttestation({ receipt, checks }: Verifying, text: string): void {
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
function checkObservations({ receipt, checks }: Verifying, text: string): void {
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
      const shown = Buffer.from(field(account, 'data'), 'base64');
      const hash = field(account, 'hash');
      const hashes = sha256Hex(shown) === hash ? hash : `${sha256Hex(shown)}, and not ${hash}`;
      const name = `${index + 1}.${place + 1}`;
      return [name, ['evidence', recorded], ['receipt', `${who} at ${when}: ${hashes}`]] as const;
    });
  });
  checks.compareAll('observation', pairs);
  checkCounts(samples, observations, checks);
}

/** Holder counts. Their accounts are too many to be in the evidence. */
function checkCounts(
  samples: readonly Sample[],
  observations: readonly Json[],
  checks: Verifying['checks'],
): void {
  const counts = samples.map(({ holders }) => {
    if (!holders) return 'nothing';
    const { mint, count, minimumBaseUnits, isComplete } = holders;
    return [count, mint, minimumBaseUnits, isComplete].join(' ');
  });
  const shown = observations.map((observation) => {
    const holders = pick(observation, 'holders');
    if (holders === undefined) return 'nothing';
    return ['count', 'mint', 'minimumBaseUnits', 'complete']
      .map((name) => field(holders, name))
      .join(' ');
  });
  if ([...counts, ...shown].every((each) => each === 'nothing')) return;
  checks.compare('holders', ['evidence', counts.join(', ')], ['receipt', shown.join(', ')]);
}

const field = (value: Json | undefined, name: string) => textOf(pick(value, name));

/** A refund before that time would be invalid. */
function checkDeadline({ history, checks }: Verifying): void {
  const refundAt = history.created.event.refundAt;
  const at = history.refunded?.landed.blockTime ?? 0n;
  const due = formatInstant(unixSeconds(refundAt));
  const isDue = at >= refundAt ? due : `${formatInstant(unixSeconds(at))}, too early`;
  checks.compare('refund due', ['terms', due], ['chain', isDue]);
}

/** Compares how the market ended with the receipt. */
function checkEnd({ history, receipt, checks }: Verifying): void {
  const { resolved, vetoed, refunded } = history;
  const outcome = resolved ? outcomeText(resolved.event.outcome) : 'null';
  const isNobodys = resolved?.event.refundReason === RefundReason.NobodyWon;
  const reason = vetoed ? 'veto' : refunded ? 'deadline' : isNobodys ? 'nobody_won' : 'null';
  const ended = vetoed ?? refunded;
  const resolvedAt = ended ? ended.landed.blockTime : (resolved?.event.vetoEndsAt ?? 0n);
  const rows = [
    ['winningOutcome', vetoed ? 'null' : outcome],
    ['vetoedOutcome', vetoed ? outcome : 'null'],
    ['refunded', String(reason !== 'null')],
    ['refundReason', reason],
    ['resolvedAt', formatInstant(unixSeconds(resolvedAt))],
  ] as const;
  for (const [name, onChain] of rows) {
    checks.compare(name, ['chain', onChain], ['receipt', textOf(pick(receipt, name))]);
  }
}

const outcomeText = (code: number) => outcomeFromCode(code) ?? 'none';
