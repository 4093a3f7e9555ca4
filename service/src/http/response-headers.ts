// The headers of every response of the API. They are constant, so they are not computed per
// request; a test compares them with those of Helmet. Headers that concern only pages are sent with
// /docs, the only pages. Strict-Transport-Security must not be sent over plain HTTP: the proxy that
// terminates TLS sets it.

export const JSON_TYPE = 'application/json; charset=utf-8';

export const RESPONSE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  // What scripts of other origins may read.
  'access-control-expose-headers':
    'X-Request-Id, X-Error-Code, X-Next-Cursor, Retry-After, Allow, X-Action-Version, ' +
    'X-Blockchain-Ids',
} as const;

export const PREFLIGHT_HEADERS = {
  'access-control-allow-headers':
    'Authorization, X-API-Key, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id, ' +
    'X-Wallet, X-Timestamp, X-Nonce, X-Signature',
  'access-control-max-age': '86400',
} as const;
