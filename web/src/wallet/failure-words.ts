import { ToteError } from '@tote/sdk';
import { PromptEnded } from './prompt.ts';

const AWAY = 'The service is not responding. Try again in a moment.';

const WORDS: Readonly<Record<string, string>> = {
  network_failed: AWAY,
  timed_out: AWAY,
  credential_invalid: 'You are signed out. Connect your wallet again.',
  other_service: 'The service’s name does not match this address. Nothing was signed.',
};

export function failureWords(error: unknown): string {
  if (error instanceof PromptEnded) return error.message;
  if (!(error instanceof ToteError)) return `Your wallet says: ${(error as Error).message}`;
  if (error.code !== 'signing_failed') return WORDS[error.code] ?? error.message;
  const { cause } = error;
  return cause instanceof PromptEnded ? cause.message : 'Your wallet did not sign.';
}
