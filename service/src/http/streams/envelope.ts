import { formatInstant } from '@tote/domain';
import { findEventKind } from '../../feed/events.ts';
import type { FeedEvent } from '../../feed/feed-event.ts';
import type { Queries } from '../../queries/create-queries.ts';
import { compileSerializer } from '../json/serialize.ts';

const rendered = new WeakMap<FeedEvent, string>();

/** An event as JSON text. It is rendered once for all subscribers. */
export function renderEnvelope(event: FeedEvent): string {
  const known = rendered.get(event);
  if (known !== undefined) return known;
  const { id, type, marketId, at } = event;
  // Ids are text, so that clients can send them back without losing digits.
  const head = JSON.stringify({ id: String(id), type, marketId });
  const text = `${head.slice(0, -1)},"data":${renderData(event)},"at":"${toIso(at)}"}`;
  rendered.set(event, text);
  return text;
}

const toIso = (at: number) => new Date(at).toISOString();

function renderData({ type, data }: FeedEvent): string {
  const kind = findEventKind(type);
  return kind ? compileSerializer(kind.data)(data) : JSON.stringify(data);
}

/** For readers that cannot see pings and comments, with the time that markets go by. */
export function renderHeartbeat({ wallMs, queries }: HeartbeatContext): string {
  const chainTime = formatInstant(queries.now());
  return JSON.stringify({ type: 'heartbeat', at: toIso(wallMs()), chainTime });
}

export interface HeartbeatContext {
  readonly queries: Pick<Queries, 'now'>;
  wallMs(): number;
}
