// Readers of the event streams. Ids grow by one, so each reader knows whether it has missed one;
// after a break it resumes where it was.
import { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { Chance } from '../chance.ts';
import type { Wallet } from '../setups/setup.ts';
import { type LoadContext, pause } from './clients.ts';

const AGAIN_MS = 500;
const REPLAY_MS = [1_000, 5_000] as const;

/** The events of one connection, until it breaks. */
type Connect = (request: StreamRequest, signal: AbortSignal) => AsyncIterable<StreamEvent>;

interface StreamRequest {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly lastEventId: number;
}

interface StreamEvent {
  readonly id: number;
  /** Of a bet that is confirmed. */
  readonly betId: string | undefined;
}

export async function* readServerSentEvents(
  { baseUrl, apiKey, lastEventId }: StreamRequest,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const url = `${baseUrl}/events?lastEventId=${lastEventId}`;
  const response = await fetch(url, { headers, signal });
  if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data: ') && !isHeartbeat(line)) yield readEvent(line.slice(6));
    }
  }
}

export async function* readWebSocket(
  { baseUrl, apiKey, lastEventId }: StreamRequest,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const url = `${baseUrl.replace('http', 'ws')}/ws?lastEventId=${lastEventId}`;
  const socket = new WebSocket(url, { headers });
  const close = () => socket.terminate();
  signal.addEventListener('abort', close);
  try {
    const messages = new Readable({ objectMode: true, read: () => undefined });
    socket.on('message', (data) => messages.push(String(data)));
    socket.on('error', () => messages.push(null));
    socket.on('close', () => messages.push(null));
    for await (const text of messages) if (!isHeartbeat(text)) yield readEvent(text);
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

const isHeartbeat = (text: string) => text.includes('"heartbeat"');

function readEvent(text: string): StreamEvent {
  const { id, type, data } = JSON.parse(text);
  return { id: Number(id), betId: type === 'bet.confirmed' ? data.betId : undefined };
}

/** Follows the feed from its beginning. */
export class StreamReader {
  /** The oldest event and the newest. */
  first = 0;
  last = 0;
  /** Bets that were announced as confirmed. */
  readonly betIds = new Set<string>();
  readonly #context: LoadContext;
  readonly #wallet: Wallet;
  readonly #connect: Connect;

  constructor(context: LoadContext, wallet: Wallet, connect: Connect) {
    this.#context = context;
    this.#wallet = wallet;
    this.#connect = connect;
  }

  async run(name: string, signal: AbortSignal): Promise<void> {
    const { seed, setup } = this.#context;
    for (let step = 1; !signal.aborted; step += 1) {
      const { api } = new Chance(seed, `${name} ${step}`).pick(setup.replicas);
      await this.#read(api.baseUrl, signal).catch(() => undefined);
      await pause(AGAIN_MS, signal);
    }
  }

  async #read(baseUrl: string, signal: AbortSignal): Promise<void> {
    const { record } = this.#context;
    const request = { baseUrl, apiKey: this.#wallet.apiKey, lastEventId: this.last };
    for await (const { id, betId } of this.#connect(request, signal)) {
      if (this.last === 0) this.first = id;
      else if (id !== this.last + 1) {
        record.eventGaps += 1;
        record.addExample(`a stream sent event ${id} after ${this.last}`);
      }
      this.last = id;
      if (betId !== undefined) this.betIds.add(betId);
    }
  }
}

/** Opens a stream again and again at an older event, reads for a while, and leaves. */
export async function runReplays(
  context: LoadContext,
  wallet: Wallet,
  followed: Pick<StreamReader, 'first' | 'last'>,
): Promise<void> {
  const { seed, stopping } = context;
  for (let step = 1; !stopping.aborted; step += 1) {
    const chance = new Chance(seed, `replay ${step}`);
    const lasts = AbortSignal.timeout(chance.between(...REPLAY_MS));
    const reader = new StreamReader(
      context,
      wallet,
      chance.pick([readServerSentEvents, readWebSocket]),
    );
    const { first, last } = followed;
    reader.last = first + Math.floor((last - first) * chance.next());
    await reader.run(`replay ${step}`, AbortSignal.any([lasts, stopping]));
  }
}
