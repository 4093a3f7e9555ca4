// Errors of the HTTP parser never reach a route, so the response is written to the socket.
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@tote/domain';
import { refusalBody, refusalHeaders } from './error-response.ts';
import { HTTP_LIMITS } from './http-limits.ts';
import { newRequestId, REQUEST_ID } from './request.ts';
import { RESPONSE_HEADERS } from './response-headers.ts';

interface ClientError {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const LINE_FEED = 10;

export function respondToClientError(error: ClientError, socket: Socket): void {
  // A response cannot reach a peer that is gone, or one that is receiving another response.
  if (error.code === 'ECONNRESET' || !socket.writable || hasStartedResponse(socket)) {
    socket.destroy();
    return;
  }
  respondOnSocket(socket, refusalOf(error));
}

function respondOnSocket(socket: Socket, refusal: DomainError): void {
  const body = refusalBody(refusal);
  const headers = {
    ...RESPONSE_HEADERS,
    ...refusalHeaders(refusal),
    [REQUEST_ID]: newRequestId(),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.end(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`);
  // The peer may go on sending, but nothing reads it any more.
  socket.setTimeout(SOCKET_MS, () => socket.destroy());
}

const SOCKET_MS = 1_000;

function refusalOf({ code, rawPacket }: ClientError): DomainError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return isRequestLineTooLong(rawPacket)
        ? new DomainError('uri_too_long', { max: HTTP_LIMITS.urlCharactersMax })
        : new DomainError('headers_too_large', { max: HTTP_LIMITS.headerBytesMax });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new DomainError('body_too_large', { max: HTTP_LIMITS.bodyBytesMax });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DomainError('request_timeout');
    default:
      return new DomainError('request_malformed');
  }
}

function isRequestLineTooLong(packet: unknown): boolean {
  return Buffer.isBuffer(packet) && packet.indexOf(LINE_FEED) === -1;
}

/** Node stores the current response in a private field of the socket. */
function hasStartedResponse(socket: Socket): boolean {
  const { _httpMessage } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  return _httpMessage?.headersSent === true;
}

/** Node detaches the connection of an upgrade and sets no timeout, so we must close it. */
const upgrades = new WeakSet<IncomingMessage>();

/** Call it before any other listener is added, so that every upgrade is known. */
export function trackUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage) => upgrades.add(request));
}

export function isUpgrade(request: IncomingMessage): boolean {
  return upgrades.has(request);
}

/** Closes the connection after the response. A WebSocket sends none: it takes over the socket. */
export function endAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  response.once('finish', () => request.socket.end());
}

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
