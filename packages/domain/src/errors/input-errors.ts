import { withStatus } from './error-table.ts';

/** The request itself is invalid. Sending it again unchanged fails again. */
export const INPUT_ERRORS = withStatus(400, {
  request_malformed: 'The HTTP request could not be read. Send a well-formed HTTP/1.1 request.',
  path_malformed: 'The path could not be decoded. Check its percent-encoding.',
  body_malformed: 'The body is not valid JSON: {reason}. Send one JSON object in UTF-8.',
  body_not_object: 'The body must be one JSON object.',
  body_too_deep: 'The body nests deeper than {max} levels. Send a flatter object.',
  field_missing: 'The field {field} is missing. Add {what}.',
  field_invalid: 'The field {field} is not valid: it must be {expected}.',
  field_unknown: 'The field {field} is not known. Remove it or check its spelling.',
  field_duplicated: 'The field {field} appears more than once. Send it once.',
  field_differs:
    'The field {field} is {sent}, but the market would have {actual}. Send that, or omit it.',
  fields_exclusive: 'Send either {field} or {others}, not both.',
  characters_not_allowed: 'The field {field} has the character {character}: {reason}. Remove it.',
  question_length_out_of_range:
    'The question must have {min} to {max} characters and at most {bytes} bytes.',
  outcomes_invalid: 'A market has exactly two outcomes, "Yes" and "No". Send these, in any order.',
  outcome_invalid: 'The market has no outcome {outcome}. Choose Yes or No.',
  currency_invalid: 'The currency {currency} is not known. Use SOL or UTILITY.',
  currency_mismatch:
    'The market takes bets in {marketCurrency}, not in {currency}. Change the currency.',
  address_invalid: 'The field {field} is not an address. Send the base58 text of 32 bytes.',
  token_address_invalid: 'The tokenAddress is not an address. Send base58 of 32 bytes, or omit it.',
  token_account_invalid:
    'The tokenAccount does not hold UTILITY for this wallet. Send one that it owns, or omit it.',
  token_account_guarded:
    'The CPI guard of the token account is on. Turn it off, or name another as tokenAccount.',
  token_account_requires_memo:
    'The token account requires memos. Turn that off, or name another as tokenAccount.',
  token_address_missing: 'The condition is about a token. Add its tokenAddress.',
  timestamp_malformed:
    'The field {field} must be a real ISO 8601 time with a zone, such as {example}.',
  expire_at_not_future: 'The expireAt must be later than {now}, the time of the chain.',
  duration_too_long: 'The expireAt is too far in the future. The latest possible is {latest}.',
  betting_closes_at_out_of_range:
    'The bettingClosesAt must be later than {now} and not later than {expireAt}.',
  market_shorter_than_lead:
    'Betting closes {lead} s before expireAt. Choose one at least {least} s from now.',
  refund_at_out_of_range: 'The refundAt must be later than {expireAt} and not later than {latest}.',
  condition_invalid:
    'The condition cannot be verified: {reason}. Change it; POST /v1/markets/preview shows how one is read.',
  condition_contradicts_question:
    'The question says: {question} The condition says: {condition} Make them agree, or send one.',
  amount_malformed: 'The amount must be a plain positive decimal such as 1.5, as number or string.',
  amount_too_precise:
    'The amount has more than {decimals} decimals. The nearest that can be sent is {nearest}.',
  amount_too_large: 'The amount is too large. The maximum is {max}.',
  stake_below_minimum: 'The stake is below the minimum of {minimum}. Stake at least that.',
  pool_overflow: 'The market cannot hold a stake this large. Stake less.',
  limit_out_of_range:
    'The limit must be a whole number, 0 or more. A page has at most {max} items.',
  offset_out_of_range: 'The offset must be a whole number from 0 to {max}.',
  offset_too_deep:
    'The offset is at most {max} here. Send after, the id of the last item, or cursor instead.',
  cursor_invalid: 'The cursor is {why}. Send the X-Next-Cursor of the previous page, or omit it.',
  status_invalid: 'The status must be open or resolved, or omitted.',
  query_parameter_unknown:
    'The query parameter {name} is not known. Remove it or check its spelling.',
  query_parameter_duplicated: 'The query parameter {name} appears more than once. Send it once.',
  idempotency_key_malformed:
    'The Idempotency-Key must be {min} to {max} printable ASCII characters.',
  transaction_malformed: 'The transaction cannot be decoded. Send the signed bytes as base64.',
  transaction_mismatch:
    'The transaction is not what was requested: {reason}. Prepare and sign it again.',
  transaction_altered:
    'The transaction is not the one that was prepared. Prepare it again and sign it unchanged.',
  transaction_too_large:
    'It has {bytes} bytes, and version 0 allows {max}. Omit transactionVersion, or do less.',
  attestation_invalid:
    'Only the outcome Yes can be attested. Without an attestation the market ends as No.',
  attestation_not_applicable: 'The question is measured, not attested. Omit attestation.',
  attestation_contradicts_question:
    "The question does not ask for an event until the expiry, so the oracle's silence cannot " +
    'count as No. Omit attestation, or set its silence to refund.',
  attestation_ends_at_out_of_range:
    'The end of the attestation must be 1 hour to 29 days after expireAt, with silence refund.',
  fee_rates_out_of_range: 'The fee rates must be whole basis points that sum to at most {max}.',
  web_source_not_listed:
    'The host {host} is not in webSources of GET /v1/config. Use a URL that begins with: {listed}.',
  webhook_address_refused: 'Events cannot be sent there: {reason}. Use a public HTTPS URL.',
  statement_too_long:
    'The period has more than {max} entries. Choose a shorter one with from and to.',
  utility_mint_unsupported: 'The utility mint cannot be used: {reason}. See docs/deploy.md.',
});
