import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../telemetry/log.ts';
import type { RequestMetrics } from './metrics.ts';
import { REQUEST_ID } from './request.ts';
import { JSON_TYPE, RESPONSE_HEADERS } from './response-headers.ts';

export type SendJson = (
  reply: FastifyReply,
  status: number,
  body: Body,
  /** Alternating names and values. */
  headers?: readonly string[],
) => void;

/** Of answers to a caller: a cache does not know of all our credentials. */
const KEPT_BY_NOBODY = ['cache-control', 'no-store'] as const;
const HEADER_LINES = Object.entries({ ...RESPONSE_HEADERS, 'content-type': JSON_TYPE }).flat();

export interface SenderOptions {
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
}

/** Writes directly to the connection: Fastify would double the cost of the busiest routes. */
export function createSender(
  metrics: RequestMetrics,
  log: Log,
  { method, path: route, isPublic }: SenderOptions,
): SendJson {
  const counts = metrics.of(method, route);
  const write = (
    reply: FastifyReply,
    status: number,
    content: string | Buffer,
    headers: readonly string[],
  ) => {
    const { id: requestId, startedAtMs, caller } = reply.request;
    const own = [REQUEST_ID, requestId, 'content-length', String(Buffer.byteLength(content))];
    if (caller) own.push(...KEPT_BY_NOBODY);
    reply.raw.writeHead(status, [...HEADER_LINES, ...own, ...headers]);
    reply.raw.end(content);
    const ms = counts.add(status, startedAtMs);
    log.debug({ requestId, method, route, status, ms }, 'response sent');
  };
  return (reply, status, body, headers = []) => {
    reply.hijack();
    const encoding = isPublic ? findEncoding(reply.request, body.text) : undefined;
    if (!encoding) return write(reply, status, body.text, headers);
    const more = [...headers, ...Object.entries(encodingHeaders(encoding)).flat()];
    encode(body, encoding).then(
      (bytes) => write(reply, status, bytes, more),
      () => write(reply, status, body.text, headers),
    );
  };
}

export function createSendHook(metrics: RequestMetrics, log: Log) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (!request.isPage) reply.headers(RESPONSE_HEADERS);
    if (request.caller) reply.header(...KEPT_BY_NOBODY);
    const { id: requestId, method, is404, startedAtMs } = request;
    reply.header(REQUEST_ID, requestId);
    const route = (is404 ? undefined : request.routeOptions.url) ?? 'unknown';
    const status = reply.statusCode;
    const ms = metrics.of(method, route).add(status, startedAtMs);
    const code = reply.getHeader('x-error-code');
    if (code !== undefined) metrics.addRefusal(String(code));
    log.debug({ requestId, method, route, status, ms }, 'response sent');
    return compressReply(request, reply, payload);
  };
}

// Compresses the answers of public reads for clients that ask for it. Answers that need a
// credential are never compressed: their length would tell about secrets beside the client's text.

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A shorter answer fits the first packet anyway. */
const CHARACTERS_MIN = 1_024;
/** Each step above makes it slower than the network that it saves. */
const BROTLI_QUALITY = 4;

/** What is kept and sent again keeps its compressed forms. */
export interface Body {
  readonly text: string;
  encoded?: Partial<Record<Encoding, Promise<Buffer>>>;
}

/** Matches if it is named without a weight of 0. */
const ACCEPTS: Record<Encoding, RegExp> = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i,
};

/** The best one first. */
export const acceptedEncodings = (header: string): Encoding[] =>
  ENCODINGS.filter((encoding) => ACCEPTS[encoding].test(header));

function findEncoding({ headers }: FastifyRequest, text: string): Encoding | undefined {
  const { 'accept-encoding': accepted } = headers;
  if (accepted === undefined || text.length < CHARACTERS_MIN) return undefined;
  return acceptedEncodings(accepted)[0];
}

const encodingHeaders = (encoding: Encoding) => ({
  'content-encoding': encoding,
  vary: 'accept-encoding',
});

/** In another thread, so that other requests do not wait. */
export function encode(body: Body, encoding: Encoding): Promise<Buffer> {
  body.encoded ??= {};
  body.encoded[encoding] ??= compress[encoding](Buffer.from(body.text));
  return body.encoded[encoding];
}

const brotli = promisify(brotliCompress);
const zip = promisify<Buffer, Buffer>(gzip);
const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return brotli(bytes, { params }) as Promise<Buffer>;
  },
  gzip: (bytes) => zip(bytes),
};

/** For the `onSend` hook. */
async function compressReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { isPublic } = request.routeOptions.config;
  if (!isPublic || typeof payload !== 'string') return payload;
  const encoding = reply.statusCode === 200 ? findEncoding(request, payload) : undefined;
  if (!encoding) return payload;
  reply.headers(encodingHeaders(encoding));
  return encode({ text: payload }, encoding);
}
