// The events of the service as one iterable that resumes by itself.
import { readAnswer } from './answer.ts';
import { createDeadline } from './deadline.ts';
import { reasonOf, ToteError } from './errors.ts';
import { open } from './exchange.ts';
import type { FeedEvent, Heartbeat } from './generated/types.ts';
import { backOff, bearer, findPause, type TransportContext } from './transport.ts';

/** A message that is not a valid event. The feed continues. */
export interface UnreadableEvent {
  readonly id: string;
  readonly type: 'feed.unreadable';
  readonly marketId: null;
  readonly data: { readonly reason: string; readonly text: string };
  readonly at: string;
}

export type FeedItem = FeedEvent | UnreadableEvent;

export interface FeedOptions {
  /** Only events of this market. */
  readonly marketId?: string;
  /** Only events that concern this wallet. */
  readonly wallet?: string;
  /** Starts after this event; '0' starts with the oldest kept. Default: only new events. */
  readonly lastEventId?: string;
  /** Ends the feed, which throws `aborted`. */
  readonly signal?: AbortSignal;
  /** Reconnects after this long without any data; default: three heartbeats. */
  readonly silenceMs?: number;
  /** Called when the feed is connected, and with the reason when it is not. */
  onState?(state: FeedState): void;
}

export type FeedState =
  /** Called on connection and with each heartbeat, which carries the chain's time. */
  | { readonly state: 'live'; readonly chainTime?: string }
  | { readonly state: 'waiting'; readonly reason: ToteError };

/** Above all ids, so the service answers with the newest one. */
const NEWEST = String(Number.MAX_SAFE_INTEGER);
const FOREVER = 2 ** 53;
const SILENCE_MS = 45_000;
const PAUSE_MS_MAX = 10_000;

/**
 * The first connection is tried a few times, like any call. Later ones are retried without a limit.
 * Errors of the service are thrown.
 */
export async function* readFeed(
  { base, fetch, credential }: TransportContext,
  options: FeedOptions = {},
): AsyncGenerator<FeedItem, void> {
  const { marketId, wallet, signal, silenceMs = SILENCE_MS, onState } = options;
  const whole = createDeadline(FOREVER, signal);
  let { lastEventId = NEWEST } = options;
  let tries = 0;
  let wasLive = false;
  try {
    for (;;) {
      const connection = createDeadline(silenceMs, signal);
      let reason: ToteError;
      try {
        const query = Object.entries({ marketId, wallet, lastEventId }).filter(
          ([, value]) => value,
        );
        const url = `${base}/v1/events?${new URLSearchParams(query as [string, string][])}`;
        const headers = bearer(credential.apiKey) ?? {};
        const response = await open(fetch, { method: 'GET', url, headers }, connection);
        const stream = requireStream(response);
        wasLive = true;
        tries = 0;
        onState?.({ state: 'live' });
        for await (const frame of readFrames(stream, connection.restart)) {
          const item = readEvent(frame.data, frame.id);
          if (item.type === 'heartbeat') {
            onState?.({ state: 'live', chainTime: item.chainTime });
            continue;
          }
          const isStart = lastEventId === NEWEST;
          if (item.id) lastEventId = item.id;
          // The answer to the request for the newest id, not a gap.
          if (!isStart || item.type !== 'feed.reset') yield item;
        }
        reason = new ToteError('network_failed', 'The service ended the feed.');
      } catch (error) {
        reason = connection.error() ?? toToteError(error);
      } finally {
        connection.close();
      }
      const pause = findPause(reason, true, tries);
      if (wasLive ? isRefused(reason) : pause === undefined) throw reason;
      onState?.({ state: 'waiting', reason });
      await whole.pause(Math.min(pause ?? backOff(tries), PAUSE_MS_MAX));
      tries += 1;
    }
  } finally {
    whole.close();
  }
}

function requireStream({ body, headers, status }: Response): ReadableStream<Uint8Array> {
  const type = headers.get('content-type');
  if (body && type?.startsWith('text/event-stream')) return body;
  throw new ToteError('answer_not_json', `The answer is ${type}, not a stream.`, { status });
}

/** An invalid request stays invalid; failures of the network may pass. */
function isRefused({ code, status = 0 }: ToteError): boolean {
  if (code === 'aborted') return true;
  const isTheirs = status >= 400 && status < 500 && code !== 'answer_not_json';
  return isTheirs && status !== 408 && status !== 429;
}

const toToteError = (error: unknown) =>
  error instanceof ToteError
    ? error
    : new ToteError('network_failed', reasonOf(error), { cause: error });

/** Parses an event, for instance the body of a webhook, with exact amounts. */
export function readEvent(data: string, id = ''): FeedItem | Heartbeat {
  try {
    const item = readAnswer(data, '{type at') as FeedItem | Heartbeat;
    if (item.type === 'heartbeat' || (item.id && item.data)) return item;
    throw new Error('It has no id or no data.');
  } catch (error) {
    const reason = (error as Error).message;
    const at = new Date().toISOString();
    return { id, type: 'feed.unreadable', marketId: null, data: { reason, text: data }, at };
  }
}

interface Frame {
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * Ends with the connection, which the caller closes. `onBytes` is called for all data, comments
 * included.
 */
async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<Frame, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    // A carriage return at the end may be half of a line break.
    const blocks = text.replace(/\r\n|\r(?!$)/g, '\n').split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield* readFrame(block);
  }
}

/** Undefined for comments and for blocks that only set the retry time. */
function* readFrame(block: string): Generator<Frame> {
  const data = [...block.matchAll(/(?:^|\n)data: ?([^\n]*)/g)].map(([, line]) => line).join('\n');
  const [, id] = /(?:^|\n)id: ?([^\n]*)/.exec(block) ?? [];
  if (data) yield { id, data };
}
