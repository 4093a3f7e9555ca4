import type { ErrorCode } from '@tote/domain';

/** What the SDK finds itself. All other codes are those of the service, as in `X-Error-Code`. */
export type ClientErrorCode =
  /** No connection, or it ended before the answer began. */
  | 'network_failed'
  /** No whole answer within `timeoutMs`. */
  | 'timed_out'
  /** The caller's `signal` was aborted. */
  | 'aborted'
  /** The answer is not JSON, for instance the page of a proxy. */
  | 'answer_not_json'
  /** The answer ends too early. */
  | 'answer_incomplete'
  /** The answer lacks a field, or has another type than the document says. */
  | 'answer_changed'
  /** The server sent the request elsewhere. It is not followed: it carries a credential. */
  | 'answer_redirected'
  /** The service is on another chain than expected, or than before. */
  | 'other_chain'
  /** The service calls itself by another name than its url, so nothing is signed for it. */
  | 'other_service'
  /** An argument of the call is wrong. Nothing was sent. */
  | 'input_invalid'
  /** The call needs a signer, or a credential, that `createTote` was not given. */
  | 'signer_missing'
  /** The wallet refused to sign, or answered something else than a signature. */
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
  /** Of the HTTP answer; undefined if there was none. */
  declare readonly status: number | undefined;
  /** Seconds after which the service expects the request again. */
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

/** Why a request failed, without anything that was in it. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return (cause as Error | undefined)?.message || message;
}
