// A request to a wallet, which opens its own window and may never answer.
import { signal } from '@preact/signals';
import { PLAY_WALLET } from './wallets.ts';

interface Prompt {
  readonly walletName: string;
  readonly isSlow: boolean;
  /** Continues as if the wallet had refused. A later answer is ignored. */
  end(reason: string): void;
}

export const prompt = signal<Prompt | undefined>(undefined);

const SLOW_MS = 20_000;
export const CANCELLED = 'You cancelled. Nothing was sent and no money moved.';

export class PromptEnded extends Error {}

export async function askWallet<T>(walletName: string, ask: () => Promise<T>): Promise<T> {
  // The play wallet signs without asking.
  if (walletName === PLAY_WALLET) return ask();
  let end = (_reason: string) => {};
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => reject(new PromptEnded(reason));
  });
  prompt.value = { walletName, isSlow: false, end };
  const timer = setTimeout(() => {
    prompt.value = { walletName, isSlow: true, end };
  }, SLOW_MS);
  try {
    return await Promise.race([ask(), ended]);
  } finally {
    clearTimeout(timer);
    prompt.value = undefined;
  }
}
