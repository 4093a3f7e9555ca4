import {
  type RpcSubscriptionsChannelCreator,
  type RpcTransport,
  SOLANA_ERROR__RPC_SUBSCRIPTIONS__CHANNEL_CONNECTION_CLOSED,
  SolanaError,
} from '@solana/kit';
import { unlessAborted } from '@tote/chain/lib/unless-aborted';
import type { ChainApi } from '../chain-api.ts';

/** For `createSolanaRpcFromTransport`. */
export function inProcessTransport(chain: ChainApi): RpcTransport {
  const transport = async ({ payload, signal }: Parameters<RpcTransport>[0]) => {
    signal?.throwIfAborted();
    const answer = chain.request(payload);
    return signal ? unlessAborted(answer, signal) : answer;
  };
  return transport as RpcTransport;
}

type Listener = (data: unknown) => void;

/** For `createRpcSubscriptionsTransportFromChannelCreator`. */
export function inProcessChannels(
  chain: ChainApi,
): RpcSubscriptionsChannelCreator<unknown, unknown> {
  return async ({ abortSignal }) => {
    abortSignal.throwIfAborted();
    const listeners = { message: new Set<Listener>(), error: new Set<Listener>() };
    const emit = (event: keyof typeof listeners, data: unknown) => {
      for (const listener of [...listeners[event]]) listener(data);
    };
    const connection = chain.connect({
      message: (message) => emit('message', message),
      ended: (cause) => {
        const code = SOLANA_ERROR__RPC_SUBSCRIPTIONS__CHANNEL_CONNECTION_CLOSED;
        emit('error', new SolanaError(code, { cause }));
      },
    });
    abortSignal.addEventListener('abort', () => connection.close(), { once: true });
    return {
      on(event, listener, options) {
        const mine: Listener = (data) => listener(data as never);
        listeners[event].add(mine);
        const remove = () => {
          listeners[event].delete(mine);
        };
        options?.signal.addEventListener('abort', remove, { once: true });
        return remove;
      },
      async send(message) {
        // The client starts to listen for the response after `send` resolves, as with a socket.
        setImmediate(() => connection.receive(message));
      },
    };
  };
}
