// Why a bet failed, whether money moved, and what to do.
import { ToteError, type ToteErrorCode } from '@tote/sdk';
import { failureWords } from '../wallet/failure-words.ts';

const UNPLACED: readonly ToteErrorCode[] = [
  ...(['signing_failed', 'signer_missing', 'input_invalid', 'transaction_unexpected'] as const),
  ...(['other_chain', 'other_service', 'operator_disabled', 'oracle_disabled'] as const),
];

export function isUnknown(error: unknown): boolean {
  if (!(error instanceof ToteError) || UNPLACED.includes(error.code)) return false;
  return error.status === undefined || error.status >= 500;
}

const WORDS: Readonly<Record<string, string>> = {
  funds_insufficient: 'Your balance is too small. Deposit more, or bet less.',
  wallet_funds_insufficient: 'Your wallet holds too little. Fund it, or bet less.',
  bettor_missing: 'You have no account here yet. Bet again to open one.',
  delegate_missing: 'One-click betting is off. Turn it on below, or sign the bet yourself.',
  delegate_disabled: 'Our key changed for your safety. Allow it again, or sign the bet.',
  delegate_expired: 'Our permission to bet for you has ended. Allow it again, or sign the bet.',
  allowance_insufficient: 'Your allowance is used up. Allow more, or sign the bet yourself.',
  delegate_epoch_wrong: 'Your permission changed meanwhile. Bet again.',
  market_closed: 'Betting in this market has ended.',
  market_resolved: 'This market is already decided.',
  oracle_disabled: 'The key of its oracle was disabled: this market is being refunded.',
  condition_already_met: 'The event has already happened, so betting has closed.',
  market_custom: 'This market takes only bets that you sign yourself.',
  market_ends_too_late: 'This market ends so late that only you can sign bets in it.',
  no_free_slot: 'Your account has stakes in as many markets as it can hold. Wait for one to end.',
  transaction_expired: 'The signed bet expired before it reached the chain. Bet again.',
  rate_limited: 'Too many requests. Wait a moment and bet again.',
  fee_budget_used_up: 'We have paid all the fees for your wallet that we can today.',
};

export function betFailureWords(error: unknown): string {
  const { code = '' } = error as Partial<ToteError>;
  return `${WORDS[code] ?? failureWords(error)} No money moved.`;
}

export const stepFailureWords = (error: unknown): string =>
  isUnknown(error)
    ? 'The service is not responding. Check your balance before you try again.'
    : betFailureWords(error);
