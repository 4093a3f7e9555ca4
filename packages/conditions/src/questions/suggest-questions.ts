// Questions that would be measured, and say what an attested question could mean, or come close to
// it: each keeps its direction, number and end. Where that is not possible, there is none.
import type { Fields } from '../field-reader.ts';
import { compileQuestion } from './compile-question.ts';
import type { QuestionInput } from './said.ts';
import { writeQuestion } from './write-question.ts';

interface Suggestion {
  readonly question: string;
  /** As a structured condition of a request. Left out: it depends on the present value. */
  readonly condition?: Fields;
}

/** None if nothing is open: it is measured as it stands, or nothing of it can be. */
export function suggestQuestions(input: QuestionInput): Suggestion[] {
  const { fields, readings } = compileQuestion(input);
  const isOpen = fields.direction !== undefined;
  return [...(isOpen ? bothWays(fields) : []), ...readings].map((reading) => {
    const { side: _, bare: __, ...condition } = reading;
    const question = writeQuestion({ ...reading, bare: undefined }, input);
    const isRelative = condition.times !== undefined || condition.plus !== undefined;
    return isRelative ? { question } : { question, condition };
  });
}

/** "Reach $100", where the present value does not tell from which side. */
function bothWays({ direction, ...fields }: Fields): Fields[] {
  const comparators = direction === 'crosses' ? ['gt', 'lt'] : ['gte', 'lte'];
  return comparators.map((comparator) => ({ ...fields, comparator }));
}
