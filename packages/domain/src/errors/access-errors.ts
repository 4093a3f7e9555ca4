import { withStatus } from './error-table.ts';

/** 401, 402, 403: missing or wrong credentials, missing funds, missing permissions. */
export const ACCESS_ERRORS = {
  ...withStatus(401, {
    credential_missing:
      'Send an API key as Authorization: Bearer <key> or X-API-Key: <key>, or sign the request ' +
      'with a wallet. A wallet gets a key with GET and POST /v1/sign-in.',
    // One code for every wrong credential: an attacker must not learn which part of it failed.
    credential_invalid:
      'The credential is not valid. Send one API key, as Authorization: Bearer <key> or ' +
      'X-API-Key: <key>, or sign exactly this request.',
    signature_expired: 'The X-Timestamp is more than {seconds} s from our time, {now}. Sign again.',
    nonce_reused: 'The X-Nonce was used before. Sign again with a new one.',
    sign_in_invalid: 'The sign-in is refused: {reason}. Sign the fields of a new GET /v1/sign-in.',
  }),
  ...withStatus(402, {
    // `call` is what to use instead: it depends on what was asked for.
    funds_insufficient:
      'The balance is {available}, but this needs {required}. Use less, or {call}.',
    wallet_funds_insufficient:
      'The wallet holds {available} and this needs {required}. Fund the wallet first.',
    bettor_missing: 'The wallet {wallet} has no account here. Use {call}.',
    delegate_missing: 'The wallet has set no allowance for {delegate}. Use {call}.',
    delegate_disabled: 'The delegate was disabled; {delegate} replaces it. Use {call}.',
    delegate_expired: 'The allowance of the wallet ended at {expiredAt}. Use {call}.',
    allowance_insufficient:
      'The allowance left is {available} and the bet needs {required}. Use {call}.',
    fee_budget_used_up:
      'The {budget} of fees for today is spent. Prepare with feePayer "wallet", or after {until}.',
    rent_limit_reached:
      'We cannot pay its rent: {reason}. Use POST /v1/markets/prepare with feePayer "wallet".',
    market_ends_too_late:
      'It ends too late for the service to sign. Let the wallet sign: POST /v1/markets/prepare, ' +
      'or POST /v1/markets/<id>/bets/prepare for a bet.',
  }),
  ...withStatus(403, {
    not_allowed:
      'The API key lacks the scope {scope}. Use a key that has it, or make one with POST /v1/api-keys, signed by the wallet.',
    wallet_not_operator:
      'Only the admin of the Config and the wallets in TOTE_OPERATORS may have the scope operate. Sign with one of them.',
    wallet_reserved: 'The wallet belongs to the service itself. Use another one.',
    api_keys_too_many:
      'This wallet or address already has {max} API keys. Revoke one of GET /v1/api-keys, or open an account with POST /v1/account/transactions.',
    webhooks_too_many:
      'This wallet or address already has {max} webhooks. Delete one of GET /v1/webhooks first.',
    series_too_many: 'Already {max} series run. Stop one of GET /v1/series first.',
    oracle_required: 'Only the oracle of this market may attest: {oracle}. Use its credential.',
    oracle_key_missing:
      'The service does not hold the key of the oracle of this market. Attest at a service that ' +
      'does, or resolve the market on chain with that key.',
    guardian_required: 'Only the guardian that the Config on chain names may veto: {guardian}.',
    wallet_mismatch:
      'The request names two wallets. Sign with {wallet}, or send no other credential.',
    market_custom:
      'Custom markets take only bets that the wallet signs: use POST /v1/markets/prepare, or ' +
      'POST /v1/markets/<id>/bets/prepare in one that exists.',
    market_hidden:
      'The operator hid this market, so it takes no bets here: {reason} Choose another market.',
    market_mismatch:
      "The market's rule on chain differs from its condition. Choose another market.",
    operator_signature_missing:
      "Bets in this market also need the operator's signature. Prepare the transaction again " +
      'with POST /v1/markets/<id>/bets/prepare.',
    origin_not_allowed:
      'Pages of {origin} may not use this. Add the origin to TOTE_ALLOWED_ORIGINS.',
    host_not_allowed:
      'Host {host} is not allowed. Use localhost, or add http://<host> to TOTE_ALLOWED_ORIGINS.',
    sandbox_required: 'This works only in a sandbox. Start the service with TOTE_SANDBOX=1.',
  }),
};
