// `npm run questions`: how a question is read, and why not.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Derivation } from '../../packages/conditions/src/questions/chart.ts';
import { compileQuestion } from '../../packages/conditions/src/questions/compile-question.ts';
import { parseQuestion } from '../../packages/conditions/src/questions/parse-question.ts';
import { suggestQuestions } from '../../packages/conditions/src/questions/suggest-questions.ts';
import { type Asked, inputOf, readingOf } from '../../packages/conditions/test/questions/world.ts';

const USAGE = `Usage: npm run questions -- "Will SOL hit $300?" [--token OAK] [--expiry INSTANT]
       npm run questions -- --sweep
  --token TOKEN     the market's token: OAK or SPROUT; left out: none
  --expiry INSTANT  such as 2026-12-01T00:00Z; left out: what the question names
  --sweep           reads the sentences of packages/conditions/questions/sweep.txt, in which each
                    part of a question stands beside each other one; prints those that are read
                    otherwise now, and writes that file
The world in which it is asked: packages/conditions/questions/README.md`;

const SWEEP = new URL('../../packages/conditions/questions/sweep.txt', import.meta.url);

function show(asked: Asked): void {
  const input = inputOf(asked);
  const { tokens, readings } = parseQuestion(input);
  console.log('tokens');
  for (const [, list] of [...tokens].sort(([a], [b]) => a - b)) {
    console.log(`  ${list.map(({ kind, text }) => `${kind} "${text}"`).join(', ')}`);
  }
  for (const { derivation } of readings) {
    console.log('derivation');
    draw(derivation, 1);
  }
  const { fields, warnings } = compileQuestion(input);
  console.log(`rule\n  ${readingOf(asked)}\n  ${JSON.stringify(fields)}`);
  for (const warning of warnings) console.log(`  ${warning}`);
  if (!readingOf(asked).startsWith('A')) return;
  for (const { question } of suggestQuestions(input)) console.log(`  suggested: ${question}`);
}

/** Groups and repetitions of a rule have no name of their own. */
function draw({ name, text, parts }: Derivation, depth: number): void {
  const isNamed = /^[A-Z]\w*$/.test(name) || text !== undefined;
  if (isNamed) console.log(`${'  '.repeat(depth)}${text === undefined ? name : `"${text}"`}`);
  for (const part of parts) draw(part, isNamed ? depth + 1 : depth);
}

function compareSweep(): void {
  const stored = readFileSync(SWEEP, 'utf8').trimEnd().split('\n');
  const lines = stored.map((line) => {
    const [, question = '', token, expiry = '-'] = line.split(' | ');
    const asked = { question, token: token as Asked['token'], expiry };
    return [readingOf(asked), question, token, expiry].join(' | ');
  });
  for (const [index, line] of lines.entries()) if (line !== stored[index]) console.log(line);
  writeFileSync(SWEEP, `${lines.sort().join('\n')}\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    token: { type: 'string', default: '-' },
    expiry: { type: 'string', default: '-' },
    sweep: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const [question] = positionals;
if (values.sweep) compareSweep();
else if (question === undefined || values.help) console.log(USAGE);
else show({ question, token: values.token as Asked['token'], expiry: values.expiry });
