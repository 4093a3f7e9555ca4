// The logger: JSON on standard error. Standard output is for people.
import { pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';

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

export function createLog(level: LogLevel): Log {
  return pino({ level, redact: { paths: SECRETS, censor: '[secret]' } }, pino.destination(2));
}
