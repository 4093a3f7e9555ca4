import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { limitedNetworkOf } from '../client-address.ts';
import type { OpenStream, Streams } from './streams.ts';

const streams = new WeakMap<FastifyRequest, OpenStream>();

/** A `preHandler` hook: counts the stream for its address, and for its wallet. */
export function admitStream({
  streams: all,
  isLoopbackLimited,
}: {
  readonly streams: Streams;
  readonly isLoopbackLimited: boolean;
}) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    try {
      const network = limitedNetworkOf(request, isLoopbackLimited);
      const clients = [network, request.caller?.wallet].filter((client) => client != null);
      const stream = all.open(clients);
      streams.set(request, stream);
      // Whatever happens to the request, its connection closes.
      request.raw.socket.once('close', () => stream.end());
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/** The stream that the hook has opened. */
export function streamOf(request: FastifyRequest): OpenStream {
  const stream = streams.get(request);
  if (!stream) throw new RangeError('the stream was not admitted');
  return stream;
}
