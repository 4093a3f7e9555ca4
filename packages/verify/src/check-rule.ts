// Checks the rule: the question, the condition, and what decides the market on chain.
import { getBase16Decoder } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { isRoundedUp, readBaseline, readBaselineEvidence } from '@tote/conditions/baseline';
import { deciderOnChain } from '@tote/conditions/decided-by';
import { DEMO_NOTICE, describeMarketCondition } from '@tote/conditions/describe-condition';
import { findMismatch } from '@tote/conditions/find-mismatch';
import { formatInstant, unixSeconds } from '@tote/domain';
import { deriveMarket, marketIdOf } from './addresses.ts';
import type { Verifying } from './checks.ts';
import type { Clause } from './history/read-instruction.ts';
import { type Json, listOf, pick, textAt, textOf } from './json.ts';

export async function checkRule(verifying: Verifying): Promise<void> {
  const { chain, history, receipt, checks } = verifying;
  const { event, sent, parsedCondition } = history.created;
  const { creator, nonce, expiresAt } = event;
  const { programAddress } = chain;
  const derived = await deriveMarket(programAddress, { creator, nonce, expiresAt });
  checks.compare('market address', ['derived', derived], ['chain', history.market]);
  const { currency } = verifying;
  checks.compareServed(receipt, 'chain', { marketId: marketIdOf(history.market), currency });
  const served = (name: string) => textAt(receipt, 'rule', name);
  for (const [name, { text, hash }, onChain] of [
    ['question', sent.question, event.questionHash],
    ['condition', sent.condition, event.conditionHash],
  ] as const) {
    checks.compare(name, ['chain', text], ['receipt', served(name)]);
    checks.compare(
      `hash of the ${name}`,
      ['sent', hash],
      ['chain', onChain],
      ['receipt', served(`${name}Hash`)],
      ['receipt (on chain)', served(`${name}HashOnChain`)],
    );
  }
  const clauses = sent.encodedClauses;
  const mismatch = await findMismatch({ ...event, parsedCondition, clauses });
  const details = describeMarketCondition({
    ...{ source: event.source, parsedCondition, mismatch, vetoSeconds: event.vetoSeconds },
    question: sent.question.text,
    expiresAt: unixSeconds(expiresAt),
  });
  const isDemo = served('details') === `${details} ${DEMO_NOTICE}`;
  checks.compare(
    'details',
    ['condition', details],
    ['receipt', isDemo ? details : served('details')],
  );
  checkTimes(verifying);
  checkDecider(verifying);
  checkTexts(verifying, mismatch);
}

function checkTimes({ history, receipt, checks }: Verifying): void {
  const { createdAt, expiresAt, refundAt } = history.created.event;
  const times = Object.entries({ createdAt, expireAt: expiresAt, refundAt });
  const onChain = times.map(([name, at]) => [name, formatInstant(unixSeconds(at))]);
  checks.compareServed(receipt, 'chain', Object.fromEntries(onChain));
}

function checkDecider({ history, receipt, checks }: Verifying): void {
  const { event, sent, parsedCondition } = history.created;
  const served = pick(receipt, 'rule');
  const decider = deciderOnChain({ ...event, parsedCondition });
  const { source } = decider;
  if (decider.source !== 'fact') {
    checks.compareServed(served, 'chain', { source, oracle: decider.oracle, fact: 'null' });
    return;
  }
  checks.compareServed(served, 'chain', { source, oracle: 'null' });
  const fact = pick(served, 'fact');
  const { kind, account, owner } = decider;
  checks.compareServed(fact, 'chain', { kind, account: account ?? 'null', owner });
  const clauses = sent.clauses.map(clauseText).join('; ');
  const shown = listOf(pick(fact, 'clauses')).map(servedClauseText).join('; ');
  checks.compare('clauses', ['chain', clauses], ['receipt', shown]);
}

function clauseText(clause: Clause): string {
  const head = `${clause.type} at ${clause.offset} ${clause.comparator}`;
  if ('secondsAfterExpiry' in clause) return `${head} expiry + ${clause.secondsAfterExpiry}`;
  const { value } = clause;
  return `${head} ${typeof value === 'bigint' ? value : getBase16Decoder().decode(value)}`;
}

function servedClauseText(clause: Json): string {
  const [type, offset, comparator, value, seconds] = [
    ...['type', 'offset', 'comparator', 'value', 'secondsAfterExpiry'],
  ].map((name) => pick(clause, name));
  const head = `${textOf(type)} at ${textOf(offset)} ${textOf(comparator)}`;
  return seconds === undefined ? `${head} ${textOf(value)}` : `${head} expiry + ${textOf(seconds)}`;
}

/** Anyone may create a market whose texts do not match its fact. */
function checkTexts({ history, checks }: Verifying, mismatch: string | null): void {
  const name = 'the condition says what decides';
  if (history.created.parsedCondition.type !== 'unknown') {
    checks.compare(name, ['condition', 'yes'], ['chain', mismatch === null ? 'yes' : mismatch]);
  } else if (history.resolved) {
    checks.skip(name, 'its creator wrote a condition of another kind');
  }
}

/** That the threshold follows from the value is part of reading the condition. */
export async function checkBaseline({ history, receipt, checks }: Verifying): Promise<void> {
  const { parsedCondition: condition } = history.created;
  if (!('relativeTo' in condition) || !condition.relativeTo) return;
  const { value, evidence } = condition.relativeTo;
  const text = pick(receipt, 'rule', 'baseline');
  const name = 'value at creation';
  if (typeof text !== 'string') {
    checks.skip(name, 'the receipt does not have the samples that it was computed from');
    return;
  }
  checks.compare('hash of the samples', ['condition', evidence], ['receipt', sha256Hex(text)]);
  const isUp = isRoundedUp(condition, condition.relativeTo);
  const again = await readBaseline(condition, readBaselineEvidence(text) ?? [], isUp);
  const computed = again.ok ? again.value.value : again.reason;
  checks.compare(name, ['condition', value], ['samples', computed]);
}
