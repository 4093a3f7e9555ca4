// Why a server cannot listen, in terms of the settings that the operator can change.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

type ListenSettings = Readonly<Record<'host' | 'port', string>>;

export async function explainListen<T>(
  settings: ListenSettings,
  host: string,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const message = explain(settings, host, error);
    throw message === undefined ? error : new Error(message, { cause: error });
  }
}

function explain(settings: ListenSettings, host: string, error: unknown): string | undefined {
  // The embedded chain's own message is for its own command line; its cause is Node's error.
  const reason = ((error as Error).cause ?? error) as NodeJS.ErrnoException & { port?: number };
  const { code, port } = reason;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop what uses it, or set ${settings.port} to another one.`;
    case 'EACCES':
      return `Port ${port} needs more rights. Set ${settings.port} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine. Correct ${settings.host}.`;
    default:
      return undefined;
  }
}

/** No other process gets the port until it is released. A port other than 0 is taken as it is. */
export async function reservePort(host: string, port: number) {
  if (port !== 0) return { port, release: () => undefined };
  // Nobody knows the port yet. A port scanner is not left waiting.
  const holder = createServer((socket) => socket.destroy()).listen(0, host);
  await once(holder, 'listening');
  return { port: (holder.address() as AddressInfo).port, release: () => void holder.close() };
}
