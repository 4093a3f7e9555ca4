// Maps the failure of a prepared transaction to an error of the API.
import { aboutKeys } from '@tote/chain/config-errors';
import type { TransactionFailure } from '@tote/chain/landed';
import { findProgramErrorName } from '@tote/chain/transaction-failure';
import {
  type Amount,
  amount,
  CURRENCIES,
  type Currency,
  currencyToCode,
  type ErrorCode,
  formatInstant,
  formatMoney,
  shorterThanLead,
  ZERO,
} from '@tote/domain';
import type { ErrorName } from '@tote/program-client';
import type { PreparedMessage } from '../../store/journal/submissions.ts';
import type { CommandContext } from '../context.ts';
import { toRecordedError } from '../recorded-error.ts';
import type { RecordedError } from '../records.ts';
import { type Intent, readIntent } from './intent.ts';

/** Errors of the program whose API message has no values. */
const PLAIN: Partial<Record<ErrorName, ErrorCode>> = {
  MarketNotOpen: 'market_resolved',
  ConditionMet: 'condition_already_met',
  BettorNotEmpty: 'bettor_not_empty',
  WrongTokenAccount: 'token_account_invalid',
  CpiGuarded: 'token_account_guarded',
  MemoRequired: 'token_account_requires_memo',
};

export async function describeFailure(
  context: CommandContext,
  prepared: PreparedMessage,
  failure: TransactionFailure,
): Promise<RecordedError> {
  const name = findProgramErrorName(failure);
  if (name === undefined) return { code: 'transaction_failed', params: { reason: failure.text } };
  const aboutConfig = aboutKeys(name);
  if (aboutConfig) await context.refreshConfig();
  // It has the signature of the operator before. Prepared again, it has the present one's.
  const isOutdated = aboutConfig === 'operator_disabled' && !context.config.isOperatorDisabled;
  const plain = isOutdated ? 'transaction_expired' : (aboutConfig ?? PLAIN[name]);
  if (plain !== undefined) return { code: plain, params: {} };
  const specific = await describeSpecific(context, prepared, name);
  return specific ?? { code: 'transaction_failed', params: { reason: name } };
}

/** Errors whose message has values. */
async function describeSpecific(
  context: CommandContext,
  { wallet, marketId, intent }: PreparedMessage,
  name: string,
): Promise<RecordedError | undefined> {
  switch (name) {
    case 'ShorterThanLead':
      await context.refreshConfig();
      return toRecordedError(shorterThanLead(context.config.leadSeconds));
    case 'BettorExists':
      return { code: 'bettor_exists', params: { wallet } };
    case 'MarketClosed': {
      const market = marketId === null ? undefined : await context.findMarket(marketId);
      if (!market) return undefined;
      return { code: 'market_closed', params: { closedAt: formatInstant(market.closesAt) } };
    }
    case 'VetoOver': {
      const { end } = (marketId === null ? undefined : await context.findMarket(marketId)) ?? {};
      if (!end) return undefined;
      if (end.outcome === null) return { code: 'market_vetoed', params: {} };
      return { code: 'veto_time_over', params: { vetoEndsAt: formatInstant(end.vetoEndsAt) } };
    }
    // Without a bet there is no market to speak of.
    case 'TotalTooLarge':
    case 'MathOverflow':
      return readIntent(intent).bet ? { code: 'pool_overflow', params: {} } : undefined;
    case 'InsufficientFunds':
      return describeFunds(context, wallet, readIntent(intent));
    case 'NoFreeSlot': {
      const bettor = await context.chain.accounts.findBettor(wallet as never);
      return bettor ? { code: 'no_free_slot', params: { slots: bettor.slotCount } } : undefined;
    }
    default:
      return undefined;
  }
}

async function describeFunds(
  { chain, config }: CommandContext,
  wallet: string,
  { bet, withdrawn }: Intent,
): Promise<RecordedError | undefined> {
  const bettor = await chain.accounts.findBettor(wallet as never);
  const availableOf = (currency: Currency) =>
    amount(bettor?.available[currencyToCode(currency)] ?? 0n);
  const needed = (currency: Currency) =>
    bet?.currency === currency ? bet.amount : (withdrawn?.[currency] ?? ZERO);
  const currency = bet?.currency ?? CURRENCIES.find((each) => needed(each) > availableOf(each));
  if (!currency) return undefined;
  const money = (value: Amount) => formatMoney(value, currency, config.decimals[currency]);
  const params = {
    available: money(availableOf(currency)),
    required: money(needed(currency)),
  };
  return { code: 'funds_insufficient', params };
}
