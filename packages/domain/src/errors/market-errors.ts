import type { ErrorTable } from './error-table.ts';

/** 404 and 409: the request is valid, but its target does not exist or its state forbids it. */
export const MARKET_ERRORS = {
  route_not_found: {
    status: 404,
    message: 'There is nothing at this path. All paths begin with /v1.',
  },
  market_not_found: {
    status: 404,
    message: 'No market has the id {marketId}. List the markets with GET /v1/markets.',
  },
  bet_not_found: {
    status: 404,
    message: 'No bet has the id {betId}. Use the betId of the confirmation.',
  },
  transaction_not_found: {
    status: 404,
    message:
      'No transaction has the id {transactionId}. Use the transactionId of the confirmation.',
  },
  resource_not_found: {
    status: 404,
    message: 'There is no {resource} with this id. Check the id.',
  },
  market_closed: {
    status: 409,
    message: 'The market stopped taking bets at {closedAt}. Choose a market that is open.',
  },
  market_resolved: {
    status: 409,
    message: 'The market is resolved. Read its result, and bet in a market that is open.',
  },
  condition_already_met: {
    status: 409,
    message: 'What decides the market has already happened. Choose another market or condition.',
  },
  no_free_slot: {
    status: 409,
    message: 'All {slots} position slots are in use. Wait for a market to settle or buy slots.',
  },
  bettor_exists: {
    status: 409,
    message: 'The wallet {wallet} already has a Bettor account. Omit the action open.',
  },
  bettor_not_empty: {
    status: 409,
    message: 'The Bettor account holds money or open positions. Withdraw and wait for settlement.',
  },
  sol_left_behind: {
    status: 409,
    message: 'The account holds {available}. Withdraw it, or close with forfeitSol.',
  },
  utility_left_behind: {
    status: 409,
    message:
      'The account holds {available}. Withdraw it, or close with forfeitUtility and it is burned.',
  },
  transaction_expired: {
    status: 409,
    message: 'The transaction expired and will never be executed. Prepare and sign it again.',
  },
  transaction_failed: {
    status: 409,
    message: 'The chain refused the transaction: {reason}. Nothing changed; prepare it again.',
  },
  result_not_ready: {
    status: 409,
    message: 'The market has no result yet. Try again after {readyAt}.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was used with a different request. Use a new key.',
  },
  idempotency_key_busy: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Repeat it shortly.',
  },
  bet_duplicate: {
    status: 409,
    message: 'This bet was already placed. Read it with GET /v1/bets before trying again.',
  },
  bet_id_too_old: {
    status: 409,
    message: 'The bet was overtaken by too many newer ones. Place it again.',
  },
  bet_id_too_far: {
    status: 409,
    message: 'Too many bets of this wallet are pending. Place it again shortly.',
  },
  delegate_epoch_wrong: {
    status: 409,
    message: 'The delegate was set again while the bet was pending. Place it again.',
  },
  betting_still_open: {
    status: 409,
    message: 'The market takes bets until {closesAt}. Try again then.',
  },
  market_not_expired: {
    status: 409,
    message: 'The market can be resolved from {expireAt} on. Try again then.',
  },
  refund_due: {
    status: 409,
    message: 'The market had no outcome by {refundAt}. Refund it instead.',
  },
  refund_not_due: {
    status: 409,
    message: 'The market can be refunded from {refundAt} on. Try again then.',
  },
  outcome_already_recorded: {
    status: 409,
    message: 'The market already has an outcome. It cannot be given another one.',
  },
  outcome_missing: {
    status: 409,
    message: 'The market has no proposed outcome. Wait until there is one.',
  },
  veto_time_over: {
    status: 409,
    message: 'The veto time ended at {vetoEndsAt}. The outcome stands.',
  },
  market_vetoed: {
    status: 409,
    message: 'The market was already vetoed or refunded.',
  },
  veto_time_running: {
    status: 409,
    message: 'The outcome can be vetoed until {vetoEndsAt}. Try again then.',
  },
  attestation_too_early: {
    status: 409,
    message: 'The market expires at {expireAt}. Attest its outcome from then until {endsAt}.',
  },
  attestation_too_late: {
    status: 409,
    message: 'The attestation is too late: the deadline was {endsAt}. Nothing changed.',
  },
  attestation_given: {
    status: 409,
    message: 'The oracle has already attested {outcome}. It cannot change that.',
  },
  market_not_attested: {
    status: 409,
    message: 'The market is not decided by attestation. Nothing can be attested.',
  },
} as const satisfies ErrorTable;
