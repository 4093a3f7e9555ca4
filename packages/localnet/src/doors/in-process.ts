// The door for a client in the same process: the same messages, without text or sockets.
import {
  type RpcSubscriptionsChannelCreator,
  type RpcTransport,
  SOLANA_ERROR__RPC_SUBSCRIPTIONS__CHANNEL_CONNECTION_CLOSED,
  SolanaError,
} from '@solana/kit';
import type { Room } from '../room.ts';

/** For `createSolanaRpcFromTransport`. */
export function inProcessTransport(room: Room): RpcTransport {
  const transport = async ({ payload, signal }: Parameters<RpcTransport>[0]) => {
    signal?.throwIfAborted();
    const answer = room.ask(payload);
    return signal ? orAborted(answer, signal) : answer;
  };
  return transport as RpcTransport;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

type Listener = (data: unknown) => void;

/** For `createRpcSubscriptionsTransportFromChannelCreator`. */
export function inProcessChannels(room: Room): RpcSubscriptionsChannelCreator<unknown, unknown> {
  return async ({ abortSignal }) => {
    abortSignal.throwIfAborted();
    const listeners = { message: new Set<Listener>(), error: new Set<Listener>() };
    const tell = (event: keyof typeof listeners, data: unknown) => {
      for (const listener of [...listeners[event]]) listener(data);
    };
    const connection = room.connect({
      message: (message) => tell('message', message),
      ended: (cause) => {
        const code = SOLANA_ERROR__RPC_SUBSCRIPTIONS__CHANNEL_CONNECTION_CLOSED;
        tell('error', new SolanaError(code, { cause }));
      },
    });
    abortSignal.addEventListener('abort', () => connection.close(), { once: true });
    return {
      on(event, listener, options) {
        const mine: Listener = (data) => listener(data as never);
        listeners[event].add(mine);
        const forget = () => {
          listeners[event].delete(mine);
        };
        options?.signal.addEventListener('abort', forget, { once: true });
        return forget;
      },
      async send(message) {
        // The client listens for the answer when sending is over, as with a socket.
        setImmediate(() => connection.receive(message));
      },
    };
  };
}
