import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useCallback } from 'preact/hooks';
import { failureWords } from './failure-words.ts';

export interface Task {
  /** What is being done, in words; undefined: nothing. */
  readonly doing: ReadonlySignal<string | undefined>;
  /** Why the last one failed. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** One at a time: the next one waits for its click. */
  run(words: string, work: () => Promise<void>): Promise<void>;
}

/** Something that a click starts and that takes a moment. */
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
