// Fetches one page of a web source. Everything in it may be hostile: the name server, the server
// and what it sends. So the name is looked up once, every address is checked, and exactly these are
// connected to; nothing is followed, decompressed, kept or sent beyond the request itself.

import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { FetchFailure, findAddresses, pin, toFailure } from '@tote/chain/lib/checked-address';
import { isPublicAddress } from '@tote/chain/lib/public-address';
import { unlessAborted } from '@tote/chain/lib/unless-aborted';
import type { WebAnswer } from '@tote/conditions/web/web-round';

const LIMITS = {
  connectMs: 5_000,
  headersMs: 10_000,
  wholeMs: 15_000,
  bodyBytes: 256 * 1_024,
};

export type FetchLimits = Readonly<typeof LIMITS>;

const HEADER_BYTES_MAX = 16 * 1_024;
const KEPT_HEADERS = ['content-type', 'date', 'last-modified', 'etag', 'age'] as const;

/** For tests. No setting leads here, so that no mistake opens private addresses. */
export interface FetchOptions {
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  readonly isAllowed?: (address: string) => boolean;
  readonly ca?: string;
  readonly limits?: Partial<FetchLimits>;
}

export async function fetchPage(
  url: string,
  { signal: stopping, ...options }: FetchOptions & { signal?: AbortSignal } = {},
): Promise<WebAnswer> {
  const limits = { ...LIMITS, ...options.limits };
  const timeout = new AbortController();
  const expired = new FetchFailure(`it did not answer in full within ${limits.wholeMs} ms`);
  const timer = setTimeout(() => timeout.abort(expired), limits.wholeMs);
  const signal = stopping ? AbortSignal.any([stopping, timeout.signal]) : timeout.signal;
  const target = new URL(url);
  try {
    const { resolve = resolveHost, isAllowed = isPublicAddress } = options;
    const looked = findAddresses(target.hostname, { resolve, isAllowed });
    const addresses = await unlessAborted(looked, signal);
    return await send(target, { ...options, addresses, limits, signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : toFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

const resolveHost = (host: string) => lookup(host, { all: true });

interface Sending extends FetchOptions {
  readonly addresses: readonly LookupAddress[];
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
}

function send(target: URL, { addresses, limits, signal, ca, isAllowed }: Sending) {
  return new Promise<WebAnswer>((resolve, reject) => {
    const outgoing = request(target, {
      // A new connection without a kept session: its certificate is always sent.
      agent: new Agent({ keepAlive: false, maxCachedSessions: 0 }),
      lookup: pin(addresses),
      servername: target.hostname,
      // Also when NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
      rejectUnauthorized: true,
      maxHeaderSize: HEADER_BYTES_MAX,
      ...{ signal, ca },
      headers: {
        accept: 'application/json, text/plain',
        'accept-encoding': 'identity',
        'user-agent': 'Tote',
      },
    });
    let failure: FetchFailure | undefined;
    const fail = (reason: string) => {
      failure ??= new FetchFailure(reason);
      outgoing.destroy(failure);
    };
    const connecting = setTimeout(() => fail('it does not accept connections'), limits.connectMs);
    const waiting = setTimeout(() => fail('it sends no answer'), limits.headersMs);
    let answer: WebAnswer | undefined;
    outgoing.on('socket', (socket) => {
      socket.on('secureConnect', () => {
        clearTimeout(connecting);
        const { remoteAddress = '' } = socket;
        const isChecked = (isAllowed ?? isPublicAddress)(remoteAddress);
        if (!isChecked) fail('its connection leads to an address that is not public');
      });
    });
    outgoing.on('response', (incoming) => {
      clearTimeout(waiting);
      const refusal = refuseHead(incoming, limits);
      if (refusal !== undefined) fail(refusal);
      else {
        readAnswer(incoming, limits, fail, (read) => {
          answer = read;
        });
      }
    });
    outgoing.on('error', reject);
    // Last, so that data after the end of the answer is an error of it.
    outgoing.on('close', () => {
      clearTimeout(connecting);
      clearTimeout(waiting);
      if (answer && !failure) resolve(answer);
      else reject(failure ?? new FetchFailure('its answer ended too early'));
    });
    outgoing.end();
  });
}

function refuseHead({ headers }: IncomingMessage, { bodyBytes }: FetchLimits): string | undefined {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return 'it compresses its answer, unasked';
  const isTooLong = Number(headers['content-length'] ?? 0) > bodyBytes;
  return isTooLong ? describeTooLong(bodyBytes) : undefined;
}

const describeTooLong = (bodyBytes: number) => `its answer has more than ${bodyBytes} bytes`;

function readAnswer(
  incoming: IncomingMessage,
  { bodyBytes }: FetchLimits,
  fail: (reason: string) => void,
  done: (answer: WebAnswer) => void,
): void {
  const { statusCode: status = 0, headers, socket } = incoming;
  const certificate = (socket as TLSSocket).getPeerX509Certificate()?.fingerprint256;
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bodyBytes) fail(describeTooLong(bodyBytes));
    else chunks.push(chunk);
  });
  incoming.on('end', () => {
    if (!incoming.complete || !certificate) return;
    const kept = KEPT_HEADERS.flatMap((name) => {
      const text = headers[name];
      return text === undefined ? [] : [[name, text] as const];
    });
    done({
      status,
      headers: Object.fromEntries(kept),
      body: Uint8Array.from(Buffer.concat(chunks)),
      certificate: certificate.replaceAll(':', '').toLowerCase(),
    });
  });
}
