// Ports for servers of tests. `listen(0)` is better where the number may be anything.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system gives to connections: these are in use for a minute longer. */
const FIRST = 15_000;
const COUNT = 15_000;

/** A port that can be listened on, also later and again. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

/** Whether nobody listens on it, or has used it for a connection a moment ago. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return false;
  } finally {
    server.close();
  }
}
