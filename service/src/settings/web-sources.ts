// The addresses that markets may take values from: hosts with the beginning of a path.
import { isIP } from 'node:net';

/** From `TOTE_WEB_SOURCES`. Each is the beginning of allowed addresses, in normal form. */
export function readWebSources(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(readPrefix);
}

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
