// Servers in the place of the service or a node, or between them and a command.
import type { IncomingMessage, RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { startHttpServer } from '../../../../tools/test-setup/http-server.ts';
import { readService } from './home.ts';

/** Answers until the test ends; its address. */
export async function startServer(handle: RequestListener): Promise<string> {
  const { url, close } = await startHttpServer(handle);
  onTestFinished(close);
  return url;
}

interface Meddler {
  /** Called with every bet before it is passed on; true ends the connection instead. */
  readonly before?: (request: IncomingMessage) => boolean;
  /** The same after the service has answered. */
  readonly after?: () => boolean;
  /** Changes an answer to what was sent. */
  readonly rewrite?: (answer: string, sent: string) => string;
  /** The service by default. */
  readonly target?: string;
}

/** Stands between the command and the service; its address. */
export async function startProxy(meddler: Meddler): Promise<string> {
  const { before, after, rewrite = (answer) => answer } = meddler;
  const { target = readService().baseUrl } = meddler;
  return startServer(async (request, response) => {
    const isBet = request.method === 'POST' && /\/bets$/.test(request.url ?? '');
    if (isBet && before?.(request)) return request.socket.destroy();
    const sent = Buffer.concat(await request.toArray());
    const answer = await fetch(new URL(request.url ?? '', target), {
      method: request.method,
      headers: copyHeaders(request.headers, ['authorization', 'content-type', 'idempotency-key']),
      body: sent.length > 0 ? sent : undefined,
    });
    const body = rewrite(await answer.text(), sent.toString());
    if (isBet && after?.()) return request.socket.destroy();
    const names = ['content-type', 'x-error-code', 'x-next-cursor'];
    response.writeHead(answer.status, copyHeaders(Object.fromEntries(answer.headers), names));
    return response.end(body);
  });
}

function copyHeaders(headers: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
  );
}
