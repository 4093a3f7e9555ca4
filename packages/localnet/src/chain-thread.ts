// Worker thread that runs the chain, so that execution and disk flushes block no other thread.
import { workerData } from 'node:worker_threads';
import { Chain, type ChainOptions } from './chain.ts';
import type { Connection, NetworkClient } from './chain-api.ts';
import { MessageBatcher, port } from './thread.ts';

/** Methods of the chain that are called with a message and answered with one. */
export type Called = 'request' | 'serve' | 'perform' | 'info' | 'close';

export type ToChain =
  | { kind: 'call'; id: number; method: Called; args: readonly unknown[] }
  | { kind: 'release'; bytes: number }
  | { kind: 'connect'; connection: number; client?: NetworkClient }
  | { kind: 'message'; connection: number; message: unknown }
  | { kind: 'disconnect'; connection: number };

export type FromChain =
  | { id: number; value: unknown }
  | { id: number; error: string }
  | { connection: number; message: unknown; bytes: number }
  | { connection: number; ended: string };

const chain = await Chain.open((workerData as { options: ChainOptions }).options);
const connections = new Map<number, Connection>();
const batcher = new MessageBatcher<FromChain>(
  (messages) => port().postMessage(messages),
  (message, { message: reason }) => {
    if ('id' in message) batcher.push({ id: message.id, error: reason });
  },
);

port().on('message', (messages: ToChain[]) => {
  for (const message of messages) receive(message);
});

function receive(message: ToChain): void {
  switch (message.kind) {
    case 'call':
      answer(message.id, call(message.method, message.args));
      break;
    case 'release':
      chain.release(message.bytes);
      break;
    case 'connect':
      connect(message.connection, message.client);
      break;
    case 'message':
      connections.get(message.connection)?.receive(message.message);
      break;
    case 'disconnect':
      connections.get(message.connection)?.close();
      connections.delete(message.connection);
  }
}

function call(method: Called, args: readonly unknown[]): Promise<unknown> {
  const called = chain[method] as (...given: readonly unknown[]) => Promise<unknown>;
  return called.apply(chain, [...args]);
}

function answer(id: number, work: Promise<unknown>): void {
  work.then(
    (value) => batcher.push({ id, value }),
    (error) => batcher.push({ id, error: error instanceof Error ? error.message : String(error) }),
  );
}

function connect(connection: number, client: NetworkClient | undefined): void {
  const listener = {
    message: (message: unknown, bytes: number) => batcher.push({ connection, message, bytes }),
    ended: ({ message }: Error) => batcher.push({ connection, ended: message }),
  };
  connections.set(connection, chain.connect(listener, client));
}

port().postMessage([]);
