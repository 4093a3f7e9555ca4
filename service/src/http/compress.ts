// Compresses the answers of public reads for clients that ask for it. Answers that need a
// credential are never compressed: their length would tell about secrets beside the client's text.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

export function findEncoding({ headers }: FastifyRequest, text: string): Encoding | undefined {
  const { 'accept-encoding': accepted } = headers;
  if (accepted === undefined || text.length < CHARACTERS_MIN) return undefined;
  return acceptedEncodings(accepted)[0];
}

export const encodingHeaders = (encoding: Encoding) => ({
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
export async function compressReply(
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
