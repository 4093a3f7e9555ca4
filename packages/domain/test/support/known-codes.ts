/**
 * Every published error code, by its status. Users test for these, so codes may be added but never
 * changed or removed.
 */
const CODES_BY_STATUS: Readonly<Record<number, string>> = {
  400: `
    request_malformed path_malformed body_malformed body_not_object body_too_deep
    field_missing field_invalid field_unknown field_duplicated field_differs fields_exclusive
    characters_not_allowed question_length_out_of_range outcomes_invalid outcome_invalid
    currency_invalid currency_mismatch address_invalid token_address_invalid
    token_account_invalid token_account_guarded token_account_requires_memo
    token_address_missing timestamp_malformed expire_at_not_future duration_too_long
    betting_closes_at_out_of_range market_shorter_than_lead refund_at_out_of_range
    condition_invalid condition_contradicts_question web_source_not_listed amount_malformed
    amount_too_precise amount_too_large stake_below_minimum pool_overflow limit_out_of_range
    offset_out_of_range offset_too_deep cursor_invalid status_invalid
    query_parameter_unknown query_parameter_duplicated idempotency_key_malformed
    transaction_malformed transaction_mismatch transaction_altered transaction_too_large
    attestation_invalid attestation_not_applicable attestation_contradicts_question
    attestation_ends_at_out_of_range fee_rates_out_of_range webhook_address_refused
    utility_mint_unsupported statement_too_long
  `,
  401: 'credential_missing credential_invalid signature_expired nonce_reused sign_in_invalid',
  402: `
    funds_insufficient wallet_funds_insufficient bettor_missing delegate_missing
    delegate_disabled delegate_expired allowance_insufficient fee_budget_used_up
    rent_limit_reached market_ends_too_late
  `,
  403: `
    not_allowed api_keys_too_many webhooks_too_many oracle_required oracle_key_missing
    guardian_required wallet_mismatch origin_not_allowed host_not_allowed market_custom
    market_mismatch operator_signature_missing sandbox_required wallet_reserved
    wallet_not_operator series_too_many market_hidden
  `,
  404: `
    route_not_found market_not_found bet_not_found transaction_not_found resource_not_found
    oembed_url_unknown
  `,
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: `
    market_closed market_resolved condition_already_met no_free_slot bettor_exists
    ratio_too_low stakes_above_cost
    bettor_not_empty sol_left_behind utility_left_behind transaction_expired
    transaction_failed result_not_ready idempotency_key_reused idempotency_key_busy
    bet_duplicate bet_id_too_old bet_id_too_far delegate_epoch_wrong
    outcome_missing
    veto_time_over market_vetoed attestation_too_early
    attestation_too_late attestation_given market_not_attested
  `,
  413: 'body_too_large',
  414: 'uri_too_long',
  415: 'content_type_unsupported',
  426: 'websocket_required',
  429: 'rate_limited streams_too_many sandbox_wallets_too_many',
  431: 'headers_too_large',
  451: 'country_blocked',
  500: 'internal_error',
  501: 'oembed_format_unsupported',
  503: `
    service_overloaded webhooks_full result_unknown service_stopping chain_unavailable
    chain_stalled chain_replaced relayer_out_of_funds database_unavailable market_halted
    condition_unreadable operator_disabled oracle_disabled terms_changed
    reserves_unsettled
  `,
};

export const KNOWN_CODES: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(CODES_BY_STATUS).flatMap(([status, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, Number(status)]),
  ),
);
