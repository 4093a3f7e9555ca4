import type { Address } from '@solana/kit';
import {
  amount,
  DECIMALS,
  DEFAULT_FEE_RATES,
  EMPTY_POOLS,
  ERRORS,
  unixSeconds,
} from '@tote/domain';
import { ERROR_NAMES, type ErrorName } from '@tote/program-client';
import { expect, test } from 'vitest';
import type { BetContext } from '../../src/bets/bettor-cache.ts';
import { toBetError } from '../../src/bets/decide.ts';
import type { SubmittedBetRow } from '../../src/store/journal/submitted-bets.ts';
import { readRecordedError, toDomainError } from '../../src/submissions/records.ts';
import type { Relayers } from '../../src/submissions/relayers.ts';

const address = '11111111111111111111111111111111' as Address;

const bet = {
  market: {
    currency: 'SOL' as const,
    closesAt: unixSeconds(1_800_000_000),
    minimumStake: amount(100_000n),
    feeRates: DEFAULT_FEE_RATES,
  },
  row: {
    ...{ wallet: address as string, market_id: 'market_x', amount: 5n, outcome: 1n },
  } as SubmittedBetRow,
  ...{ minRatioBps: 20_000, pools: EMPTY_POOLS },
};
const relayers = { operator: { address } } as Relayers;
const onChain = () => ({ isOperatorDisabled: false });
const context = { relayers, config: { decimals: DECIMALS, onChain } } as unknown as BetContext;

const CODES: Partial<Record<ErrorName, string>> = {
  InsufficientFunds: 'funds_insufficient',
  AllowanceExceeded: 'allowance_insufficient',
  NoFreeSlot: 'no_free_slot',
  DelegateExpired: 'delegate_expired',
  NotAuthorized: 'delegate_missing',
  DelegateDisabled: 'delegate_disabled',
  WrongEpoch: 'delegate_epoch_wrong',
  DuplicateBet: 'bet_duplicate',
  IdTooOld: 'bet_id_too_old',
  IdTooFar: 'bet_id_too_far',
  ZeroAmount: 'stake_below_minimum',
  BelowMinimumStake: 'stake_below_minimum',
  MarketClosed: 'market_closed',
  MarketNotOpen: 'market_resolved',
  ConditionMet: 'condition_already_met',
  RatioTooLow: 'ratio_too_low',
  CustomMarket: 'market_custom',
  EndsTooLate: 'market_ends_too_late',
  // We sign as operator where it is needed, so we are no longer the operator.
  OperatorRequired: 'operator_disabled',
  NotOperator: 'operator_disabled',
  NotCreator: 'operator_disabled',
  NotWalletOrOperator: 'operator_disabled',
  OracleDisabled: 'oracle_disabled',
  TermsChanged: 'terms_changed',
  ClosesTooLate: 'terms_changed',
  MathOverflow: 'pool_overflow',
  NotABettor: 'bettor_missing',
  WrongOwner: 'bettor_missing',
  WrongAccountType: 'bettor_missing',
};

test.each(Object.values(ERROR_NAMES))('%s has an error of the API', (name) => {
  const error = toBetError(context, name, bet, null);
  expect(error.code).toBe(CODES[name] ?? 'internal_error');
  expect(error.message).not.toMatch(/\{\w+\}/);
});

test('without an operator no key is named that could not be disabled', () => {
  const config = { ...context.config, onChain: () => ({ isOperatorDisabled: true }) };
  const disabled = { ...context, config } as unknown as BetContext;
  for (const name of ['NotAuthorized', 'DelegateDisabled'] as const) {
    expect(toBetError(disabled, name, bet, null).code).toBe('operator_disabled');
  }
});

test('an error that version 0.1.0 stored says what to do, too', () => {
  const stored = JSON.stringify({ code: 'bettor_missing', params: { wallet: 'w' } });
  const message = 'The wallet w has no account here. Use POST /v1/markets/<id>/bets/prepare';
  expect(toDomainError(readRecordedError(stored), 's').message).toContain(message);
});

test('an unknown error is an internal error', () => {
  expect(toBetError(context, undefined, bet, null).status).toBe(ERRORS.internal_error.status);
});
