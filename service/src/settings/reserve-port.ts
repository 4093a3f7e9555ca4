// A free port whose number is known before the server listens on it.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

interface ReservedPort {
  readonly port: number;
  /** Call it right before the server listens. */
  release(): void;
}

/** No other process gets the port until it is released. A port other than 0 is taken as it is. */
export async function reservePort(host: string, port: number): Promise<ReservedPort> {
  if (port !== 0) return { port, release: () => {} };
  // Nobody knows the port yet; who tries all ports is not left waiting.
  const holder = createServer((socket) => socket.destroy()).listen(0, host);
  await once(holder, 'listening');
  return { port: (holder.address() as AddressInfo).port, release: () => void holder.close() };
}
