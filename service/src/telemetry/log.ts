// The logger: JSON on standard error. Standard output is for people.
import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from '../settings/settings.ts';
import type { Redact } from './redact.ts';

/** The interface of the logger. An error is always in the field `error`. */
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

/** How deep causes are shown, should one of them be its own cause. */
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
