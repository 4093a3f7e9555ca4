// The error of a submission or a bet as the journal stores it: `{code, params}` in JSON.
import { DomainError, ERRORS, type ErrorCode } from '@tote/domain';
import type { RecordedError } from './records.ts';

export function toRecordedError({ code, params }: DomainError): RecordedError {
  const plain = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? value.toString() : value,
  ]);
  return { code, params: Object.fromEntries(plain) };
}

export function formatRecordedError(error: DomainError): string {
  return JSON.stringify(toRecordedError(error));
}

export function readRecordedError(text: string | null): RecordedError {
  if (text === null) return { code: 'internal_error', params: {} };
  const { code = 'internal_error', params = {} } = JSON.parse(text) as Partial<RecordedError>;
  return { code, params };
}

/** A stored error as an exception. The log has the reason of an internal one at its transaction. */
export function toDomainError({ code, params }: RecordedError, transactionId: string): DomainError {
  // The params were checked against the message when the error was first created.
  const construct = DomainError as new (code: ErrorCode, params: object) => DomainError;
  const isKnown = Object.hasOwn(ERRORS, code);
  const error = isKnown
    ? new construct(code as ErrorCode, params)
    : new DomainError('internal_error');
  return Object.assign(error, { cause: `transaction ${transactionId}` });
}
