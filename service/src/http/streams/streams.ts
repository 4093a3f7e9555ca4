import { DomainError } from '@tote/domain';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { limitedNetworkOf } from '../client-address.ts';
import type { HttpLimits } from '../http-limits.ts';

export interface OpenStream {
  onStop(close: () => void): void;
  end(): void;
}

type StreamLimits = Pick<HttpLimits, 'streamsMax' | 'streamsPerClientMax'>;

export class Streams {
  readonly #limits: StreamLimits;
  readonly #closers = new Map<OpenStream, () => void>();
  readonly #perClient = new Map<string, number>();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** It counts for its address and its wallet: new wallets cost nothing. */
  open(clients: readonly string[]): OpenStream {
    const { streamsMax, streamsPerClientMax: max } = this.#limits;
    const countOf = (client: string) => this.#perClient.get(client) ?? 0;
    if (clients.some((client) => countOf(client) >= max)) {
      throw new DomainError('streams_too_many', { max });
    }
    if (this.#closers.size >= streamsMax)
      throw new DomainError('service_overloaded', { seconds: 5 });
    for (const client of clients) this.#perClient.set(client, countOf(client) + 1);
    const stream: OpenStream = {
      onStop: (close) => {
        if (this.#closers.has(stream)) this.#closers.set(stream, close);
      },
      end: () => {
        if (!this.#closers.delete(stream)) return;
        for (const client of clients) this.#release(client);
      },
    };
    this.#closers.set(stream, () => undefined);
    return stream;
  }

  get count(): number {
    return this.#closers.size;
  }

  closeAll(): void {
    for (const close of this.#closers.values()) close();
  }

  #release(client: string): void {
    const left = (this.#perClient.get(client) ?? 1) - 1;
    if (left > 0) this.#perClient.set(client, left);
    else this.#perClient.delete(client);
  }
}

const streams = new WeakMap<FastifyRequest, OpenStream>();

export function admitStream(context: { streams: Streams; isLoopbackLimited: boolean }) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (request.method === 'HEAD') {
      done();
      return;
    }
    try {
      // It waits for the answer before it on its connection, and would take memory until then.
      if (reply.raw.socket === null) throw new DomainError('request_malformed');
      const network = limitedNetworkOf(request, context.isLoopbackLimited);
      const clients = [network, request.caller?.wallet].filter((client) => client != null);
      const stream = context.streams.open(clients);
      streams.set(request, stream);
      // Whatever happens, the answer closes, at the latest with its connection; or it has closed.
      if (reply.raw.destroyed) stream.end();
      else reply.raw.once('close', () => stream.end());
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

export function streamOf(request: FastifyRequest): OpenStream {
  const stream = streams.get(request);
  if (!stream) throw new RangeError('the stream was not admitted');
  return stream;
}
