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
  switch (change.name) {
    case 'ConfigAnnounced': {
      // Without a delay it is applied at once.
      const type = change.event.applied ? 'config.applied' : 'config.announced';
      return about(type, describe(change.event));
    }
    case 'ConfigApplied':
      return about('config.applied', describe(change.event));
    case 'ConfigCancelled':
      return about('config.cancelled', describe(change.event));
    case 'KeysDisabled': {
      const { mask, by } = change.event;
      const disabled = { operator: (mask & OPERATOR) !== 0, oracle: (mask & ORACLE) !== 0 };
      return about('keys.disabled', { ...disabled, by });
    }
  }
}

function about(type: NewFeedEvent['type'], data: NewFeedEvent['data']): NewFeedEvent {
  return { type, marketId: null, wallet: null, data };
}

/** A reconciled event has only its name. */
function describe({ admin, effectiveAt }: { admin?: Address; effectiveAt?: bigint }) {
  return {
    admin: admin ?? null,
    effectiveAt: effectiveAt === undefined ? null : formatInstant(unixSeconds(effectiveAt)),
  };
}
