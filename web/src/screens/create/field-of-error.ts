// The form field that an error of the service is about, and the page's words for it.
import { ToteError, type ToteErrorCode } from '@tote/sdk';

type FormPart =
  | 'question'
  | 'tokenAddress'
  | 'currency'
  | 'expireAt'
  | 'bettingClosesAt'
  | 'silence'
  | 'sources'
  | 'stake'
  | 'form';

export interface FieldError {
  readonly part: FormPart;
  readonly message: string;
  /** Errors that the visitor can fix in the portfolio. */
  readonly isAboutMoney: boolean;
}

const MONEY = /^(funds_|bettor_|delegate_|allowance_)/;

const PARTS: readonly (readonly [FormPart, RegExp])[] = [
  ['expireAt', /^(expire_at_|duration_too_long|market_ends)/],
  ['bettingClosesAt', /^betting_closes_at_/],
  ['tokenAddress', /^token_address_/],
  ['currency', /^currency_/],
  ['silence', /^attestation_/],
  ['sources', /^web_source_/],
  ['stake', /^(amount_|stake_|pool_|outcome_|funds_|bettor_|delegate_|allowance_|no_free_)/],
  ['stake', /^market_custom$/],
  ['question', /^(question_|condition_|characters_)/],
];

const FIELDS = /\b(expireAt|bettingClosesAt|tokenAddress|currency|initialStake|sources|question)\b/;

const RENEW =
  'Our permission to bet for you has ended. Renew it in your portfolio, or leave the stake out.';

const WORDS: Partial<Record<ToteErrorCode, string>> = {
  bettor_missing: 'Your wallet has no money here yet. Deposit some, or create it without a stake.',
  delegate_missing:
    'We may not bet for your wallet yet. Allow it in your portfolio, or create it without a stake.',
  delegate_disabled: RENEW,
  delegate_expired: RENEW,
  market_ends_too_late: 'Choose an earlier end.',
  market_custom:
    'Only you can sign bets in this market. Create it without a stake, then bet with your wallet.',
  rent_limit_reached:
    'You have as many open markets as we pay the rent for. Wait until one of them ends.',
  network_failed: 'The service is not responding.',
  timed_out: 'The service is not responding.',
  signing_failed: 'Your wallet did not sign.',
};

export function explainError(error: unknown): FieldError {
  if (!(error instanceof ToteError)) throw error;
  const { code, message } = error;
  const found = PARTS.find(([, pattern]) => pattern.test(code))?.[0];
  const named = FIELDS.exec(message)?.[1]?.replace('initialStake', 'stake') as FormPart | undefined;
  return {
    part: found ?? named ?? 'form',
    message: WORDS[code] ?? message,
    isAboutMoney: MONEY.test(code),
  };
}
