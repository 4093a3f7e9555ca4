// A request to a wallet, which opens its own window and may never answer.
import { signal } from '@preact/signals';

interface Prompt {
  readonly isSlow: boolean;
  /** Continues as if the wallet had refused. A later answer is ignored. */
  end(reason: string): void;
}

export const prompt = signal<Prompt | undefined>(undefined);

const SLOW_MS = 20_000;

export class PromptEnded extends Error {}

export async function askWallet<T>(ask: () => Promise<T>): Promise<T> {
  let end = (_reason: string) => {};
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => reject(new PromptEnded(reason));
  });
  prompt.value = { isSlow: false, end };
  const timer = setTimeout(() => {
    prompt.value = { isSlow: true, end };
  }, SLOW_MS);
  try {
    return await Promise.race([ask(), ended]);
  } finally {
    clearTimeout(timer);
    prompt.value = undefined;
  }
}
