// The chain, seen from the thread that uses it.
import type { ChainOptions } from './chain.ts';
import type { FromChain, ToChain } from './chain-thread.ts';
import { Outbox } from './outbox.ts';
import type { ChainInfo, Connection, ConnectionListener, Room } from './room.ts';
import type { CommandArguments, CommandName, CommandResults } from './sandbox/commands.ts';
import { startThread, type Thread } from './thread.ts';

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

type Question =
  | { kind: 'ask'; request: unknown }
  | { kind: 'perform'; name: CommandName; argument: CommandArguments[CommandName] }
  | { kind: 'info' }
  | { kind: 'close' };

export class RemoteChain implements Room {
  readonly #thread: Thread;
  readonly #outbox: Outbox<ToChain>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<number, ConnectionListener>();
  readonly #onEnd: ((error: Error) => void)[] = [];
  #nextId = 0;
  #ended: Error | undefined;
  #closing: Promise<void> | undefined;

  private constructor(thread: Thread) {
    this.#thread = thread;
    this.#outbox = new Outbox(
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

  ask(request: unknown): Promise<unknown> {
    return this.#send({ kind: 'ask', request });
  }

  perform<Name extends CommandName>(
    name: Name,
    argument: CommandArguments[Name],
  ): Promise<CommandResults[Name]> {
    return this.#send({ kind: 'perform', name, argument }) as Promise<CommandResults[Name]>;
  }

  info(): Promise<ChainInfo> {
    return this.#send({ kind: 'info' }) as Promise<ChainInfo>;
  }

  connect(listener: ConnectionListener): Connection {
    if (this.#ended) throw this.#ended;
    const connection = this.#nextId++;
    this.#listeners.set(connection, listener);
    this.#outbox.push({ kind: 'connect', connection });
    return {
      receive: (message) => this.#outbox.push({ kind: 'message', connection, message }),
      close: () => {
        if (this.#listeners.delete(connection)) {
          this.#outbox.push({ kind: 'disconnect', connection });
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
      await this.#send({ kind: 'close' });
    } finally {
      await this.#thread.end();
      this.#end(new Error('The chain is closed'));
    }
  }

  #send(question: Question): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#outbox.push({ ...question, id });
    });
  }

  #receive(message: FromChain): void {
    if ('connection' in message) {
      this.#listeners.get(message.connection)?.message(message.message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('error' in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.value);
  }

  #unsendable(message: ToChain, error: Error): void {
    if (!('id' in message)) return;
    this.#waiting.get(message.id)?.reject(error);
    this.#waiting.delete(message.id);
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    for (const listener of this.#listeners.values()) listener.ended(error);
    this.#listeners.clear();
    if (!this.#closing) for (const listener of this.#onEnd) listener(error);
  }
}
