// Decides which web pages may use the functions for this machine only: airdrops and the sandbox.
// Any page that a browser shows can send requests to this machine. They name the page in `Origin`.
// A page whose own name was pointed at this machine (DNS rebinding) also has that name in `Host`.
import { isIP } from 'node:net';

export interface PageRefusal {
  readonly header: 'Host' | 'Origin';
  readonly value: string;
}

interface RequestHeaders {
  readonly host?: string;
  readonly origin?: string;
}

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const SHOWN_CHARACTERS_MAX = 255;

export class PageAccess {
  readonly #origins: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #isOnAnyAddress: boolean;

  constructor({ host, origins }: { readonly host: string; readonly origins: readonly string[] }) {
    this.#origins = new Set(origins);
    this.#names = new Set([host.toLowerCase(), ...origins.map(nameIn)]);
    this.#isOnAnyAddress = ANY_ADDRESS.has(host);
  }

  findRefusal({ host, origin }: RequestHeaders): PageRefusal | undefined {
    if (host !== undefined && !this.#isOurs(host)) return refusal('Host', host);
    if (origin === undefined || this.#origins.has(origin)) return undefined;
    const page = parse(origin);
    const isHere = page !== undefined && (isLoopback(page.name) || page.host === hostOf(host));
    return isHere ? undefined : refusal('Origin', origin);
  }

  #isOurs(host: string): boolean {
    const name = parse(`http://${host}`)?.name;
    if (name === undefined) return false;
    if (isLoopback(name) || this.#names.has(name)) return true;
    // A name can be pointed anywhere, an address cannot.
    return this.#isOnAnyAddress && isIP(name) !== 0;
  }
}

export function readOrigin(text: string): string {
  const isOrigin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\\s,]+$/i.test(text) && URL.canParse(text);
  if (!isOrigin) throw new Error(`"${text}" is no origin such as https://app.example`);
  const { origin } = new URL(text);
  // Browsers do not parse origins of other schemes, such as those of extensions.
  return origin === 'null' ? text.toLowerCase() : origin;
}

const refusal = (header: PageRefusal['header'], value: string): PageRefusal => ({
  header,
  value: value.slice(0, SHOWN_CHARACTERS_MAX),
});

const nameIn = (origin: string): string => parse(origin)?.name ?? '';

const hostOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : parse(`http://${header}`)?.host;

/** Undefined for anything but a scheme, a name and a port, such as `null`. */
function parse(origin: string): { name: string; host: string } | undefined {
  const isPlain = /^https?:\/\/[^/?#@\\\s]+$/i.test(origin) && URL.canParse(origin);
  if (!isPlain) return undefined;
  const { hostname, host } = new URL(origin);
  return { name: hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''), host };
}

export function isLoopback(name: string): boolean {
  if (isIP(name) === 0) return name === 'localhost' || name.endsWith('.localhost');
  return name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}
