import { ERRORS, type ErrorCode } from '@tote/domain';
import { credentialOf, type Operation } from '../route.ts';

const ANY_REQUEST: readonly ErrorCode[] = [
  'request_malformed',
  'path_malformed',
  'query_parameter_unknown',
  'query_parameter_duplicated',
  'request_timeout',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_overloaded',
  'service_stopping',
  'database_unavailable',
  'result_unknown',
];
const WITH_CREDENTIAL: readonly ErrorCode[] = [
  'credential_invalid',
  'signature_expired',
  'nonce_reused',
  'wallet_mismatch',
];
const WITH_BODY: readonly ErrorCode[] = [
  'body_malformed',
  'body_not_object',
  'body_too_deep',
  'field_missing',
  'field_invalid',
  'field_unknown',
  'field_duplicated',
  'idempotency_key_malformed',
  'body_too_large',
  'content_type_unsupported',
];
const WITH_IDEMPOTENCY_KEY: readonly ErrorCode[] = [
  'idempotency_key_reused',
  'idempotency_key_busy',
];

/** The error responses of an operation by status, with every code and its message. */
export function describeErrors(operation: Operation): Record<string, object> {
  const { errors = [] } = operation;
  const credential = credentialOf(operation);
  const codes = new Set<ErrorCode>([
    ...ANY_REQUEST,
    ...errors,
    ...(credential === 'none' ? [] : WITH_CREDENTIAL),
    ...(credential === 'required' ? (['credential_missing', 'not_allowed'] as const) : []),
    ...(operation.body ? WITH_BODY : []),
    ...(operation.body && credential !== 'none' && !operation.actsAgain
      ? WITH_IDEMPOTENCY_KEY
      : []),
  ]);
  const byStatus: Record<string, string[]> = {};
  for (const code of codes) {
    const { status, message } = ERRORS[code];
    byStatus[status] = [...(byStatus[status] ?? []), `- \`${code}\`: ${message}`];
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => [status, refusal(lines.join('\n'))]),
  );
}

function refusal(description: string): object {
  return {
    description,
    headers: { 'X-Error-Code': { schema: { type: 'string' }, description: 'A stable code.' } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}
