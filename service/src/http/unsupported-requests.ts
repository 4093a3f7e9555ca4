import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@tote/domain';
import { respondOnSocket } from './client-error.ts';

/** Node would respond to these requests itself, without a JSON body or not at all. */
export function refuseUnsupportedRequests(server: Server): void {
  const refuse = (request: IncomingMessage) =>
    respondOnSocket(request.socket, new DomainError('request_malformed'));
  server.on('checkExpectation', refuse);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const { method = '' } = request;
    const allowed = 'GET, POST, DELETE';
    respondOnSocket(socket, new DomainError('method_not_allowed', { method, allowed }));
  });
}
