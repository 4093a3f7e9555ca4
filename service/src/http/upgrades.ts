// Upgrade requests. Node detaches their connection and applies no timeout to it. Unless it becomes
// a WebSocket, we must send a response and close it, or it would stay open.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

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
