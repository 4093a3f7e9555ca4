// Checks the outcome: by the evidence, on the chain and in the receipt.
import { deciderOnChain } from '@tote/conditions/decided-by';
import { longestGap } from '@tote/conditions/evaluation/evaluate-samples';
import { type ResolvedMarket, replayEvidence } from '@tote/conditions/replay-evidence';
import type { SampleHash } from '@tote/conditions/sample-hashes';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { formatInstant, outcomeFromCode, REFUND_REASONS, unixSeconds } from '@tote/domain';
import { marketIdOf } from './addresses.ts';
import { checkFetches, findPolled } from './check-fetches.ts';
import { checkLaunches } from './check-launches.ts';
import { checkAttestation, checkObservations } from './check-observations.ts';
import { checkSampleHashes, readServedHashes } from './check-sample-hashes.ts';
import type { Verifying } from './checks.ts';
import { readChainTime } from './history/node.ts';
import { FLAG, ORACLE_DISABLED, type ResolvedEvent, SOURCE } from './history/read-event.ts';
import { pick, textAt } from './json.ts';
import type { MarketHistory, Recorded } from './read-history.ts';

export async function checkOutcome(verifying: Verifying): Promise<void> {
  const { history } = verifying;
  if (history.resolved) await checkEvidence(verifying, history.resolved);
  else checkNoEvidence(verifying);
  checkRefund(verifying);
  checkEnd(verifying);
  await checkFinal(verifying);
}

/** What was refunded without an outcome rests on nothing. */
function checkNoEvidence({ receipt, checks }: Verifying): void {
  const none = { evidenceHashOnChain: 'null', evidence: 'null', observations: '[]', fetches: '[]' };
  checks.compareServed(receipt, 'chain', none);
}

async function checkEvidence(verifying: Verifying, recorded: Recorded<ResolvedEvent>) {
  const { history, receipt, checks } = verifying;
  const { evidenceHash } = recorded.event;
  const served = textAt(receipt, 'evidenceHashOnChain');
  checks.compare('evidence hash on chain', ['chain', evidenceHash], ['receipt', served]);
  const text = pick(receipt, 'evidence', 'text');
  if (typeof text !== 'string') {
    checks.skip('outcome', 'the service has no evidence; the chain has only its hash');
    return;
  }
  const market = toResolved(history, recorded);
  const hashes = readServedHashes(verifying.sampleHashes);
  const replay = await replayEvidence(market, text, hashes);
  const shown = textAt(receipt, 'evidence', 'hash');
  checks.compare(
    'hash of the evidence',
    ['evidence', replay.hash],
    ['chain', evidenceHash],
    ['receipt', shown],
  );
  const { source } = deciderOnChain(market);
  const hashOf = source === 'fact' ? 'account' : 'text';
  checks.compareServed(pick(receipt, 'evidence'), 'chain', { hashOf });
  const outcome = outcomeText(recorded.event.outcome);
  const said = findSaid(market, text, hashes);
  if (said !== undefined && replay.outcome === outcome) {
    checks.trust('outcome', `${outcome}; the oracle says ${said}`);
  } else {
    const found = replay.outcome ?? `leaves it open (${replay.reason})`;
    checks.compare('outcome', ['evidence', found], ['chain', outcome]);
  }
  if (source === 'fact') {
    const byClauses = replay.outcomeByClauses ?? 'leave it open';
    checks.compare('outcome by the clauses', ['clauses', byClauses], ['chain', outcome]);
  }
  if (source === 'oracle' && said === undefined && readSampledEvidence(text)) {
    checks.trust('observed accounts', 'the oracle says that they held these bytes then');
  }
  checkSampleHashes(verifying, text, hashes);
  await checkObservations(verifying, text);
  await checkLaunches(verifying, text);
  checkFetches(verifying, text);
  checkAttestation(verifying, text);
}

function toResolved(
  { created, market }: MarketHistory,
  { event, instruction, transaction }: Recorded<ResolvedEvent>,
): ResolvedMarket {
  const { source, subject, factOwner, createdAt, expiresAt, flags } = created.event;
  return {
    ...{ id: marketIdOf(market), source, subject, factOwner },
    condition: created.sent.condition.text,
    parsedCondition: created.parsedCondition,
    clauses: created.sent.clauses,
    isInverted: (flags & FLAG.inverted) !== 0,
    createdAt: unixSeconds(createdAt),
    expiresAt: unixSeconds(expiresAt),
    resolvedAt: unixSeconds(event.resolvedAt),
    slot: transaction.slot,
    // The oracle, or the account that the program read.
    evidenceAccount: instruction.accounts[1] ?? subject,
    evidenceHash: event.evidenceHash,
  };
}

/**
 * What the outcome rests on, if that is only the oracle's word: what it attested, or that it looked
 * and saw nothing. Undefined if the outcome is computed from bytes.
 */
function findSaid(market: ResolvedMarket, text: string, hashes: readonly SampleHash[]) {
  const { source } = deciderOnChain(market);
  if (source === 'fact') return undefined;
  if (source === 'attested') return 'so';
  const polled = findPolled(market, text);
  if (polled !== undefined) return polled;
  const record = readSampledEvidence(text);
  if (!record || record.evidence.samples.length > 0) return undefined;
  const { createdAt, expiresAt } = market;
  const times = [...(record.evidence.sampledAt ?? []), ...hashes.map(({ at }) => at)];
  const gap = longestGap(times, createdAt, expiresAt);
  const looked = `that it looked ${times.length} times without a gap longer than ${gap} seconds`;
  return record.sampleHashes ? looked : `${looked}, and it kept no hashes of what it saw`;
}

/** Before the refund date only the markets of a disabled oracle are refunded. */
function checkRefund({ history, checks }: Verifying): void {
  const { refundAt, source } = history.created.event;
  const ended = history.vetoed ?? history.refunded;
  if (ended?.event.refundReason === ORACLE_DISABLED) {
    const decider = source === SOURCE.oracle ? 'an oracle decides' : 'a fact decides';
    checks.compare('oracle disabled', ['terms', decider], ['chain', 'an oracle decides']);
  } else if (history.refunded) {
    checkDeadline(checks, refundAt, history.refunded.transaction.blockTime);
  }
}

function checkDeadline(checks: Verifying['checks'], refundAt: bigint, at: bigint): void {
  const due = formatInstant(unixSeconds(refundAt));
  const isDue = at >= refundAt ? due : `${formatInstant(unixSeconds(at))}, too early`;
  checks.compare('refund due', ['terms', due], ['chain', isDue]);
}

function checkEnd({ history, receipt, checks }: Verifying): void {
  const { resolved, vetoed, refunded } = history;
  const outcome = resolved ? outcomeText(resolved.event.outcome) : 'null';
  const ended = vetoed ?? refunded;
  const code = (ended ?? resolved)?.event.refundReason ?? 0;
  const reason = REFUND_REASONS[code - 1] ?? 'null';
  const resolvedAt = ended ? ended.transaction.blockTime : (resolved?.event.vetoEndsAt ?? 0n);
  checks.compareServed(receipt, 'chain', {
    winningOutcome: vetoed ? 'null' : outcome,
    vetoedOutcome: vetoed ? outcome : 'null',
    refunded: String(reason !== 'null'),
    refundReason: reason,
    resolvedAt: formatInstant(unixSeconds(resolvedAt)),
  });
}

/** In its veto time an outcome can still become a refund. What is paid is final. */
async function checkFinal({ chain, history, checks }: Verifying): Promise<void> {
  const { resolved, vetoed, refunded, payments, closed } = history;
  if (!resolved || vetoed || refunded || payments.length + closed.length > 0) return;
  const { vetoEndsAt } = resolved.event;
  const until = formatInstant(unixSeconds(vetoEndsAt));
  if ((await readChainTime(chain.node)) >= vetoEndsAt) return;
  checks.skip('final', `the guardian can veto the outcome until ${until}`);
}

const outcomeText = (code: number) => outcomeFromCode(code) ?? 'none';
