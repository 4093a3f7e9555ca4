// Where log lines go: JSON on standard error, so that standard output stays for people.
import { pino } from 'pino';
import type { LogLevel } from '../config/config.ts';

/** What modules need of a logger. The fields come first, the sentence second. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Fields that can hold a secret, wherever they turn up. */
const SECRETS = [
  'authorization',
  'x-signature',
  'secretKey',
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
