// Parses a question: its tokens, and every way in which the grammar derives all of them.
import { type Parse, parseTokens, type Tokens } from './chart.ts';
import { GRAMMAR } from './grammar.ts';
import { LENGTH_MAX, normaliseQuestion } from './normalise-question.ts';
import { type Grammar, readGrammar } from './notation.ts';
import type { QuestionInput } from './said.ts';
import { namePattern } from './token-names.ts';
import { tokenise } from './tokens.ts';

/** Read with the first question, because a start would wait for it. */
let known: Grammar | undefined;

/** No question that can be measured names more. */
const TIMES_MAX = 3;

interface ParsedQuestion extends Pick<Parse, 'readings'> {
  readonly tokens: Tokens;
  /** Why it has no reading: the first words that do not fit. */
  readonly problem?: string;
}

export function parseQuestion(input: QuestionInput): ParsedQuestion {
  const { question, expiresAt, now, token } = input;
  const refuse = (problem: string, tokens: Tokens = new Map()) => ({
    readings: [],
    tokens,
    problem,
  });
  known ??= readGrammar(GRAMMAR);
  const grammar = known;
  if (question.length > LENGTH_MAX) return refuse(`it has more than ${LENGTH_MAX} characters`);
  const { text, addresses } = normaliseQuestion(question);
  const name = namePattern(token?.names, grammar.words);
  const tokens = tokenise(text, { expiresAt, now, name, addresses, words: grammar.words });
  const times = [...tokens.values()].flat().filter(({ kind }) => kind === 'when').length;
  if (times > TIMES_MAX) return refuse('it names more than one time', tokens);
  const { readings, stuckAt } = parseTokens(grammar, tokens, text.length);
  if (readings.length > 0) return { readings, tokens };
  const words = text.slice(stuckAt).split(' ').slice(0, 3).join(' ');
  return refuse(words === '' ? 'it ends too early' : `"${words}" does not fit`, tokens);
}
