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

export type StreamReader = ReturnType<typeof openStream>;

function openStream({ seed, setup, record }: LoadContext, { apiKey }: Wallet, connect: Connect) {
  const reader = {
    /** The oldest event and the newest. */
    ...{ first: 0, last: 0 },
    /** Bets that were announced as confirmed. */
    betIds: new Set<string>(),
    /** Follows the feed until the signal aborts. */
    async run(name: string, signal: AbortSignal): Promise<void> {
      for (let step = 1; !signal.aborted; step += 1) {
        const { api } = new Chance(seed, `${name} ${step}`).pick(setup.replicas);
        await read(api.baseUrl, signal).catch(() => undefined);
        await pause(AGAIN_MS, signal);
      }
    },
  };
  const read = async (baseUrl: string, signal: AbortSignal) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    for await (const text of connect(baseUrl, `lastEventId=${reader.last}`, headers, signal)) {
      if (text.includes('"heartbeat"')) continue;
      const { id, type, data } = JSON.parse(text);
      if (reader.last === 0) reader.first = Number(id);
      else if (Number(id) !== reader.last + 1) {
        const example = `a stream sent event ${id} after ${reader.last}`;
        record.count('events missing or repeated in a stream', 1, example);
      }
      reader.last = Number(id);
      if (type === 'bet.confirmed') reader.betIds.add(data.betId);
    }
  };
  return reader;
}

export const openStreams = (context: LoadContext, wallet: Wallet): StreamReader[] =>
  CONNECTS.map((connect) => openStream(context, wallet, connect));

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
    const reader = openStream(context, wallet, chance.pick(CONNECTS));
    const { first, last } = followed;
    reader.last = first + Math.floor((last - first) * chance.next());
    await reader.run(`replay ${step}`, AbortSignal.any([lasts, stopping]));
  }
}
