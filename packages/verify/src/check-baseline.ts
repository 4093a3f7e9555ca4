// Checks a threshold that was computed from the value when the market was created.

import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { readBaseline, readBaselineEvidence } from '@tote/conditions/baseline';
import { pick } from './json.ts';
import type { Verifying } from './verifying.ts';

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
  const again = await readBaseline(condition, readBaselineEvidence(text) ?? []);
  const computed = again.ok ? again.value.value : again.reason;
  checks.compare(name, ['condition', value], ['samples', computed]);
}
