import { readBaselineEvidence } from '@tote/conditions/baseline';
import type { Condition } from '@tote/conditions/condition';
import { FIRST_SECONDS_MAX } from '@tote/conditions/evaluation/evaluate-samples';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { readSampleText } from '@tote/conditions/sampled-evidence';
import { findBaseline } from '../../store/journal/evidence.ts';
import { listSamples } from '../../store/journal/samples.ts';
import type { Db } from '../../store/store.ts';
import { findSource } from './source-reader.ts';

/** What was observed at the start that the market is compared with; empty if it has none. */
export async function listStartSamples(
  db: Db,
  marketId: string,
  condition: Condition,
): Promise<readonly Sample[]> {
  const { startsAt, updates, window } = kindOf(condition);
  if (!startsAt) return [];
  if (updates) return readBaselineEvidence((await findBaseline(db, marketId)) ?? '') ?? [];
  const at = startsAt(condition);
  const { windowSeconds } = window?.(condition) ?? {};
  const span =
    windowSeconds === undefined
      ? { from: at, to: at + FIRST_SECONDS_MAX }
      : { from: at - windowSeconds + 1, to: at };
  const { key } = await findSource(condition);
  return (await listSamples(db, key, span)).map(readSampleText);
}
