import type { RecordedError } from '../use-cases/use-cases.ts';

/** `{code, params}` as the journal keeps it. */
export function readRecordedError(text: string | null): RecordedError {
  if (text === null) return { code: 'internal_error', params: {} };
  const { code, params = {} } = JSON.parse(text) as Partial<RecordedError>;
  return { code: code ?? 'internal_error', params };
}
