// Maps SQLite's result codes to errors of the API.
import { DomainError } from '@tote/domain';

/** Primary result codes that may go away by themselves, such as a full disk. */
const FULL = 13;
const IO_ERROR = 10;
const CANNOT_OPEN = 14;
const BUSY = 5;
const OUT_OF_MEMORY = 7;
const UNAVAILABLE = new Set([FULL, IO_ERROR, CANNOT_OPEN, BUSY, OUT_OF_MEMORY]);

/** A client may retry `database_unavailable`. Other errors are bugs and stay as they are. */
export function toStoreError(error: unknown): unknown {
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined || !UNAVAILABLE.has(code & 0xff)) return error;
  const unavailable = new DomainError('database_unavailable');
  unavailable.cause = error;
  return unavailable;
}
