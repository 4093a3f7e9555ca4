// The web sources of a new market: whether they are listed, and what they say now.
import type { Condition } from '@tote/conditions/condition';
import { asWeb } from '@tote/conditions/evaluate';
import type { Reading } from '@tote/conditions/oracles/reading';
import { hostOf, judgeValues, type SourceValue } from '@tote/conditions/web/judge-round';
import { DomainError } from '@tote/domain';
import type { WebReader } from '../../keeper/observe/web/web-reader.ts';

export interface CurrentSources {
  readonly values: readonly SourceValue[];
  /** Whether they meet the condition together. */
  readonly judged: Reading<boolean>;
}

/** Throws `web_source_not_listed`. */
export function requireListed(condition: Condition, web: WebReader): void {
  const other = asWeb(condition)?.sources.find(({ url }) => !web.isListed(url));
  if (!other) return;
  const { listed } = web;
  throw new DomainError('web_source_not_listed', {
    host: hostOf(other),
    listed: listed.length === 0 ? '(nothing is listed here)' : listed.join(', '),
  });
}

/** Null for other conditions. Takes a few seconds at most. */
export async function readWebNow(
  condition: Condition,
  web: WebReader,
): Promise<CurrentSources | null> {
  const wanted = asWeb(condition);
  if (!wanted) return null;
  const values = await web.readNow(wanted, { isPreview: true });
  return { values, judged: judgeValues(wanted, values) };
}
