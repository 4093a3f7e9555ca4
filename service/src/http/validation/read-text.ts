import { DomainError, LIMITS } from '@tote/domain';
import { fieldName } from './explain-error.ts';
import type { ReaderRules } from './reader.ts';

/** Control, format, surrogate and private-use characters, and line and paragraph separators. */
const NOT_ALLOWED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** Without invisible characters: the visible text is what is hashed. */
export function readQuestion(value: unknown, path: string): string {
  if (typeof value !== 'string') {
    throw new DomainError('field_invalid', { field: fieldName(path), expected: 'a string' });
  }
  const { questionCharactersMin: min, questionCharactersMax: max } = LIMITS;
  const bytes = LIMITS.questionBytesMax;
  const question = checkCharacters(value, path);
  const isLongEnough = [...question.trim()].length >= min;
  const isShortEnough = Buffer.byteLength(question) <= bytes && [...question].length <= max;
  if (!isLongEnough || !isShortEnough) {
    throw new DomainError('question_length_out_of_range', { min, max, bytes });
  }
  return question;
}

export function readText(value: unknown, path: string, rules: ReaderRules): string {
  const { least = 0, most = 0 } = rules;
  const expected = `a string of ${least} to ${most} characters`;
  if (typeof value !== 'string')
    throw new DomainError('field_invalid', { field: fieldName(path), expected });
  const text = checkCharacters(value, path);
  const { length } = [...text];
  if (length < least || length > most)
    throw new DomainError('field_invalid', { field: fieldName(path), expected });
  return text;
}

/** Normalized to NFC, so that two encodings of the same visible text are equal. */
function checkCharacters(value: string, path: string): string {
  if (NOT_ALLOWED.test(value))
    throw new DomainError('characters_not_allowed', { field: fieldName(path) });
  return value.normalize('NFC');
}
