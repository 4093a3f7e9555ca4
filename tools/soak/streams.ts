// Readers of the event streams. Ids grow by one, so each reader knows whether it has missed one;
// after a break it resumes where it was.
import { on } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { Chance } from './chance.ts';
import { type LoadContext, pause } from './load.ts';
import type { Wallet } from './setups.ts';

const AGAIN_MS = 500;
const REPLAY_MS = [1_000, 5_000] as const;

/** The messages of one connection, until it breaks. */
type Connect = (
  baseUrl: string,
  query: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => AsyncIterable<string>;

const readServerSentEvents: Connect = async function* (baseUrl, query, headers, signal) {
  const response = await fetch(`${baseUrl}/events?${query}`, { headers, signal });
  if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`);
  for await (const line of createInterface({ input: Readable.fromWeb(response.body as never) })) {
    if (line.startsWith('data: ')) yield line.slice(6);
  }
};

const readWebSocket: Connect = async function* (baseUrl, query, headers, signal) {
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/ws?${query}`, { headers });
  // Also of a connection that is left before it is there.
  socket.on('error', () => undefined);
  try {
    for await (const [data] of on(socket, 'message', { signal, close: ['close'] })) {
      yield String(data);
    }
  } finally {
    socket.terminate();
  }
};

const CONNECTS = [readServerSentEvents, readWebSocket] as const;

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

  /** Follows the feed until the signal aborts. */
  async run(name: string, signal: AbortSignal): Promise<void> {
    const { seed, setup } = this.#context;
    for (let step = 1; !signal.aborted; step += 1) {
      const { api } = new Chance(seed, `${name} ${step}`).pick(setup.replicas);
      await this.#read(api.baseUrl, signal).catch(() => undefined);
      await pause(AGAIN_MS, signal);
    }
  }

  async #read(baseUrl: string, signal: AbortSignal): Promise<void> {
    const headers = { authorization: `Bearer ${this.#wallet.apiKey}` };
    const query = `lastEventId=${this.last}`;
    for await (const text of this.#connect(baseUrl, query, headers, signal)) {
      if (text.includes('"heartbeat"')) continue;
      const { id, type, data } = JSON.parse(text);
      if (this.last === 0) this.first = Number(id);
      else if (Number(id) !== this.last + 1) {
        const example = `a stream sent event ${id} after ${this.last}`;
        this.#context.record.count('events missing or repeated in a stream', 1, example);
      }
      this.last = Number(id);
      if (type === 'bet.confirmed') this.betIds.add(data.betId);
    }
  }
}

export const openStreams = (context: LoadContext, wallet: Wallet): StreamReader[] =>
  CONNECTS.map((connect) => new StreamReader(context, wallet, connect));

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
    const reader = new StreamReader(context, wallet, chance.pick(CONNECTS));
    const { first, last } = followed;
    reader.last = first + Math.floor((last - first) * chance.next());
    await reader.run(`replay ${step}`, AbortSignal.any([lasts, stopping]));
  }
}
