import type { Connection, ConnectionListener, NetworkClient } from './chain-api.ts';
import { type AnswerBudget, AnswerSize, jsonBytes } from './rpc/answer-budget.ts';
import { handleAll, idOf, type JsonRpcNotification, type JsonRpcResponse } from './rpc/json-rpc.ts';
import { CODES, RpcError, toRpcError } from './rpc/rpc-error.ts';
import type { RpcServer } from './rpc/rpc-server.ts';
import { isSubscriptionMethod, type Subscriptions } from './rpc/subscriptions.ts';

const SUBSCRIPTIONS_MAX = { ofConnection: 100, ofAll: 1_000 };

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
  ofNetwork: Set<number>;
  answers: AnswerBudget;
}

export class ChainConnection implements Connection {
  readonly #options: ChainConnectionOptions;
  readonly #mine = new Set<number>();
  #isClosed = false;

  constructor(options: ChainConnectionOptions) {
    this.#options = options;
  }

  receive(message: unknown): void {
    const size = this.#options.client && new AnswerSize(this.#options.answers);
    handleAll(message, (request) => this.#answer(request, size)).then(
      (answer) => answer !== undefined && this.#send(answer, size?.bytes),
      (error) => this.#send({ jsonrpc: '2.0', error: toRpcError(error).toJson(), id: null }),
    );
  }

  close(): void {
    this.#isClosed = true;
    for (const id of this.#mine) this.#options.subscriptions.unsubscribe(id);
  }

  #send(message: unknown, bytes = 0): void {
    if (this.#isClosed) this.#options.answers.release(bytes);
    else this.#options.listener.message(message, bytes);
  }

  async #answer(request: unknown, size?: AnswerSize): Promise<JsonRpcResponse> {
    const { method, params = [] } = (request ?? {}) as Call;
    const id = idOf(request);
    const isSubscription = typeof method === 'string' && isSubscriptionMethod(method);
    // Without an id it gets the same response as any other call without one.
    if (!isSubscription || id === undefined) {
      return this.#options.rpc.handle(request, this.#options.client, size);
    }
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
    if (this.#options.client) this.#checkLimits();
    const notify = (notification: JsonRpcNotification) => this.#notify(notification);
    const id = this.#options.subscriptions.subscribe(method, params, notify, () => {
      this.#mine.delete(id);
      this.#options.ofNetwork.delete(id);
    });
    this.#mine.add(id);
    if (this.#options.client) this.#options.ofNetwork.add(id);
    return id;
  }

  #notify(notification: JsonRpcNotification): void {
    const size = this.#options.client && new AnswerSize(this.#options.answers);
    try {
      size?.charge(jsonBytes(notification));
    } catch (error) {
      this.#end(toRpcError(error));
      return;
    }
    // The client must get the subscription's id before its first notification. The response is
    // sent in the microtasks of this turn, so the notification waits until the next one.
    setImmediate(() => this.#send(notification, size?.bytes));
  }

  /** A notification cannot be refused, and a gap in them would go unnoticed. */
  #end(error: RpcError): void {
    this.#send({ jsonrpc: '2.0', error: error.toJson(), id: null });
    this.close();
    this.#options.listener.ended(error);
  }

  #checkLimits(): void {
    const { ofConnection, ofAll } = SUBSCRIPTIONS_MAX;
    if (this.#mine.size >= ofConnection) {
      const most = `This connection has ${ofConnection} subscriptions, the most that it may have`;
      throw new RpcError(CODES.internal, `${most}. Unsubscribe from some first.`);
    }
    if (this.#options.ofNetwork.size < ofAll) return;
    const most = `All clients together have ${ofAll} subscriptions, the most that they may have`;
    throw new RpcError(CODES.internal, `${most}. Close some, or try again later.`);
  }

  #unsubscribe([id]: unknown[]): boolean {
    const number = Number(id);
    if (!this.#mine.has(number)) {
      throw new RpcError(CODES.invalidParams, 'Invalid subscription id.');
    }
    this.#options.subscriptions.unsubscribe(number);
    return true;
  }
}
