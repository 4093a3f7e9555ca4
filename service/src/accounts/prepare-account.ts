// Prepares one unsigned transaction for all that a wallet does with its Bettor account.
import { type Address, isAddress } from '@solana/kit';
import {
  AMOUNT_MAX,
  type Amount,
  addSeconds,
  amount,
  CURRENCIES,
  type Currency,
  DomainError,
  formatAmount,
  formatInstant,
  type UnixSeconds,
  unixSeconds,
  ZERO,
} from '@tote/domain';
import { type Delegation, NO_ADDRESS } from '@tote/program-client';
import { type AmountText, readAmount } from '../bets/check-bet.ts';
import type { CommandContext } from '../submissions/context.ts';
import {
  Draft,
  type PreparedTransaction,
  type PrepareOptions,
} from '../submissions/prepare/draft.ts';
import { finishDraft } from '../submissions/prepare/finish-draft.ts';
import { requireOperatorKey } from '../submissions/relayers.ts';

const DELEGATE_SECONDS_DEFAULT = 30 * 86_400;

export async function prepareAccount(
  context: CommandContext,
  wallet: Address,
  actions: readonly AccountAction[],
  options: PrepareOptions = {},
): Promise<PreparedTransaction> {
  // Closing depends on the current slot, and the clock's last sample may be old.
  if (actions.some(({ type }) => type === 'close')) await context.chain.clock.refresh();
  const draft = await Draft.start(context, wallet, options);
  for (const action of actions) await addAction(context, draft, action, actions);
  const { summary, delegate, funds } = draft;
  const intent = { summary, bet: null, delegate, withdrawn: funds.withdrawn };
  return finishDraft(context, draft, { kind: 'account', marketId: null, intent });
}

async function addAction(
  context: CommandContext,
  draft: Draft,
  action: AccountAction,
  all: readonly AccountAction[],
): Promise<void> {
  const { decimals } = context.config;
  switch (action.type) {
    case 'open':
      return draft.open(action.slots);
    case 'grow':
      return draft.grow(action.slots);
    case 'deposit':
      return draft.deposit(action.currency, readAmount(action.amount, decimals[action.currency]));
    case 'withdraw':
      return draft.withdraw(
        action.currency,
        readAmount(action.amount, decimals[action.currency]),
        action.tokenAccount,
      );
    case 'delegate':
      return addDelegate(context, draft, action, all);
    case 'autoWithdraw': {
      const does = action.enabled ? 'Sends winnings' : 'No longer sends winnings';
      return draft.setDelegate({ autoWithdraw: action.enabled }, `${does} to the wallet.`);
    }
    case 'close':
      return draft.close({ SOL: action.forfeitSol, UTILITY: action.forfeitUtility });
  }
}

function addDelegate(
  context: CommandContext,
  draft: Draft,
  action: Extract<AccountAction, { type: 'delegate' }>,
  all: readonly AccountAction[],
): void {
  draft.requireOpen();
  if (action.delegate === null) {
    draft.setDelegate({ delegation: null }, 'Nobody may bet for the wallet from now on.');
    return;
  }
  const delegation = readDelegation(context, action, all);
  const [sol, utility] = [delegation.allowanceSol, delegation.allowanceUtility].map(amount);
  const { funds } = draft;
  const most = [funds.money(sol as Amount, 'SOL'), funds.money(utility as Amount, 'UTILITY')];
  const until = formatInstant(unixSeconds(delegation.expiresAt));
  draft.setDelegate(
    { delegation },
    `Lets ${delegation.delegate} bet up to ${most.join(' and ')} for the wallet until ${until}.`,
  );
}

function readDelegation(
  context: CommandContext,
  action: Extract<AccountAction, { type: 'delegate' }>,
  all: readonly AccountAction[],
): Delegation {
  const { chain, config, relayers } = context;
  const { delegate = relayers.operator.address, expiresAt, allowance } = action;
  if (delegate === null || !isAddress(delegate) || delegate === NO_ADDRESS) {
    throw new DomainError('address_invalid', { field: 'delegate' });
  }
  const operator = requireOperatorKey(context, delegate);
  if (delegate !== operator) throw invalid('delegate', `the operator ${operator}, or left out`);
  const now = chain.clock.now();
  const until = expiresAt ?? addSeconds(now, DELEGATE_SECONDS_DEFAULT);
  if (until <= now) throw invalid('expiresAt', `later than ${formatInstant(now)}`);
  const allowed = (currency: Currency): Amount => {
    const text = allowance?.[currency];
    if (allowance) return text ? readAmount(text, config.decimals[currency]) : ZERO;
    return depositedAmount(config.decimals[currency], currency, all);
  };
  const [allowanceSol, allowanceUtility] = CURRENCIES.map(allowed) as [Amount, Amount];
  // There is no unlimited default: a delegate may spend what the wallet said, or what it deposits.
  if (allowanceSol === ZERO && allowanceUtility === ZERO) {
    throw allowance
      ? invalid('allowance', 'more than 0 in some currency')
      : new DomainError('field_missing', { field: 'allowance' });
  }
  return { delegate, expiresAt: BigInt(until), allowanceSol, allowanceUtility };
}

function depositedAmount(decimals: number, currency: Currency, all: readonly AccountAction[]) {
  let sum = 0n;
  for (const action of all) {
    if (action.type !== 'deposit' || action.currency !== currency) continue;
    sum += readAmount(action.amount, decimals);
  }
  if (sum > AMOUNT_MAX) {
    throw new DomainError('amount_too_large', { max: formatAmount(AMOUNT_MAX, decimals) });
  }
  return amount(sum);
}

function invalid(field: string, expected: string): DomainError {
  return new DomainError('field_invalid', { field, expected });
}

export type AccountAction =
  | { readonly type: 'open'; readonly slots?: number }
  | { readonly type: 'grow'; readonly slots: number }
  | { readonly type: 'deposit'; readonly currency: Currency; readonly amount: AmountText }
  | {
      readonly type: 'withdraw';
      readonly currency: Currency;
      readonly amount: AmountText;
      readonly tokenAccount?: string;
    }
  | {
      readonly type: 'delegate';
      readonly delegate?: string | null;
      readonly expiresAt?: UnixSeconds;
      readonly allowance?: Partial<Record<Currency, AmountText>>;
    }
  | { readonly type: 'autoWithdraw'; readonly enabled: boolean }
  /** A small remainder may be left behind: SOL goes to the buyback, UTILITY is burned. */
  | { readonly type: 'close'; readonly forfeitSol?: boolean; readonly forfeitUtility?: boolean };
