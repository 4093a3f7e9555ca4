import type { ErrorTable } from './error-table.ts';

/** Errors of the HTTP layer and of the service itself, for any request. */
export const SERVICE_ERRORS = {
  oembed_url_unknown: {
    status: 404,
    message: 'The url is not the address of a market of this service.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not allow {method}. Use {allowed}.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time. Send it again.',
  },
  body_too_large: {
    status: 413,
    message: 'The body is larger than {max} bytes. Send a smaller one.',
  },
  uri_too_long: {
    status: 414,
    message: 'The URL is longer than {max} characters. Send a shorter one.',
  },
  content_type_unsupported: {
    status: 415,
    message: 'The body must be JSON: send Content-Type: application/json, uncompressed.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests. Wait {seconds} s and try again.',
  },
  streams_too_many: {
    status: 429,
    message: 'This wallet or address already has {max} open streams. Close one first.',
  },
  headers_too_large: {
    status: 431,
    message: 'The headers are larger than {max} bytes. Send fewer or shorter ones.',
  },
  // For bugs and unexpected failures. The message does not reveal the cause.
  internal_error: {
    status: 500,
    message: 'Internal error. Repeat the request with the same Idempotency-Key.',
  },
  oembed_format_unsupported: {
    status: 501,
    message: 'Only format=json is supported.',
  },
  service_overloaded: {
    status: 503,
    message: 'The service is busy. Wait {seconds} s and try again.',
  },
  webhooks_full: {
    status: 503,
    message: 'All {max} webhooks of this service are in use. Use GET /v1/events, or try later.',
  },
  service_stopping: {
    status: 503,
    message: 'The service is starting or stopping. Try again shortly.',
  },
  chain_unavailable: {
    status: 503,
    message: 'The chain does not answer. Nothing was sent; try again shortly.',
  },
  chain_stalled: {
    status: 503,
    message: "The chain's clock has stopped. Nothing was sent; try again shortly.",
  },
  chain_replaced: {
    status: 503,
    message: 'The chain is not the one that the service knows. Its operator must restore it.',
  },
  relayer_out_of_funds: {
    status: 503,
    message: 'The service has no SOL left to pay for transactions. Its operator must fund it.',
  },
  database_unavailable: {
    status: 503,
    message: 'The database does not answer. Nothing was changed; try again shortly.',
  },
  // The reply to a commit was lost.
  result_unknown: {
    status: 503,
    message:
      'The database did not confirm the request, so its result is unknown. Repeat it with the ' +
      'same Idempotency-Key; without one, first check whether it took effect.',
  },
  condition_unreadable: {
    status: 503,
    message: 'The condition cannot be checked now: {reason}. Try again shortly.',
  },
  operator_disabled: {
    status: 503,
    message: 'The operator is disabled. The admin must name another: tote config announce.',
  },
  oracle_disabled: {
    status: 503,
    message: 'The oracle is disabled: its markets are refunded. Use one that a fact decides.',
  },
  terms_changed: {
    status: 503,
    message: 'The terms of new markets just changed. Read GET /v1/config and send it again.',
  },
  statement_incomplete: {
    status: 503,
    message:
      'Your first deposits are not recorded yet, so there is no statement. The operator must run ' +
      'npm run rebuild once.',
  },
  reserves_unsettled: {
    status: 503,
    message:
      'Deposits and withdrawals came too fast to read the reserves. Try again in a few seconds.',
  },
  market_halted: {
    status: 503,
    message: 'The market is halted while its records are checked. Try again later.',
  },
} as const satisfies ErrorTable;
