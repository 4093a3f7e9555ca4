import { withStatus } from './error-table.ts';

/** Errors of the HTTP layer and of the service itself, for any request. */
export const SERVICE_ERRORS = {
  ...withStatus(404, {
    oembed_url_unknown:
      'The url is not the address of a market of this service. Send that of its page, /m/<id>.',
  }),
  ...withStatus(405, {
    method_not_allowed: 'This path does not allow {method}. Use {allowed}.',
  }),
  ...withStatus(408, {
    request_timeout: 'The request did not arrive in time. Send it again.',
  }),
  ...withStatus(413, {
    body_too_large: 'The body is larger than {max} bytes. Send a smaller one.',
  }),
  ...withStatus(414, {
    uri_too_long: 'The URL is longer than {max} characters. Send a shorter one.',
  }),
  ...withStatus(415, {
    content_type_unsupported:
      'The body must be JSON: send Content-Type: application/json, uncompressed.',
  }),
  ...withStatus(426, {
    websocket_required:
      'This path takes only WebSocket connections: use ws:// or wss://, or read GET /v1/events.',
  }),
  ...withStatus(429, {
    rate_limited: 'Too many requests. Wait {seconds} s and try again.',
    sandbox_wallets_too_many:
      'All {max} sandbox wallets of {whose} for today are made. Use one, or wait {seconds} s.',
    streams_too_many: 'This wallet or address already has {max} open streams. Close one first.',
  }),
  ...withStatus(431, {
    headers_too_large: 'The headers are larger than {max} bytes. Send fewer or shorter ones.',
  }),
  ...withStatus(451, {
    country_blocked:
      'Bets and new markets are not offered in {country}. Reads and withdrawals work everywhere.',
  }),
  ...withStatus(500, {
    // For bugs and unexpected failures. The message does not reveal the cause.
    internal_error: 'Internal error. Repeat the request with the same Idempotency-Key.',
  }),
  ...withStatus(501, {
    oembed_format_unsupported: 'Only format=json is supported.',
  }),
  ...withStatus(503, {
    service_overloaded: 'The service is busy. Wait {seconds} s and try again.',
    webhooks_full:
      'All {max} webhooks of this service are in use. Use GET /v1/events, or try later.',
    service_stopping: 'The service is starting or stopping. Try again shortly.',
    chain_unavailable: 'The chain does not answer. Nothing was sent; try again shortly.',
    chain_stalled: "The chain's clock has stopped. Nothing was sent; try again shortly.",
    chain_replaced:
      'The chain is not the one that the service knows. Its operator must restore it.',
    relayer_out_of_funds:
      'The service has no SOL left to pay for transactions. Its operator must fund it.',
    database_unavailable: 'The database does not answer. Nothing was changed; try again shortly.',
    // The reply to a commit was lost.
    result_unknown:
      'The database did not confirm the request, so its result is unknown. Repeat it with the ' +
      'same Idempotency-Key; without one, first check whether it took effect.',
    condition_unreadable: 'The condition cannot be checked now: {reason}. Try again shortly.',
    operator_disabled:
      'The operator is disabled. The admin must name another: tote config announce.',
    oracle_disabled:
      'The oracle is disabled: its markets are refunded. Use one that a fact decides.',
    terms_changed: 'The terms of new markets just changed. Read GET /v1/config and send it again.',
    reserves_unsettled:
      'Deposits and withdrawals came too fast to read the reserves. Try again in a few seconds.',
    market_halted: 'The market is halted while its records are checked. Try again later.',
  }),
};
