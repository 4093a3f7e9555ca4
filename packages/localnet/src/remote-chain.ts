import type { ChainOptions } from './chain.ts';
import type {
  ChainApi,
  ChainInfo,
  Connection,
  ConnectionListener,
  NetworkClient,
  ServedAnswer,
} from './chain-api.ts';
import type { Called, FromChain, ToChain } from './chain-thread.ts';
import type { CommandArgument, CommandName, CommandResult } from './sandbox/commands.ts';
import { MessageBatcher, startThread, type Thread } from './thread.ts';

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

export class RemoteChain implements ChainApi {
  readonly #thread: Thread;
  readonly #batcher: MessageBatcher<ToChain>;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<number, ConnectionListener>();
  readonly #onEnd: ((error: Error) => void)[] = [];
  #nextId = 0;
  #ended: Error | undefined;
  #closing: Promise<void> | undefined;

  private constructor(thread: Thread) {
    this.#thread = thread;
    this.#batcher = new MessageBatcher(
      (messages) => thread.send(messages),
      (message, error) => this.#unsendable(message, error),
    );
    thread.onMessage((messages) => {
      for (const message of messages as FromChain[]) this.#receive(message);
    });
    thread.onEnd((error) => this.#end(new Error(`The chain has stopped: ${error.message}`)));
  }

  static async open(options: ChainOptions, start = startThread): Promise<RemoteChain> {
    const module = new URL('./chain-thread.ts', import.meta.url);
    return new RemoteChain(await start(module, { options }));
  }

  request(request: unknown): Promise<unknown> {
    return this.#call('request', request);
  }

  serve(request: unknown, client: NetworkClient): Promise<ServedAnswer> {
    return this.#call('serve', request, client) as Promise<ServedAnswer>;
  }

  release(bytes: number): void {
    if (bytes > 0 && !this.#ended) this.#batcher.push({ kind: 'release', bytes });
  }

  perform<Name extends CommandName>(
    name: Name,
    argument: CommandArgument<Name>,
  ): CommandResult<Name> {
    return this.#call('perform', name, argument) as CommandResult<Name>;
  }

  info(): Promise<ChainInfo> {
    return this.#call('info') as Promise<ChainInfo>;
  }

  connect(listener: ConnectionListener, client?: NetworkClient): Connection {
    if (this.#ended) throw this.#ended;
    const connection = this.#nextId++;
    this.#listeners.set(connection, listener);
    this.#batcher.push({ kind: 'connect', connection, client });
    return {
      receive: (message) => this.#batcher.push({ kind: 'message', connection, message }),
      close: () => {
        if (this.#listeners.delete(connection)) {
          this.#batcher.push({ kind: 'disconnect', connection });
        }
      },
    };
  }

  onEnd(listener: (error: Error) => void): void {
    this.#onEnd.push(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#ended) return;
    try {
      await this.#call('close');
    } finally {
      await this.#thread.end();
      this.#end(new Error('The chain is closed'));
    }
  }

  #call(method: Called, ...args: readonly unknown[]): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#batcher.push({ kind: 'call', id, method, args });
    });
  }

  #receive(message: FromChain): void {
    if ('connection' in message) {
      const listener = this.#listeners.get(message.connection);
      if ('ended' in message) listener?.ended(new Error(message.ended));
      else if (listener) listener.message(message.message, message.bytes);
      else this.release(message.bytes);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('error' in message) pending?.reject(new Error(message.error));
    else pending?.resolve(message.value);
  }

  #unsendable(message: ToChain, error: Error): void {
    if (!('id' in message)) return;
    this.#pending.get(message.id)?.reject(error);
    this.#pending.delete(message.id);
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    for (const listener of this.#listeners.values()) listener.ended(error);
    this.#listeners.clear();
    if (!this.#closing) for (const listener of this.#onEnd) listener(error);
  }
}
