// Generated questions: none is measured as something else than it says, and few that could be
// measured are attested.
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { type Generated, generateQuestions } from './generate-questions.ts';
import { NAMES, NOW, OTHER } from './question-pieces.ts';

const QUESTIONS = process.env.TOTE_TEST === 'long' ? 10_000 : 1_000;
const ATTESTED_SHARE_MAX = 0.1;
const TOKEN = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr';
const seed = Number(process.env.TOTE_SEED ?? 1);

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);

function read({ question, isAboutToken, expireAt }: Generated) {
  return compileQuestion({
    ...{ question, expiresAt: at(expireAt), now: at(NOW) },
    tokenAddress: isAboutToken ? TOKEN : null,
    ...(isAboutToken && { token: { names: NAMES, launchpad: 'pump' }, otherToken: OTHER }),
  }).fields;
}

test(`of ${QUESTIONS} generated questions none is read wrongly (seed ${seed})`, () => {
  const generated = generateQuestions(QUESTIONS, seed);
  const wrong: unknown[] = [];
  const attested: string[] = [];
  for (const one of generated) {
    const fields = read(one);
    if (fields.type === 'attested') {
      if (one.right) attested.push(one.question);
      continue;
    }
    const { right } = one;
    const isRight = right && Object.entries(right).every(([name, value]) => fields[name] === value);
    if (!isRight) wrong.push([one.question, one.expireAt, fields, right ?? 'attested']);
  }
  expect(wrong).toEqual([]);
  const measurable = generated.filter(({ right }) => right !== undefined).length;
  expect(measurable).toBeGreaterThan(QUESTIONS / 5);
  expect(attested.length / measurable, attested.join('\n')).toBeLessThanOrEqual(ATTESTED_SHARE_MAX);
});
