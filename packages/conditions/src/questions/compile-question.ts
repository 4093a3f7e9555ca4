// From a question to a condition: deterministic, without network, clock or language model. It is
// measured only if the grammar derives all of it, if every derivation means the same, and if the
// rule, written as a sentence and read again, is the same rule. Anything else is attested.
import { canonicalJson } from '../canonical-json.ts';
import type { Fields } from '../field-reader.ts';
import { type Interpreted, interpret } from './interpret.ts';
import { LENGTH_MAX, normaliseQuestion } from './normalise-question.ts';
import { parseQuestion } from './parse-question.ts';
import { type QuestionInput, Refused, type Said } from './said.ts';
import { writeQuestion } from './write-question.ts';

interface CompiledQuestion extends Interpreted {
  /** What an attested question could mean, as structured conditions. */
  readonly readings: readonly Fields[];
}

/** The fields of a condition. What depends on the present value is still open. */
export function compileQuestion(input: QuestionInput): CompiledQuestion {
  const { readings, problem } = parseQuestion(input);
  if (problem !== undefined) return askYesNo(input) ?? attest(problem);
  const results = new Map<string, Interpreted | Refused>();
  for (const { meaning } of readings) {
    const result = tryInterpret(meaning as Said, input);
    const key = result instanceof Refused ? result.message : canonicalJson(result.fields);
    results.set(key, result);
  }
  const all = [...results.values()];
  const refused = all.find((result) => result instanceof Refused);
  if (refused)
    return attest(
      refused.message,
      refused.others.flatMap((said) => fieldsOf(said, input)),
    );
  const [first, ...others] = all as [Interpreted, ...Interpreted[]];
  const fields = [first, ...others].map((each) => each.fields);
  if (others.length > 0) return attest('it can be meant in two ways', fields);
  if (!isSameAgain(first.fields, input)) return attest('it cannot be said more simply');
  return { ...first, readings: [] };
}

/** What is no yes/no question, with one that is, if it can be measured. */
function askYesNo(input: QuestionInput): CompiledQuestion | undefined {
  if (input.question.length > LENGTH_MAX) return undefined;
  const { text } = normaliseQuestion(input.question);
  if (isYesNo(text)) return undefined;
  const question = toYesNo(text);
  const asked = question === undefined ? undefined : compileQuestion({ ...input, question }).fields;
  const readings = asked && asked.type !== 'attested' ? [asked] : [];
  const warning = 'This is not a yes/no question: ask one that begins with "Will". ';
  return {
    ...attest('nobody can answer it with Yes or No', readings),
    warnings: [
      `${warning}Until then the market’s oracle says Yes or No, or all stakes are refunded.`,
    ],
  };
}

function attest(why: string, readings: readonly Fields[] = []): CompiledQuestion {
  return { fields: { type: 'attested' }, warnings: [sayWhyAttested(why)], readings };
}

export const sayWhyAttested = (why: string): string =>
  `Nothing measures this by itself (${why}), so the market’s oracle attests it.`;

/** The rule as a sentence must mean the rule. */
function isSameAgain(fields: Fields, input: QuestionInput): boolean {
  const question = writeQuestion(fields, input);
  const { readings } = parseQuestion({ ...input, question });
  const again = readings.map(({ meaning }) =>
    tryInterpret(meaning as Said, { ...input, question }),
  );
  const wanted = canonicalJson(fields);
  const isWanted = (each: Interpreted | Refused) =>
    !(each instanceof Refused) && canonicalJson(each.fields) === wanted;
  return again.length > 0 && again.every(isWanted);
}

function fieldsOf(said: Said, input: QuestionInput): Fields[] {
  const result = tryInterpret(said, input);
  return result instanceof Refused ? [] : [result.fields];
}

function tryInterpret(said: Said, input: QuestionInput): Interpreted | Refused {
  try {
    return interpret(said, input);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

const OPEN =
  /^(?:who|whom|whose|what|which|when|where|why|how)\b|_{2,}|\.{3}\s*(?:by|on|at|before)\b/;
const CHOICE = '(?:up or down|up\\/down|higher or lower|green or red)';
const UP_OR_DOWN = new RegExp(
  `^(?:(?:will|is|are) )?(.+?):? (?:go |be |close |end |finish )?${CHOICE}\\b(.*)$`,
);

/** A normalised text. */
const isYesNo = (text: string): boolean => !OPEN.test(text) && !UP_OR_DOWN.test(text);

/** "Bitcoin up or down today" asks whether it will be up. */
function toYesNo(text: string): string | undefined {
  const [, subject, rest] = UP_OR_DOWN.exec(text) ?? [];
  return subject === undefined ? undefined : `will ${subject} be up${rest}`;
}
