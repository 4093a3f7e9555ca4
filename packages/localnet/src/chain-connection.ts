// One client connection: its calls and its subscriptions.

import type { Connection, ConnectionListener, NetworkClient } from './chain-api.ts';
import { handleAll } from './request-batch.ts';
import { idOf, type JsonRpcNotification, type JsonRpcResponse } from './rpc/json-rpc.ts';
import { CODES, RpcError, toRpcError } from './rpc/rpc-error.ts';
import type { RpcServer } from './rpc/rpc-server.ts';
import { isSubscriptionMethod, type Subscriptions } from './rpc/subscriptions.ts';

const SUBSCRIPTIONS_MAX = 10_000;

interface Call {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

interface ChainConnectionOptions {
  rpc: RpcServer;
  subscriptions: Subscriptions;
  listener: ConnectionListener;
  client: NetworkClient | undefined;
}

export class ChainConnection implements Connection {
  readonly #rpc: RpcServer;
  readonly #subscriptions: Subscriptions;
  readonly #listener: ConnectionListener;
  readonly #client: NetworkClient | undefined;
  readonly #mine = new Set<number>();
  #isClosed = false;

  constructor(options: ChainConnectionOptions) {
    this.#rpc = options.rpc;
    this.#subscriptions = options.subscriptions;
    this.#listener = options.listener;
    this.#client = options.client;
  }

  receive(message: unknown): void {
    handleAll(message, (request) => this.#answer(request)).then(
      (answer) => answer !== undefined && this.#send(answer),
      (error) => this.#send({ jsonrpc: '2.0', error: toRpcError(error).toJson(), id: null }),
    );
  }

  close(): void {
    this.#isClosed = true;
    for (const id of this.#mine) this.#subscriptions.unsubscribe(id);
    this.#mine.clear();
  }

  #send(message: unknown): void {
    if (!this.#isClosed) this.#listener.message(message);
  }

  async #answer(request: unknown): Promise<JsonRpcResponse> {
    const { method, params = [] } = (request ?? {}) as Call;
    const id = idOf(request);
    const isSubscription = typeof method === 'string' && isSubscriptionMethod(method);
    // Without an id it gets the same response as any other call without one.
    if (!isSubscription || id === undefined) return this.#rpc.handle(request, this.#client);
    try {
      if (!Array.isArray(params)) throw new RpcError(CODES.invalidParams, 'Invalid params');
      const result = method.endsWith('Unsubscribe')
        ? this.#unsubscribe(params)
        : this.#subscribe(method, params);
      return { jsonrpc: '2.0', result, id };
    } catch (error) {
      return { jsonrpc: '2.0', error: toRpcError(error).toJson(), id };
    }
  }

  #subscribe(method: string, params: unknown[]): number {
    if (this.#isClosed) throw new RpcError(CODES.internal, 'The connection is closed');
    if (this.#mine.size >= SUBSCRIPTIONS_MAX) {
      throw new RpcError(CODES.internal, `At most ${SUBSCRIPTIONS_MAX} subscriptions`);
    }
    // The client must get the subscription's id before its first notification. The response is
    // sent in the microtasks of this turn, so the notification waits until the next one.
    const notify = (notification: JsonRpcNotification) => {
      if (isLast(notification)) this.#mine.delete(notification.params.subscription);
      setImmediate(() => this.#send(notification));
    };
    const id = this.#subscriptions.subscribe(method, params, notify);
    this.#mine.add(id);
    return id;
  }

  #unsubscribe([id]: unknown[]): boolean {
    const number = Number(id);
    if (!this.#mine.delete(number)) {
      throw new RpcError(CODES.invalidParams, 'Invalid subscription id.');
    }
    this.#subscriptions.unsubscribe(number);
    return true;
  }
}

/** A signature reaches a commitment once. Its subscription ends with that notification. */
function isLast({ method, params }: JsonRpcNotification): boolean {
  const { value } = params.result as { value?: unknown };
  return method === 'signatureNotification' && value !== 'receivedSignature';
}
