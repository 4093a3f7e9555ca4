import { isDeepStrictEqual } from 'node:util';
import type { Config } from '@tote/program-client';
import { findKey } from '../../../support/key.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const CHECK = 'the guardian can stop a change, but not one that only replaces the guardian';

export function guardianStopsChanges(stage: Stage): void {
  const { world } = stage;
  const config = stage.getConfig();
  const guardian = findKey(config.guardian);
  const changed = listChanged(config);
  if (config.pendingAt <= world.now || changed.length === 0 || !guardian) return;
  const isOwn = changed.every((field) => field === 'guardian');
  const cancel = world.build.cancelConfig({ authority: guardian });
  const isStopped = stage.whatIf(() => stage.try(cancel));
  if (isStopped === isOwn) {
    violate(CHECK, `of a change of ${changed.join(', ')} it ${isOwn ? 'can' : 'cannot'}`);
  }
}

function listChanged({ pending, ...config }: Config): string[] {
  const now: Record<string, unknown> = config;
  return Object.entries(pending)
    .filter(([field, value]) => !isDeepStrictEqual(value, now[field]))
    .map(([field]) => field);
}
