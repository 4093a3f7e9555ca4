// A server that speaks the protocol of Hermes, with updates that tests choose.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpServer, startHttpServer } from '../../../../../tools/test-setup/http-server.ts';

export interface HermesRequest {
  /** The moment; undefined: the newest. */
  readonly moment: number | undefined;
  readonly feedIds: readonly string[];
  readonly authorization: string | undefined;
}

/** Updates, or an answer of another kind. Undefined: there is none. */
type Answer = readonly Buffer[] | undefined | ((response: ServerResponse) => void);

export interface HermesServer extends HttpServer {
  readonly requests: readonly HermesRequest[];
  answer: (request: HermesRequest) => Answer;
}

export async function startHermes(
  answer: HermesServer['answer'] = () => undefined,
): Promise<HermesServer> {
  const requests: HermesRequest[] = [];
  const hermes = { answer };
  const server = await startHttpServer((incoming, response) => {
    const request = readRequest(incoming);
    if (!request) return void response.writeHead(400).end('Failed to deserialize query string');
    requests.push(request);
    const answered = hermes.answer(request);
    if (typeof answered === 'function') return answered(response);
    if (!answered) return void response.writeHead(404).end('Update data not found');
    const data = answered.map((update) => update.toString('base64'));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ binary: { encoding: 'base64', data } }));
  });
  return Object.assign(hermes, server, { requests });
}

function readRequest({ url = '', headers }: IncomingMessage): HermesRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://hermes');
  const [, at] = /^\/v2\/updates\/price\/(latest|\d+)$/.exec(pathname) ?? [];
  const feedIds = searchParams.getAll('ids[]');
  const isBase64 = searchParams.get('encoding') === 'base64';
  if (!at || feedIds.length === 0 || !isBase64) return undefined;
  const moment = at === 'latest' ? undefined : Number(at);
  return { moment, feedIds, authorization: headers.authorization };
}
