import { DomainError, LIMITS } from '@tote/domain';

export function checkQuestionLength(question: string): string {
  const { questionCharactersMin: min, questionCharactersMax: max } = LIMITS;
  const bytes = LIMITS.questionBytesMax;
  const isLongEnough = [...question.trim()].length >= min;
  const isShortEnough = Buffer.byteLength(question) <= bytes && [...question].length <= max;
  if (isLongEnough && isShortEnough) return question;
  throw new DomainError('question_length_out_of_range', { min, max, bytes });
}
