// The headers of every answer of the API. They never change, so they are written down instead of
// being made for each request; a test compares them with what Helmet would send. Those of Helmet
// that concern only pages are sent with the only pages there are, the documents, and
// Strict-Transport-Security is for whoever terminates TLS: over plain HTTP it must not be sent.

export const JSON_TYPE = 'application/json; charset=utf-8';

export const RESPONSE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Open to all, as CORS: there are no cookies to steal an answer with.
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
} as const;

/** What scripts of other origins may read of a refusal. */
export const EXPOSED_HEADERS = {
  'access-control-expose-headers': 'X-Error-Code, Retry-After, X-Request-Id, Allow',
} as const;

/** The answer to a browser that asks before it sends. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, ' +
    'X-Wallet, X-Timestamp, X-Nonce, X-Signature',
  'access-control-max-age': '86400',
} as const;
