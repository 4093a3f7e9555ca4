import { withStatus } from './error-table.ts';

/** 404 and 409: the request is valid, but its target does not exist or its state forbids it. */
export const MARKET_ERRORS = {
  ...withStatus(404, {
    route_not_found:
      'There is nothing at this path. All paths begin with /v1; GET /v1/openapi.json lists them.',
    market_not_found: 'No market has the id {marketId}. List the markets with GET /v1/markets.',
    bet_not_found: 'No bet has the id {betId}. Use the betId of the confirmation.',
    transaction_not_found:
      'No transaction has the id {transactionId}. Use the transactionId of the confirmation.',
    resource_not_found: 'There is no {resource} with this id. Check the id.',
  }),
  ...withStatus(409, {
    market_closed:
      'The market stopped taking bets at {closedAt}. Choose one with bettingOpen from GET /v1/markets.',
    market_resolved:
      'The market is resolved. Read it with GET /v1/markets/<id>, and choose one with ' +
      'bettingOpen from GET /v1/markets.',
    condition_already_met:
      'What decides the market has already happened. Choose another market or condition.',
    stakes_above_cost:
      'Moving the price costs about {cost} now, so we sign at most {most} more on {outcome}. {advice}.',
    ratio_too_low:
      'The payout ratio of this bet is {ratio}, below {minimum}. Lower minPayoutRatio or bet less.',
    no_free_slot:
      'All {slots} position slots are in use. Wait until a market settles, or add slots with the action grow of POST /v1/account/transactions.',
    bettor_exists:
      'The wallet {wallet} already has an account. Prepare it again, without the action open.',
    bettor_not_empty:
      'The Bettor account holds money or open positions. Withdraw with POST ' +
      '/v1/account/transactions, and wait until the positions settle: GET /v1/account shows them.',
    sol_left_behind: 'The account holds {available}. Withdraw it, or close with forfeitSol.',
    utility_left_behind:
      'The account holds {available}. Withdraw it, or close with forfeitUtility and it is burned.',
    transaction_expired:
      'The transaction expired and will never be executed. Prepare and sign it again.',
    transaction_failed:
      'The chain refused the transaction: {reason}. Nothing changed; prepare it again.',
    result_not_ready:
      'The market has no result yet. Try again after {readyAt}; GET /v1/markets/<id> says what it waits for.',
    idempotency_key_reused:
      'This Idempotency-Key was used with a different request. Use a new key.',
    idempotency_key_busy:
      'The first request with this Idempotency-Key is still running. Repeat it shortly.',
    bet_duplicate:
      'This bet was already placed. Read it with GET /v1/bets/<betId> before trying again.',
    bet_id_too_old: 'The bet was overtaken by too many newer ones. Place it again.',
    bet_id_too_far: 'Too many bets of this wallet are pending. Place it again shortly.',
    delegate_epoch_wrong: 'The delegate was set again while the bet was pending. Place it again.',
    outcome_missing: 'The market has no proposed outcome. Wait until there is one.',
    veto_time_over: 'The veto time ended at {vetoEndsAt}. The outcome stands.',
    market_vetoed: 'The market was already vetoed or refunded. There is nothing left to veto.',
    attestation_too_early:
      'The market expires at {expireAt}. Attest its outcome from then until {endsAt}.',
    attestation_too_late:
      'The attestation is too late: the deadline was {endsAt}. Nothing changed.',
    attestation_given: 'The oracle has already attested {outcome}. It cannot change that.',
    market_not_attested: 'The market is not decided by attestation. Nothing can be attested.',
  }),
};
