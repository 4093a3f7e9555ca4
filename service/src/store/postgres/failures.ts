// Maps errors of PostgreSQL and `pg` to errors of the API.
import { DomainError, type ErrorCode } from '@tote/domain';

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');

/** A serialization failure or a deadlock: a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

const NETWORK = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET)/;
/**
 * Classes and codes: connection exceptions, shutdown or startup, no resources left, timeouts of
 * statements, locks and idle transactions.
 */
const UNAVAILABLE = /^(08...|57P0.|53...|57014|55P03|25P03)$/;
/** Errors of `pg` itself, which have no code. */
const CLIENT = /Connection terminated|timeout exceeded|timeout expired|read timeout|not queryable/;

export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return NETWORK.test(code) || UNAVAILABLE.test(code);
  return error instanceof Error && CLIENT.test(error.message);
}

/** The server refused the commit. After any other error the result is unknown. */
export function isCommitRefused(error: unknown): boolean {
  return /^(40|23)...$/.test(codeOf(error));
}

export function toStoreError(error: unknown): unknown {
  return isUnavailable(error) ? withCause('database_unavailable', error) : error;
}

/** Not reported as `database_unavailable`, which promises that nothing was changed. */
export class CommitUnknown extends Error {
  readonly failure = withCause('result_unknown', this);
}

function withCause(code: 'database_unavailable' | 'result_unknown', cause: unknown) {
  const error: DomainError<ErrorCode> = new DomainError(code);
  error.cause = cause;
  return error;
}
