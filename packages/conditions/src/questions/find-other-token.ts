// The token that a question compares its own with, before anything is known about it.
import { type Address, isAddress } from '@solana/kit';
import { parseQuestion } from './parse-question.ts';
import type { QuestionInput, Said } from './said.ts';
import { mintOf } from './subject.ts';

/** Its address in the question, or of a name of our own list. Undefined unless there is one. */
export function findOtherToken(
  input: Pick<QuestionInput, 'question' | 'tokenAddress' | 'expiresAt' | 'now'>,
): Address | undefined {
  if (input.tokenAddress === null) return undefined;
  const found = new Set<string>();
  for (const { meaning } of parseQuestion(input).readings) {
    for (const { by, name } of (meaning as Said).other?.subject ?? []) {
      const listed = by === 'address' ? name : mintOf(name);
      if (listed !== undefined) found.add(listed);
    }
  }
  found.delete(input.tokenAddress);
  const [other, ...more] = found;
  return other !== undefined && more.length === 0 && isAddress(other) ? other : undefined;
}
