// Posts small messages to addresses that users chose. Everything at the other end may be hostile:
// each connection looks the name up again and checks it, nothing is followed, and of the answer
// only the status is kept. Connections are kept between messages.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import {
  type AddressCheck,
  checkedLookup,
  FetchFailure,
  findAddresses,
  toFailure,
} from '@tote/chain/lib/checked-address';
import { isPublicAddress } from '@tote/chain/lib/public-address';
import { LRUCache } from 'lru-cache';

const WHOLE_MS_MAX = 15_000;
const ANSWER_BYTES_MAX = 64 * 1_024;
const HEADER_BYTES_MAX = 16 * 1_024;
const KEPT_MS = 10_000;
const TARGETS_KEPT = 1_000;
const LOOK_UP = { timeout: 2_000, tries: 2 };

export interface PosterOptions {
  readonly networks: readonly string[];
  /** For tests: names and certificates of this machine, and less patience. */
  readonly resolve?: AddressCheck['resolve'];
  readonly ca?: string;
  readonly wholeMsMax?: number;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Posted {
  readonly afterMs: number;
  readonly tookMs: number;
  readonly status: number | null;
  readonly failure: string | null;
}

export const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300;

/** After this, the next message of a list is left: it was signed with the time of the first. */
const LIST_MS_MAX = 1_000;

type Protocol = 'http:' | 'https:';

interface Target {
  readonly protocol: Protocol;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
}

export class MessagePoster {
  readonly #options: PosterOptions;
  readonly #networks: BlockList;
  readonly #checks: Readonly<Record<Protocol, AddressCheck>>;
  readonly #agents: Readonly<Record<Protocol, HttpAgent>>;
  readonly #targets = new LRUCache<string, Target>({ max: TARGETS_KEPT });

  constructor(options: PosterOptions) {
    this.#options = options;
    this.#networks = listOf(options.networks);
    const { resolve = resolveByDns, ca } = options;
    this.#checks = {
      // Without TLS only where the operator vouches for the network.
      'http:': { resolve, isAllowed: (address) => this.#isNamed(address) },
      'https:': { resolve, isAllowed: (address) => this.#isAllowed(address) },
    };
    const kept = { keepAlive: true, timeout: KEPT_MS, maxFreeSockets: 100 };
    this.#agents = {
      'http:': new HttpAgent({ ...kept, lookup: checkedLookup(this.#checks['http:']) }),
      'https:': new HttpsAgent({
        ...{ ...kept, ca, lookup: checkedLookup(this.#checks['https:']) },
        // Also when NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
        rejectUnauthorized: true,
      }),
    };
  }

  async check(url: string): Promise<void> {
    const target = new URL(url);
    const check = this.#checkOf(target);
    try {
      await findAddresses(hostOf(target), check);
    } catch (error) {
      throw toFailure(error);
    }
  }

  /**
   * One after the other, until one is not taken, it takes long, or the signal aborts. Returns what
   * became of those that were sent, without one that was stopped. Never throws.
   */
  async postAll(messages: readonly Message[], signal: AbortSignal): Promise<readonly Posted[]> {
    const startedAt = performance.now();
    const all: Posted[] = [];
    for (const message of messages) {
      const afterMs = Math.round(performance.now() - startedAt);
      if (signal.aborted || afterMs > LIST_MS_MAX) break;
      const posted = await this.#postOne(message, signal);
      if (posted) all.push({ afterMs, ...posted });
      if (!posted || !isTaken(posted.status)) break;
    }
    return all;
  }

  async #postOne(message: Message, signal: AbortSignal) {
    const startedAt = performance.now();
    const posted = (status: number | null, failure: string | null) => ({
      ...{ tookMs: Math.round(performance.now() - startedAt), status, failure },
    });
    try {
      return posted(await this.post(message, signal), null);
    } catch (error) {
      if (signal.aborted) return undefined;
      return posted(null, describeFailure(error));
    }
  }

  async post(message: Message, signal: AbortSignal): Promise<number> {
    try {
      return await this.#send(this.#findTarget(message.url), message, signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : toFailure(error);
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** Once more if the connection was kept, and ended at the other side meanwhile. */
  async #send(target: Target, message: Message, signal: AbortSignal): Promise<number> {
    try {
      return await this.#sendOnce(target, message, signal);
    } catch (error) {
      if (!(error instanceof KeptConnectionEnded)) throw error;
      return this.#sendOnce(target, message, signal);
    }
  }

  #sendOnce(target: Target, { headers, body }: Message, signal: AbortSignal): Promise<number> {
    const { wholeMsMax = WHOLE_MS_MAX } = this.#options;
    const { protocol } = target;
    return new Promise<number>((resolve, reject) => {
      const outgoing = (protocol === 'https:' ? httpsRequest : httpRequest)({
        ...{ ...target, method: 'POST', agent: this.#agents[protocol] },
        maxHeaderSize: HEADER_BYTES_MAX,
        headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Tote' },
      });
      let failure: Error | undefined;
      const fail = (reason: Error) => {
        failure ??= reason;
        outgoing.destroy();
      };
      const late = () => new FetchFailure(`it did not answer in full within ${wholeMsMax} ms`);
      const timer = setTimeout(() => fail(late()), wholeMsMax);
      const stop = () => fail(new Error('stopped'));
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      let status: number | undefined;
      outgoing.on('socket', (socket) => {
        // One that was kept has been checked.
        if (!socket.connecting) return;
        socket.once('connect', () => {
          if (this.#checks[protocol].isAllowed(socket.remoteAddress ?? '')) return;
          fail(new FetchFailure('its connection leads to an address that is not public'));
        });
      });
      outgoing.on('response', (incoming) => {
        drain(incoming, fail, () => {
          status = incoming.statusCode;
        });
      });
      outgoing.on('error', (error) => {
        const isKept = outgoing.reusedSocket && isEnded(error);
        failure ??= isKept ? new KeptConnectionEnded() : error;
      });
      outgoing.on('close', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        if (status !== undefined && !failure) resolve(status);
        else reject(failure ?? new FetchFailure('its answer ended too early'));
      });
      outgoing.end(body);
    });
  }

  #findTarget(url: string): Target {
    const known = this.#targets.get(url);
    if (known) return known;
    const parsed = new URL(url);
    const { isAllowed } = this.#checkOf(parsed);
    const hostname = hostOf(parsed);
    // Node looks no name up for an address.
    const isRefused = isIP(hostname) !== 0 && !isAllowed(hostname);
    if (isRefused) throw new FetchFailure('its address is not public');
    const { protocol, port, pathname, search } = parsed;
    const place = { hostname, port, path: `${pathname}${search}` };
    const target = { protocol: protocol as Protocol, ...place };
    this.#targets.set(url, target);
    return target;
  }

  #checkOf(target: URL): AddressCheck {
    const check = this.#checks[target.protocol as Protocol];
    if (!check) throw new FetchFailure('it begins neither with https:// nor with http://');
    return check;
  }

  #isAllowed(address: string): boolean {
    return isPublicAddress(address) || this.#isNamed(address);
  }

  #isNamed(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.#networks.check(address, version === 4 ? 'ipv4' : 'ipv6');
  }
}

export const describeFailure = (error: unknown) =>
  error instanceof FetchFailure ? error.message : 'it could not be sent';

class KeptConnectionEnded extends Error {}

const isEnded = (error: Error) =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Reads the answer to its end, so that the connection can be used again. */
function drain(incoming: IncomingMessage, fail: (reason: Error) => void, done: () => void): void {
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    const isTooLong = bytes > ANSWER_BYTES_MAX;
    if (isTooLong) fail(new FetchFailure(`its answer has more than ${ANSWER_BYTES_MAX} bytes`));
  });
  incoming.on('end', () => {
    if (incoming.complete) done();
  });
  // The request reports it.
  incoming.on('error', () => undefined);
}

/** `[::1]` is `::1`. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Not by the operating system, whose few threads a name server that hangs would block. */
async function resolveByDns(host: string): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const resolver = new Resolver(LOOK_UP);
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  const toAddresses = (found: typeof ipv4, version: number) =>
    found.status === 'fulfilled'
      ? found.value.map((address) => ({ address, family: version }))
      : [];
  return [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)];
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const type = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(prefix), type);
  }
  return list;
}
