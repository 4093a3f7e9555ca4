// Handles transactions that a wallet signed as submissions. We cannot sign them again.
import type { Address } from '@solana/kit';
import { aboutKeys } from '@tote/chain/config-errors';
import type { TransactionFailure } from '@tote/chain/landed';
import { splitTransaction } from '@tote/chain/split-transaction';
import { findProgramErrorName } from '@tote/chain/transaction-failure';
import {
  type Amount,
  addAmounts,
  amount,
  CURRENCIES,
  type Currency,
  currencyToCode,
  type ErrorCode,
  formatInstant,
  formatMoney,
  ratioTooLow,
  ratioWithStakeFloor,
  shorterThanLead,
  ZERO,
} from '@tote/domain';
import type { ErrorName } from '@tote/program-client';
import {
  findPrepared,
  type PreparedMessage,
  type SubmissionRow,
} from '../../store/journal/submissions.ts';
import type { CommandContext } from '../context.ts';
import { betCall, DEPOSIT_CALL, type RecordedError, toRecordedError } from '../records.ts';
import type { SubmissionHandler, ToRecord } from '../runner.ts';
import { type Outcome, restoreSigned, type Submission } from '../submission.ts';
import { hashMessage } from './cosign.ts';
import { readIntent } from './intent.ts';

export interface WalletSubmission extends Submission {
  readonly kind: 'wallet';
  readonly prepared: PreparedMessage | undefined;
}

export const EXPIRED: RecordedError = { code: 'transaction_expired', params: {} };

export class WalletHandler implements SubmissionHandler<WalletSubmission> {
  readonly #context: CommandContext;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async conclude({ prepared }: WalletSubmission, outcome: Outcome): Promise<ToRecord> {
    const isOnChain = 'landed' in outcome;
    if (prepared && isOnChain) this.#context.bettors.forget(prepared.wallet as Address);
    if (outcome.kind === 'landed') return { kind: 'record' };
    if (outcome.kind === 'expired') return { kind: 'record', error: EXPIRED };
    const error = await describeFailure(this.#context, prepared, outcome.failure);
    return { kind: 'record', error };
  }

  async restore(row: SubmissionRow): Promise<WalletSubmission> {
    const { message } = splitTransaction(row.wire);
    const prepared = await findPrepared(this.#context.store.db, hashMessage(message));
    const shared = { kind: 'wallet', marketId: row.market_id, bets: [] } as const;
    return { ...shared, prepared, signed: restoreSigned(row), createdAt: row.created_at };
  }
}

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
  prepared: PreparedMessage | undefined,
  failure: TransactionFailure,
): Promise<RecordedError> {
  const name = findProgramErrorName(failure);
  if (!prepared || name === undefined) {
    return { code: 'transaction_failed', params: { reason: failure.text } };
  }
  const aboutConfig = aboutKeys(name);
  if (aboutConfig) await context.refreshConfig();
  // The previous operator signed it. Prepare it again.
  const isOutdated =
    aboutConfig === 'operator_disabled' && !context.config.onChain().isOperatorDisabled;
  const plain = isOutdated ? 'transaction_expired' : (aboutConfig ?? PLAIN[name]);
  if (plain !== undefined) return { code: plain, params: {} };
  const specific = await describeSpecific(context, prepared, name);
  return specific ?? { code: 'transaction_failed', params: { reason: name } };
}

async function describeSpecific(context: CommandContext, prepared: PreparedMessage, name: string) {
  const { wallet, market_id: marketId, intent } = prepared;
  const findMarket = async () => (marketId === null ? undefined : context.findMarket(marketId));
  switch (name) {
    case 'ShorterThanLead':
      await context.refreshConfig();
      return toRecordedError(shorterThanLead(context.config.onChain().leadSeconds));
    case 'BettorExists':
      return { code: 'bettor_exists', params: { wallet } };
    case 'MarketClosed': {
      await context.chain.clock.refresh().catch(() => undefined);
      const market = await findMarket();
      if (!market) return undefined;
      return { code: 'market_closed', params: { closedAt: formatInstant(market.closesAt) } };
    }
    case 'RatioTooLow': {
      const market = await findMarket();
      const [bet] = readIntent(intent).bets;
      if (!market || !bet) return undefined;
      const ratio = ratioWithStakeFloor(market.pools, bet, market.feeRates);
      return toRecordedError(ratioTooLow(ratio, bet.minRatioBps ?? 0));
    }
    case 'VetoOver': {
      const { end } = (await findMarket()) ?? {};
      if (!end) return undefined;
      if (end.outcome === null) return { code: 'market_vetoed', params: {} };
      return { code: 'veto_time_over', params: { vetoEndsAt: formatInstant(end.vetoEndsAt) } };
    }
    // Without a bet there is no market to speak of.
    case 'TotalTooLarge':
    case 'MathOverflow':
      return readIntent(intent).bets.length > 0 ? { code: 'pool_overflow', params: {} } : undefined;
    case 'InsufficientFunds':
      return describeFunds(context, prepared);
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
  { kind, wallet, market_id: marketId, intent }: PreparedMessage,
): Promise<RecordedError | undefined> {
  const { bets, withdrawn } = readIntent(intent);
  const bettor = await chain.accounts.findBettor(wallet as never);
  const availableOf = (currency: Currency) =>
    amount(bettor?.available[currencyToCode(currency)] ?? 0n);
  const staked = bets.reduce((sum, bet) => addAmounts(sum, bet.amount), ZERO);
  const needed = (currency: Currency) =>
    bets[0]?.currency === currency ? staked : (withdrawn?.[currency] ?? ZERO);
  const currency = bets[0]?.currency ?? CURRENCIES.find((each) => needed(each) > availableOf(each));
  if (!currency) return undefined;
  const money = (value: Amount) => formatMoney(value, currency, config.decimals[currency]);
  const params = {
    available: money(availableOf(currency)),
    required: money(needed(currency)),
    call: kind === 'bet' && marketId !== null ? betCall(marketId) : DEPOSIT_CALL,
  };
  return { code: 'funds_insufficient', params };
}
