import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useCallback } from 'preact/hooks';
import { failureWords } from './failure-words.ts';

export interface Task {
  readonly doing: ReadonlySignal<string | undefined>;
  readonly failure: ReadonlySignal<string | undefined>;
  /** Runs one task at a time; clicks meanwhile are ignored. */
  run(words: string, work: () => Promise<void>): Promise<void>;
}

export function useTask(wordsOf: (error: unknown) => string = failureWords): Task {
  const doing = useSignal<string | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const run = useCallback(
    async (words: string, work: () => Promise<void>) => {
      if (doing.peek()) return;
      doing.value = words;
      failure.value = undefined;
      try {
        await work();
      } catch (error) {
        failure.value = wordsOf(error);
      } finally {
        doing.value = undefined;
      }
    },
    [doing, failure, wordsOf],
  );
  return { doing, failure, run };
}
