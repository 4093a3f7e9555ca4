import { DomainError } from '@tote/domain';

/** Primary result codes of a disk that does not take or give data. */
const FULL = 13;
const IO_ERROR = 10;
const CANNOT_OPEN = 14;
const BUSY = 5;
const OUT_OF_MEMORY = 7;
const UNAVAILABLE = new Set([FULL, IO_ERROR, CANNOT_OPEN, BUSY, OUT_OF_MEMORY]);

/** What the disk refuses can be tried again later, and says so; mistakes stay what they are. */
export function toStoreError(error: unknown): unknown {
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined || !UNAVAILABLE.has(code & 0xff)) return error;
  const unavailable = new DomainError('database_unavailable');
  unavailable.cause = error;
  return unavailable;
}
