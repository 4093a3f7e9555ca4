import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@tote/domain';
import { answerOnSocket } from './client-error.ts';

/** Requests that Node would answer by itself, without a body or not at all. */
export function answerOddRequests(server: Server): void {
  const refuse = (request: IncomingMessage) =>
    answerOnSocket(request.socket, new DomainError('request_malformed'));
  server.on('checkExpectation', refuse);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const { method = '' } = request;
    const allowed = 'GET, POST, DELETE';
    answerOnSocket(socket, new DomainError('method_not_allowed', { method, allowed }));
  });
}
