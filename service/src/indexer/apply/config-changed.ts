// Feed events about changes of the Config. Its values are read from its account.
import type { Address } from '@solana/kit';
import type { ChangeOf } from '@tote/chain/history/program-change';
import { formatInstant, unixSeconds } from '@tote/domain';
import type { EventName } from '@tote/program-client';
import type { NewFeedEvent } from '../../feed/feed-event.ts';
import type { ApplyContext } from '../batch.ts';

const CONFIG_EVENTS = [
  'ConfigAnnounced',
  'ConfigApplied',
  'ConfigCancelled',
  'KeysDisabled',
] as const satisfies readonly EventName[];

type ConfigEventName = (typeof CONFIG_EVENTS)[number];

export function isConfigEvent(name: EventName): name is ConfigEventName {
  return (CONFIG_EVENTS as readonly EventName[]).includes(name);
}

const OPERATOR = 1;
const ORACLE = 2;

export function applyConfigChanged(
  { batch }: ApplyContext,
  change: ChangeOf<ConfigEventName>,
): void {
  batch.feedEvents.push(toFeedEvent(change));
}

function toFeedEvent(change: ChangeOf<ConfigEventName>): NewFeedEvent {
  const about = { marketId: null, wallet: null };
  switch (change.name) {
    case 'ConfigAnnounced': {
      // Without a delay it is applied at once.
      const type = change.event.applied ? 'config.applied' : 'config.announced';
      return { type, ...about, data: describe(change.event) };
    }
    case 'ConfigApplied':
      return { type: 'config.applied', ...about, data: describe(change.event) };
    case 'ConfigCancelled':
      return { type: 'config.cancelled', ...about, data: describe(change.event) };
    case 'KeysDisabled': {
      const { mask, by } = change.event;
      const disabled = { operator: (mask & OPERATOR) !== 0, oracle: (mask & ORACLE) !== 0 };
      return { type: 'keys.disabled', ...about, data: { ...disabled, by } };
    }
  }
}

/** A reconciled event has only its name. */
function describe({ admin, effectiveAt }: { admin?: Address; effectiveAt?: bigint }) {
  return {
    admin: admin ?? null,
    effectiveAt: effectiveAt === undefined ? null : formatInstant(unixSeconds(effectiveAt)),
  };
}
