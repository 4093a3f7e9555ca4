// The logger: JSON on standard error. Standard output is for people.
import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';
import type { Redact } from './redact.ts';

/** The interface of the logger. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Fields that may hold a secret, at up to three levels of an object. */
const SECRETS = [
  'authorization',
  'x-signature',
  'secretKey',
  'secret',
  'apiKey',
  'key',
  'databaseUrl',
  'password',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`].map(quoted));

function quoted(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return name.includes('-')
    ? path.replace(`.${name}`, `["${name}"]`).replace(/^x-.*/, `["${name}"]`)
    : path;
}

export function createLog(
  level: LogLevel,
  redact: Redact,
  destination: DestinationStream = pino.destination(2),
): Log {
  const fields = { paths: SECRETS, censor: '[secret]' };
  return pino({ level, redact: fields, hooks: { streamWrite: redact } }, destination);
}
