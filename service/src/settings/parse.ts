import { isIP } from 'node:net';
import { type Address, isAddress } from '@solana/kit';
import { readPlainDecimal } from '@tote/domain';

const PROXIES_MAX = 10;

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new Error(`"${text}" is not a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

export const lamports = (text: string): bigint => BigInt(wholeNumber(0, 1e15)(text));

export function accountAddress(text: string): Address {
  if (!isAddress(text)) throw new Error(`"${text}" is not the address of an account`);
  return text;
}

export function flag(text: string): boolean {
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['0', 'false', 'no', 'off'].includes(text)) return false;
  throw new Error(`"${text}" is neither 1 nor 0`);
}

export function trustedProxies(text: string): number | readonly string[] {
  if (/^\d+$/.test(text)) return wholeNumber(0, PROXIES_MAX)(text);
  return networks(text);
}

const HEADER_NAME = /^[A-Za-z0-9-]{1,100}$/;

export function headerName(text: string): string {
  if (!HEADER_NAME.test(text)) throw new Error(`"${text}" is not the name of a header`);
  return text.toLowerCase();
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Separated by commas. */
export const listOf =
  <T>(parse: (text: string) => T) =>
  (text: string): readonly T[] =>
    text.split(',').map((one) => parse(one.trim()));

/** Also refuses other names of a country, such as UK: proxies send GB. */
export const countryCodes = listOf((text) => {
  const code = text.toUpperCase();
  const locale = `und-${code}`;
  const isCode = /^[A-Z]{2}$/.test(code) && REGIONS.of(code) !== undefined;
  if (isCode && Intl.getCanonicalLocales(locale)[0] === locale) return code;
  throw new Error(`"${text}" is not a country code of ISO 3166, such as GB`);
});

export const networks = listOf((text) => {
  if (isNetwork(text)) return text;
  throw new Error(`"${text}" is no network such as 10.0.0.0/8`);
});

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Zero means no limit is set: never buy. */
export function limit(text: string): string | undefined {
  if (text.length > 40 || !readPlainDecimal(text)) throw new Error(`"${text}" is no decimal`);
  return /[1-9]/.test(text) ? text : undefined;
}

export function oneOf<T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((each) => each === text);
    if (!value) throw new Error(`"${text}" is none of ${values.join(', ')}`);
    return value;
  };
}

export const httpOrigin = (text: string) => new URL(url(text, ['http:', 'https:'])).origin;

export const httpUrls = listOf((text) => url(text, ['http:', 'https:']));

export function explorer(text: string): string {
  const filled = text.replace('{kind}', 'tx').replace('{id}', '1');
  if (!/\{kind\}.*\{id\}/.test(text)) throw new Error('it must have {kind} and {id}');
  url(filled, ['http:', 'https:']);
  return text;
}

/** The error does not repeat the text, which may contain a password. */
export function url(text: string, protocols: readonly string[]): string {
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Error(`not an address that begins with ${protocols.join(' or ')}`);
  }
  return text;
}

/** Empty ones are left out. */
export const readWebSources = (text: string) =>
  listOf((one) => (one === '' ? [] : readPrefix(one)))(text).flat();

function readPrefix(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && url.username + url.password === '';
  if (!url || !isPlain || /[?#]/.test(text)) {
    throw new Error(`"${text}" is not like https://host/path, without user, ? and #`);
  }
  const { hostname } = url;
  if (hostname.startsWith('[') || isIP(hostname) !== 0 || !hostname.includes('.')) {
    throw new Error(`"${text}" has no full host name; markets cannot name an IP address`);
  }
  return url.href;
}
