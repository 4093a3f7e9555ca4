// Error codes that several routes share, for the OpenAPI document.
import type { ErrorCode } from '@tote/domain';

export const MARKET_CREATION_ERRORS = [
  'question_length_out_of_range',
  'characters_not_allowed',
  'outcomes_invalid',
  'field_differs',
  'currency_invalid',
  'token_address_invalid',
  'token_address_missing',
  'timestamp_malformed',
  'expire_at_not_future',
  'duration_too_long',
  'betting_closes_at_out_of_range',
  'market_shorter_than_lead',
  'condition_invalid',
  'condition_contradicts_question',
  'web_source_not_listed',
  'attestation_not_applicable',
  'attestation_contradicts_question',
  'attestation_ends_at_out_of_range',
] as const satisfies readonly ErrorCode[];

export const AMOUNT_ERRORS = [
  'amount_malformed',
  'amount_too_precise',
  'amount_too_large',
] as const satisfies readonly ErrorCode[];

export const STREAM_ERRORS = [
  'market_not_found',
  'address_invalid',
  'field_invalid',
  'streams_too_many',
  'service_overloaded',
] as const satisfies readonly ErrorCode[];

export const STAKE_FIELD_ERRORS = [
  'outcome_invalid',
  ...AMOUNT_ERRORS,
  'stake_below_minimum',
  'pool_overflow',
] as const satisfies readonly ErrorCode[];

export const CREATION_ERRORS = [
  ...MARKET_CREATION_ERRORS,
  'condition_already_met',
  'stakes_above_cost',
  'operator_disabled',
  'oracle_disabled',
] as const satisfies readonly ErrorCode[];

/** The wallet signs itself: it needs no account, balance or delegate before. */
export const SIGNED_STAKE_ERRORS = [
  ...STAKE_FIELD_ERRORS,
  'no_free_slot',
] as const satisfies readonly ErrorCode[];

export const STAKE_ERRORS = [
  ...SIGNED_STAKE_ERRORS,
  'funds_insufficient',
  'bettor_missing',
  'delegate_missing',
  'delegate_disabled',
  'delegate_expired',
  'allowance_insufficient',
] as const satisfies readonly ErrorCode[];

export const SIGNED_BET_ERRORS = [
  ...SIGNED_STAKE_ERRORS,
  'currency_mismatch',
  'currency_invalid',
  'market_not_found',
  'market_closed',
  'market_resolved',
  'condition_already_met',
  'stakes_above_cost',
  'ratio_too_low',
  'market_mismatch',
  'market_halted',
  'condition_unreadable',
  'operator_disabled',
  'oracle_disabled',
  'chain_unavailable',
] as const satisfies readonly ErrorCode[];

export const BET_ERRORS = [
  ...SIGNED_BET_ERRORS,
  ...STAKE_ERRORS,
  'market_custom',
  'market_ends_too_late',
] as const satisfies readonly ErrorCode[];

export const TRANSACTION_ERRORS = [
  'transaction_malformed',
  'transaction_mismatch',
  'transaction_altered',
  'transaction_expired',
  'transaction_failed',
  'wallet_mismatch',
  'operator_signature_missing',
  'operator_disabled',
  'oracle_disabled',
  'terms_changed',
  'token_account_invalid',
  'token_account_guarded',
  'token_account_requires_memo',
  'fee_budget_used_up',
  'chain_unavailable',
] as const satisfies readonly ErrorCode[];

export const SUBMIT_ERRORS = [
  ...TRANSACTION_ERRORS,
  'market_mismatch',
  'market_closed',
  'market_resolved',
  'condition_already_met',
  'condition_unreadable',
  'stakes_above_cost',
  'veto_time_over',
  'market_vetoed',
  'funds_insufficient',
  'ratio_too_low',
  'no_free_slot',
  'bettor_exists',
  'bettor_not_empty',
  'pool_overflow',
  'rent_limit_reached',
  'market_shorter_than_lead',
] as const satisfies readonly ErrorCode[];

export const PREPARE_ERRORS = [
  'transaction_too_large',
  'credential_missing',
  'wallet_reserved',
  'wallet_funds_insufficient',
  'fee_budget_used_up',
  'address_invalid',
  'wallet_mismatch',
  'chain_unavailable',
] as const satisfies readonly ErrorCode[];
