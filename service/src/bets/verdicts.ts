// Maps the program's errors about a bet to errors of the API.
import { aboutKeys } from '@tote/chain/config-errors';
import {
  amount,
  currencyToCode,
  DomainError,
  formatInstant,
  formatMoney,
  unixSeconds,
} from '@tote/domain';
import type { ErrorName } from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import type { KnownBettor, StoredBet } from './bet.ts';
import { delegateError } from './check-bet.ts';
import type { BetContext } from './context.ts';

/** A refused bet, with the values for error messages. */
type RefusedBet = Pick<StoredBet, 'row'> & {
  readonly market: Pick<MarketView, 'currency' | 'closesAt' | 'minimumStake'>;
};

/** Their messages contain values that need a fresh read of the account. */
const ABOUT_BETTOR: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'InsufficientFunds',
  'AllowanceExceeded',
  'DelegateExpired',
  'NoFreeSlot',
]);

export function needsBettor(name: ErrorName | undefined): boolean {
  return name !== undefined && ABOUT_BETTOR.has(name);
}

/** `bettor` is the current account; null if it does not exist or was not read. */
export function toBetError(
  context: BetContext,
  name: ErrorName | undefined,
  bet: RefusedBet,
  bettor: KnownBettor | null,
): DomainError {
  const known = aboutBettor(context, name, bet, bettor) ?? aboutMarket(context, name, bet);
  if (known) return known;
  return new DomainError((name && aboutKeys(name)) ?? 'internal_error');
}

function aboutBettor(
  context: BetContext,
  name: ErrorName | undefined,
  { row, market: { currency } }: RefusedBet,
  bettor: KnownBettor | null,
): DomainError | undefined {
  const index = currencyToCode(currency);
  const decimals = context.config.decimals[currency];
  const money = (units: bigint) => formatMoney(amount(units), currency, decimals);
  const required = money(row.amount);
  switch (name) {
    case 'InsufficientFunds':
      return new DomainError('funds_insufficient', {
        available: money(bettor?.available[index] ?? 0n),
        required,
      });
    case 'AllowanceExceeded':
      return new DomainError('allowance_insufficient', {
        available: money(bettor?.allowance[index] ?? 0n),
        required,
      });
    case 'DelegateExpired': {
      const expiredAt = unixSeconds(bettor?.delegateExpiresAt ?? 0n);
      return new DomainError('delegate_expired', { expiredAt: formatInstant(expiredAt) });
    }
    case 'NoFreeSlot':
      return new DomainError('no_free_slot', { slots: bettor?.slotCount ?? 0 });
    case 'NotAuthorized':
      return delegateError(context, 'delegate_missing');
    case 'DelegateDisabled':
      return delegateError(context, 'delegate_disabled');
    case 'NotABettor':
    case 'WrongOwner':
    case 'WrongAccountType':
      return new DomainError('bettor_missing', { wallet: row.wallet });
    case 'WrongEpoch':
      return new DomainError('delegate_epoch_wrong');
    case 'DuplicateBet':
      return new DomainError('bet_duplicate');
    case 'IdTooOld':
      return new DomainError('bet_id_too_old');
    case 'IdTooFar':
      return new DomainError('bet_id_too_far');
    default:
      return undefined;
  }
}

function aboutMarket(
  { config }: BetContext,
  name: ErrorName | undefined,
  { market: { currency, closesAt, minimumStake } }: RefusedBet,
): DomainError | undefined {
  switch (name) {
    case 'ZeroAmount':
    case 'BelowMinimumStake': {
      const minimum = formatMoney(minimumStake, currency, config.decimals[currency]);
      return new DomainError('stake_below_minimum', { minimum });
    }
    case 'MarketClosed':
      return new DomainError('market_closed', { closedAt: formatInstant(closesAt) });
    case 'MarketNotOpen':
      return new DomainError('market_resolved');
    case 'ConditionMet':
      return new DomainError('condition_already_met');
    case 'EndsTooLate':
      return new DomainError('market_ends_too_late');
    case 'CustomMarket':
      return new DomainError('market_custom');
    case 'MathOverflow':
      return new DomainError('pool_overflow');
    default:
      return undefined;
  }
}
