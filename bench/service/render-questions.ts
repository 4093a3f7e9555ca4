// Renders how long questions take to read.
import type { QuestionsMeasured } from './questions.ts';
import { number, type Row, table } from './table.ts';
import { TARGETS } from './targets.ts';

export function renderQuestions(measured: readonly QuestionsMeasured[]): string[] {
  const [first] = measured;
  const [short, long] = first?.bytes ?? [0, 0];
  return [
    '## Reading questions',
    '',
    'From a text to a condition. The API refuses questions of more than 300 characters.',
    '',
    ...table(
      ['text', `ms for ${number(short)} bytes`, `ms for ${number(long)} bytes`, 'target'],
      measured.map(
        ({ text, ms: [little, much] }): Row => ({
          cells: [text, number(little, 2), number(much, 2), `<= ${TARGETS.questionMs.most}`],
          checked: [{ target: TARGETS.questionMs, actual: much }],
        }),
      ),
    ),
  ];
}
