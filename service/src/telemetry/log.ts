// The logger: JSON on standard error. Standard output is for people.
import { type DestinationStream, pino } from 'pino';
import type { Settings } from '../settings/read-settings.ts';
import type { LogLevel } from '../settings/settings.ts';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Fields that may hold a secret, at up to three levels of an object. */
const SECRETS = [
  'authorization',
  'x-api-key',
  'x-signature',
  'secretKey',
  'secret',
  'apiKey',
  'key',
  'databaseUrl',
  'password',
].flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

const CAUSES_MAX = 5;

/** Without fields of its own: those of a database's error hold values of rows. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { name: type, message, stack, cause, code } = error as NodeJS.ErrnoException;
  const errors = error instanceof AggregateError ? error.errors : undefined;
  const below = (one: unknown) => describeError(one, depth + 1);
  return {
    ...{ type, message, code, stack },
    ...(cause !== undefined && depth < CAUSES_MAX && { cause: below(cause) }),
    ...(errors && depth < CAUSES_MAX && { errors: errors.map(below) }),
  };
}

export function createLog(
  level: LogLevel,
  redact: Redact,
  destination: DestinationStream = pino.destination(2),
): Log {
  const fields = { paths: SECRETS, censor: '[secret]' };
  const serializers = { error: (error: unknown) => describeError(error) };
  return pino({ level, redact: fields, serializers, hooks: { streamWrite: redact } }, destination);
}

// Removes the secrets in addresses of the settings from what is printed and logged: user, password,
// query, and path, which is where providers of nodes put their keys.

export type Redact = (text: string) => string;

type SecretSettings = Pick<
  Settings,
  'rpcUrls' | 'sendUrls' | 'rpcWebSocketUrl' | 'databaseUrl' | 'hermesUrls' | 'hermesKey'
>;

/** Shorter parts of an address are words like `v2`: they are removed with the whole address. */
const SECRET_CHARACTERS_MIN = 8;
const PASSWORD_CHARACTERS_MIN = 4;

/** `others`: arguments of a command, which may be addresses, too. */
export function createRedact(settings: SecretSettings, others: readonly string[] = []): Redact {
  const { rpcUrls, sendUrls, rpcWebSocketUrl, databaseUrl, hermesUrls, hermesKey } = settings;
  const urls = [...rpcUrls, ...sendUrls, ...hermesUrls, ...others, rpcWebSocketUrl, databaseUrl];
  const secrets = new Map<string, string>(hermesKey ? [[hermesKey, '[secret]']] : []);
  for (const url of urls) {
    if (url?.includes('://') && URL.canParse(url)) addSecrets(secrets, url);
  }
  // The longest first: an address contains its parts.
  const found = [...secrets].sort(([a], [b]) => b.length - a.length);
  return (text) => found.reduce((rest, [secret, shown]) => rest.replaceAll(secret, shown), text);
}

function addSecrets(secrets: Map<string, string>, url: string): void {
  const parsed = new URL(url);
  const { protocol, host, username, password, pathname, searchParams } = parsed;
  const isPlain = `${protocol}//${host}` === url.replace(/\/$/, '');
  if (!isPlain) for (const form of [url, parsed.href]) secrets.set(form, `${protocol}//${host}/…`);
  const long = [...pathname.split('/'), ...searchParams.values(), password ? '' : username];
  const parts = [
    ...long.filter(({ length }) => length >= SECRET_CHARACTERS_MIN),
    ...[password].filter(({ length }) => length >= PASSWORD_CHARACTERS_MIN),
  ];
  for (const part of parts) {
    for (const form of [part, decode(part)]) secrets.set(form, '[secret]');
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
