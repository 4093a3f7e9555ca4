// Prepares one unsigned transaction for all that a wallet does with its Bettor account.
import type { Address } from '@solana/kit';
import {
  AMOUNT_MAX,
  amount,
  CURRENCIES,
  type Currency,
  DomainError,
  formatAmount,
  perCurrency,
  type UnixSeconds,
  ZERO,
} from '@tote/domain';
import {
  type AllowanceText,
  type AmountText,
  readAllowance,
  readAmount,
} from '../bets/check-bet.ts';
import type { CommandContext } from '../submissions/context.ts';
import { addDelegate } from '../submissions/prepare/add-delegate.ts';
import {
  Draft,
  type PreparedTransaction,
  type PrepareOptions,
} from '../submissions/prepare/draft.ts';
import { finishDraft } from '../submissions/prepare/finish-draft.ts';

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
  const chosen = actions.findLast((action) => action.type === 'autoWithdraw');
  if (chosen?.enabled) sayEarlierWinnings(draft);
  const { summary, delegate, funds } = draft;
  const intent = { summary, bets: [], delegate, withdrawn: funds.withdrawn };
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
      return setDelegate(context, draft, action, all);
    case 'autoWithdraw': {
      const does = action.enabled ? 'Sends winnings' : 'No longer sends winnings';
      const when = action.enabled ? ' as they come' : '';
      return draft.setDelegate({ autoWithdraw: action.enabled }, `${does} to the wallet${when}.`);
    }
    case 'close':
      return draft.close({ SOL: action.forfeitSol, UTILITY: action.forfeitUtility });
  }
}

/** After all actions, since a withdrawal takes winnings, too. */
function sayEarlierWinnings({ funds, summary }: Draft): void {
  for (const currency of CURRENCIES) {
    const earlier = funds.sweepable(currency);
    if (earlier === ZERO) continue;
    const when = funds.canReceive(currency)
      ? 'within a minute'
      : 'once the wallet has a token account for it; a withdrawal makes one';
    summary.push(`Sends the ${funds.money(earlier, currency)} of earlier winnings ${when}.`);
  }
}

function setDelegate(
  context: CommandContext,
  draft: Draft,
  { delegate, expiresAt, allowance }: Extract<AccountAction, { type: 'delegate' }>,
  all: readonly AccountAction[],
): void {
  draft.requireOpen();
  if (delegate === null) {
    draft.setDelegate({ delegation: null }, 'Nobody may bet for the wallet from now on.');
    return;
  }
  const { decimals } = context.config;
  const allowed = allowance
    ? readAllowance(allowance, decimals)
    : perCurrency((currency) => depositedAmount(decimals[currency], currency, all));
  const isStated = allowance !== undefined;
  addDelegate(context, draft, { delegate, expiresAt, allowance: allowed, isStated });
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
      readonly allowance?: AllowanceText;
    }
  | { readonly type: 'autoWithdraw'; readonly enabled: boolean }
  /** A small remainder may be left behind: SOL goes to the buyback, UTILITY is burned. */
  | { readonly type: 'close'; readonly forfeitSol?: boolean; readonly forfeitUtility?: boolean };
