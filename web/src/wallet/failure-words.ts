import { ToteError } from '@tote/sdk';
import { PromptEnded } from './prompt.ts';
import { networkName } from './wallets.ts';

const AWAY = 'The service is not responding. Try again in a moment.';

const WORDS: Readonly<Record<string, string>> = {
  network_failed: AWAY,
  timed_out: AWAY,
  credential_invalid: 'You are signed out. Sign in again.',
  other_service: 'The service’s name does not match this address. Nothing was signed.',
};

export function failureWords(error: unknown): string {
  if (!(error instanceof ToteError)) return walletWords(error);
  return error.code === 'signing_failed'
    ? walletWords(error.cause)
    : (WORDS[error.code] ?? error.message);
}

const REJECTED = /reject|denied|declin|cancel/i;

function walletWords(error: unknown): string {
  if (error instanceof PromptEnded) return error.message;
  const { message = '', code } = (error ?? {}) as { message?: string; code?: unknown };
  if (code === 4001 || REJECTED.test(message)) {
    return 'You declined it in your wallet. Try again and approve it there.';
  }
  const said = message ? `Your wallet says: ${message}` : 'Your wallet did not sign.';
  return `${said} Check that it is unlocked and set to ${networkName()}, then try again.`;
}
