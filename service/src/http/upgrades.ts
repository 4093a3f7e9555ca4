// Requests that ask to change the protocol. Node hands their connection over and forgets it, so
// whatever is not a WebSocket in the end must be answered and ended by us, or it stays for ever.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const upgrades = new WeakSet<IncomingMessage>();

/** Before any other listener, so that every upgrade is known. */
export function watchUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage) => upgrades.add(request));
}

export function isUpgrade(request: IncomingMessage): boolean {
  return upgrades.has(request);
}

/** An answer ends the connection. A WebSocket never answers: it takes the connection over. */
export function endAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  response.once('finish', () => request.socket.end());
}
