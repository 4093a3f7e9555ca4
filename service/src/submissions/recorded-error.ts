// The error of a submission or a bet as the journal stores it: `{code, params}` in JSON.
import { DomainError, type ErrorCode, type ErrorParam } from '@tote/domain';
import type { RecordedError } from '../use-cases/use-cases.ts';

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

/** For replying with the same error to a repeated request. */
export function toDomainError({ code, params }: RecordedError): DomainError {
  type AnyError = new (
    code: ErrorCode,
    params: Readonly<Record<string, ErrorParam>>,
  ) => DomainError;
  return new (DomainError as AnyError)(code as ErrorCode, params);
}
