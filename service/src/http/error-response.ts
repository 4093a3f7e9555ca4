// Error responses: the body is always {"error": string}, and X-Error-Code has the code.
import { DomainError, ERRORS, type ErrorCode, LIMITS, renderMessage } from '@tote/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordedError } from '../submissions/records.ts';
import type { Log } from '../telemetry/log.ts';
import { JSON_TYPE } from './response-headers.ts';

const RETRY_AFTER_SECONDS = 1;

const FRAMEWORK_ERRORS: Readonly<Record<string, () => DomainError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new DomainError('body_too_large', { max: LIMITS.bodyBytesMax }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new DomainError('content_type_unsupported'),
  FST_ERR_CTP_INVALID_TYPE: () => new DomainError('content_type_unsupported'),
  FST_ERR_CTP_EMPTY_TYPE: () => new DomainError('content_type_unsupported'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new DomainError('request_malformed'),
  FST_ERR_BAD_URL: () => new DomainError('path_malformed'),
  FST_ERR_MAX_PARAM_LENGTH: () => new DomainError('route_not_found'),
  FST_ERR_NOT_FOUND: () => new DomainError('route_not_found'),
};

export function toRefusal(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known) return known();
  if (statusCode === 404 || statusCode === 403) return new DomainError('route_not_found');
  const isClientsFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return isClientsFault ? new DomainError('request_malformed') : undefined;
}

export function createErrorHandler(log: Log, refuse = sendRefusal) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toRefusal(error) ?? new DomainError('internal_error');
    if (refusal.code === 'internal_error') {
      const route = request.routeOptions.url ?? '';
      log.error({ requestId: request.id, route, error }, 'a request failed');
    }
    refuse(reply, refusal);
  };
}

export function sendRefusal(reply: FastifyReply, refusal: DomainError): void {
  reply.code(refusal.status).headers(refusalHeaders(refusal)).send(refusalBody(refusal));
}

export function refusalBody(refusal: DomainError): string {
  return JSON.stringify({ error: refusal.message });
}

export function refusalHeaders(refusal: DomainError): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': JSON_TYPE,
    'x-error-code': refusal.code,
  };
  const { status, code, params } = refusal;
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="tote"';
  if (status === 426) headers.upgrade = 'websocket';
  if (code === 'method_not_allowed') headers.allow = String(params.allowed);
  if (status === 429 || status === 503 || code === 'idempotency_key_busy') {
    headers['retry-after'] = String(params.seconds ?? RETRY_AFTER_SECONDS);
  }
  return headers;
}

export function renderRecordedError({ code, params }: RecordedError): string {
  return renderMessage(
    Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'internal_error',
    params,
  );
}
