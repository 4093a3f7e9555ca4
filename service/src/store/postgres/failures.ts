// What PostgreSQL's failures mean for a caller.
import { DomainError, type ErrorCode } from '@tote/domain';

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');

/** Another transaction was in the way: done anew, this one may well succeed. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

const NETWORK = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET)/;
/**
 * Classes and codes: connection exceptions, shutting down or starting, no resources left, taken too
 * long, idle too long.
 */
const UNAVAILABLE = /^(08...|57P0.|53...|57014|55P03|25P03)$/;
/** What `pg` says itself, without a code. */
const CLIENT = /Connection terminated|timeout exceeded|timeout expired|read timeout|not queryable/;

export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return NETWORK.test(code) || UNAVAILABLE.test(code);
  return error instanceof Error && CLIENT.test(error.message);
}

/** The server answered a commit, and said no. After anything else nobody knows. */
export function isCommitRefused(error: unknown): boolean {
  return /^(40|23)...$/.test(codeOf(error));
}

export function toStoreError(error: unknown): unknown {
  return isUnavailable(error) ? withCause('database_unavailable', error) : error;
}

/** Not `database_unavailable`, which promises that nothing was changed. */
export class CommitUnknown extends Error {
  readonly failure = withCause('internal_error', this);
}

function withCause(code: 'database_unavailable' | 'internal_error', cause: unknown) {
  const error: DomainError<ErrorCode> = new DomainError(code);
  error.cause = cause;
  return error;
}
