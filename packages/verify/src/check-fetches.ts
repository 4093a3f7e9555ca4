// Checks what web sources answered: the receipt shows it as the evidence has it. That the sources
// did answer so nobody can check afterwards, and the verification says that.

import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { asWeb } from '@tote/conditions/evaluate';
import { longestGap } from '@tote/conditions/evaluation/evaluate-samples';
import type { ResolvedMarket } from '@tote/conditions/replay-evidence';
import { readSources } from '@tote/conditions/web/judge-round';
import { readWebEvidence } from '@tote/conditions/web/web-evidence';
import type { WebFetch } from '@tote/conditions/web/web-round';
import { formatInstant, printable } from '@tote/domain';
import type { Verifying } from './checks.ts';
import { type Json, listOf, pick, textAt } from './json.ts';

/** What the outcome rests on, if no answer of a source decided. Undefined for other evidence. */
export function findPolled(market: ResolvedMarket, text: string): string | undefined {
  const web = readWebEvidence(text)?.web;
  if (!web || web.rounds.length > 0) return undefined;
  const gap = longestGap(web.polledAt, market.createdAt, market.expiresAt);
  const asked = `that it asked the web sources ${web.polledAt.length} times`;
  return `${asked}, without a gap longer than ${gap} seconds, and kept no answers`;
}

export function checkFetches({ history, receipt, checks }: Verifying, text: string): void {
  const served = listOf(pick(receipt, 'fetches'));
  const condition = asWeb(history.created.parsedCondition);
  if (!condition && served.length === 0) return;
  const { rounds } = (condition && readWebEvidence(text)?.web) ?? { rounds: [] };
  const fetches = rounds.flatMap((round) => {
    const values = condition ? readSources(condition, round) : [];
    return round.map((fetch, index) => ({ fetch, value: values[index]?.value }));
  });
  const [found, shown] = [String(fetches.length), String(served.length)];
  checks.compare('fetches', ['evidence', found], ['receipt', shown]);
  const pairs = fetches.map(({ fetch, value }, index) => {
    const said = value?.ok ? printable(value.value) : 'null';
    const recorded = `${describe(fetch)}, value ${said}`;
    const receiptSays = describeServed(served[index]);
    return [String(index + 1), ['evidence', recorded], ['receipt', receiptSays]] as const;
  });
  checks.compareAll('fetch', pairs);
  if (rounds.length > 0) checks.trust('web sources', 'the oracle says that they answered so');
}

function describe({ url, startedAt, endedAt, answer }: WebFetch): string {
  const times = `${formatInstant(startedAt)} to ${formatInstant(endedAt)}`;
  const { status = null, certificate = null } = answer ?? {};
  const hash = answer ? sha256Hex(answer.body) : null;
  return `${url} from ${times}: ${status}, certificate ${certificate}, body ${hash}`;
}

function describeServed(served: Json | undefined): string {
  const field = (name: string) => textAt(served, name);
  const times = `${field('startedAt')} to ${field('endedAt')}`;
  const head = `${field('url')} from ${times}: ${field('status')}`;
  const hashes = `certificate ${field('certificate')}, body ${field('bodyHash')}`;
  return `${head}, ${hashes}, value ${field('value')}`;
}
