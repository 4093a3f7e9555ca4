// JSON-RPC over HTTP with connections that are kept. Kit's transport costs several times as much:
// streams of fetch, and a parser that reads every reply character by character to keep integers
// above 2^53, which hardly any reply has.
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import {
  type RpcTransport,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  SolanaError,
} from '@solana/kit';
import { readJson, writeJson } from './lib/json/exact-json.ts';

export function createHttpTransport(url: string): RpcTransport {
  const isSecure = new URL(url).protocol === 'https:';
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const open = isSecure ? requestHttps : requestHttp;
  const headers = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' };

  const post = (body: string, signal: AbortSignal | undefined) =>
    new Promise<string>((resolve, reject) => {
      const length = { 'content-length': Buffer.byteLength(body) };
      const options = { agent, method: 'POST', headers: { ...headers, ...length }, signal };
      const sent = open(url, options, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
        reply.on('end', () => {
          const { statusCode = 0 } = reply;
          if (statusCode >= 200 && statusCode < 300) resolve(Buffer.concat(chunks).toString());
          else reject(toHttpError(reply));
        });
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed a kept connection just then. All calls may be repeated.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(post(body, signal));
        else reject(error);
      });
      sent.end(body);
    });

  const transport = async ({ payload, signal }: Parameters<RpcTransport>[0]) =>
    readJson(await post(writeJson(payload), signal));
  return transport as RpcTransport;
}

/** As kit's transport throws it: whoever asks for less at once looks for it. */
function toHttpError({ statusCode = 0, statusMessage = '', headers }: IncomingMessage): Error {
  return new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, {
    ...{ statusCode, message: statusMessage },
    headers: new Headers({ 'retry-after': headers['retry-after'] ?? '' }),
  });
}
