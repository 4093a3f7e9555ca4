import type { ErrorCode } from '@tote/domain';

/** The SDK's own codes. All others are the service's, as in `X-Error-Code`. */
export type ClientErrorCode =
  /** No connection, or it ended before the answer began. */
  | 'network_failed'
  /** No complete answer within `timeoutMs`. */
  | 'timed_out'
  /** The caller's `signal` was aborted. */
  | 'aborted'
  /** The answer is not JSON, for instance the page of a proxy. */
  | 'answer_not_json'
  /** The answer ends too early. */
  | 'answer_incomplete'
  /** The answer lacks a field, or differs from the OpenAPI document. */
  | 'answer_changed'
  /** The server redirected. Redirects are not followed, because requests carry credentials. */
  | 'answer_redirected'
  /** The service is on a different chain than expected or than before. */
  | 'other_chain'
  /** The service's name does not match its url, so nothing is signed for it. */
  | 'other_service'
  /** An argument of the call is wrong. Nothing was sent. */
  | 'input_invalid'
  /** The call needs a signer, or a credential, that `createTote` was not given. */
  | 'signer_missing'
  /** The wallet refused to sign, or did not return a signature. */
  | 'signing_failed'
  /** The prepared transaction is not what was asked for. It was not signed. */
  | 'transaction_unexpected';

export type ToteErrorCode = ErrorCode | ClientErrorCode;

interface ErrorDetails {
  readonly status?: number;
  readonly retryAfter?: number;
  readonly requestId?: string;
  readonly cause?: unknown;
}

export class ToteError extends Error {
  override readonly name = 'ToteError';
  readonly code: ToteErrorCode;
  /** The HTTP status; undefined if there was no answer. */
  declare readonly status: number | undefined;
  /** Seconds after which to send the request again. */
  declare readonly retryAfter: number | undefined;
  /** Finds the request in the log of the service. */
  declare readonly requestId: string | undefined;

  constructor(code: ToteErrorCode, message: string, details?: ErrorDetails) {
    super(message);
    this.code = code;
    Object.assign(this, details);
  }
}

export function refuseInput(message: string): ToteError {
  return new ToteError('input_invalid', message);
}

/** Why a request failed, without any of its content. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return (cause as Error | undefined)?.message || message;
}
