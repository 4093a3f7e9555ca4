// The corpus is the specification of the grammar: no question of it is read as something else, and
// few that can be measured are attested. Those of exact/ are read exactly as they say.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { type Asked, inputOf, readingOf } from './world.ts';

const FOLDER = new URL('../../questions/', import.meta.url);
const LINES_MIN = 1_200;
const ATTESTED_SHARE_MAX = 0.05;
/** All of them take minutes. */
const INSERTED_EVERY = process.env.TOTE_TEST === 'long' ? 1 : 100;
const WARNED_EVERY = process.env.TOTE_TEST === 'long' ? 1 : 5;

function readLine(line: string) {
  const [expected = '', text = '', token = '', expiry = '', now] = line.split(' | ');
  const question = text.replace(/\\u([0-9a-f]{4})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const asked = { question, token: token as Asked['token'], expiry, ...(now && { now }) };
  return { ...asked, expected: expected.split(' // '), reading: readingOf(asked) };
}

const readFolder = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map(readLine);
const LINES = readFolder(FOLDER);
const EXACT = readFolder(new URL('exact/', FOLDER));

const isAttested = (reading: string) => reading.startsWith('A') || reading === 'X';

/** `A` is either way of attesting; a refusal is one, too. */
function isAccepted(reading: string, expected: readonly string[]): boolean {
  return expected.some((each) => {
    if (each === 'A' || each === 'X') return isAttested(reading);
    return each === reading;
  });
}

/** Where people.txt expects an attested market, and what the question says is measured since. */
const MEASURED_SINCE: Readonly<Record<string, readonly string[]>> = {
  'not to happen before a time is `never`': [
    'SOL will not reach $300 before Dec 1',
    'Will SOL not exceed $250 before Dec 1?',
  ],
  'rise and fall by an amount, without "to" or "above", are changes': [
    'Will SOL fall more than $50 before Dec 1?',
    'Will SOL rise more than $250 before Dec 1?',
    'Will OAK holders go up at least 100 by Dec 1?',
    'Will SOL surge at least $50 by Dec 1?',
    'Will ETH climb at least $500 by EOM?',
    'Will BTC go up at least $10k by EOM?',
    'Will BTC pump at least $20,000 by EOY?',
    "Will OAK's market cap rise at least $500k by Dec 1?",
    'Will OAK go up at least $0.001 by Dec 1?',
    'Will SOL rise $50 by Dec 1?',
    'Will SOL go up by $300 before Dec 1?',
    'Will SOL go down at least $20 before Dec 1?',
    'Will SOL climb more than $20 by Dec 1?',
    'Will SOL fall more than $30 by Dec 1?',
    'Will BTC shed $5k by Friday?',
  ],
  'two values are a range': ["Will OAK's market cap be between $100k and $500k on Dec 1?"],
};
const SINCE = new Set(Object.values(MEASURED_SINCE).flat());

test('none is read wrongly', () => {
  const wrong = LINES.flatMap((line) => {
    if (SINCE.has(line.question)) return [];
    const { reading } = line;
    // Whatever is not measured can still be attested.
    const isRight = isAccepted(reading, line.expected) || isFallback(reading, line.expected);
    return isRight ? [] : [`${line.question} | ${line.expected.join(' // ')} | ${reading}`];
  });
  expect(wrong).toEqual([]);
});

test('those of exact/ are read as they say, and have a warning only if they are attested', () => {
  const wrong = EXACT.flatMap((line) => {
    const { reading, expected, question, expiry } = line;
    const { warnings } = compileQuestion(inputOf(line));
    const isWarned = warnings.length > 0;
    const isRight = isAccepted(reading, expected) && isWarned === isAttested(reading);
    return isRight ? [] : [[question, expiry, expected.join(), reading, ...warnings]];
  });
  expect(wrong).toEqual([]);
});

const isFallback = (reading: string, [best = '']: readonly string[]) =>
  reading === 'A:v' && best !== 'X';

test('few that can be measured are attested', () => {
  expect(LINES.length).toBeGreaterThanOrEqual(LINES_MIN);
  const measurable = LINES.filter(({ expected }) => !expected.some(isAttested));
  const attested = measurable.filter((line) => isAttested(line.reading));
  const share = attested.length / measurable.length;
  expect(share, attested.map(({ question }) => question).join('\n')).toBeLessThan(
    ATTESTED_SHARE_MAX,
  );
});

test('every attested question says why', () => {
  const attested = LINES.filter(({ reading }) => reading.startsWith('A'));
  for (const line of attested.filter((_, index) => index % WARNED_EVERY === 0)) {
    const { fields, warnings } = compileQuestion(inputOf(line));
    if (fields.type === 'attested') {
      expect([line.question, warnings]).not.toEqual([line.question, []]);
    }
  }
});

/** The question with a word at every place in turn. */
function insert(question: string, word: string): string[] {
  const words = question.replace(/[?\s]+$/, '').split(' ');
  return [...words.keys(), words.length].map((place) => words.toSpliced(place, 0, word).join(' '));
}

test.each(['blorp', 'unless', 'almost', 'average', 'since'])(
  'no word is ignored: with "%s" anywhere nothing is measured',
  (word) => {
    const measured = LINES.filter((line) => !isAttested(line.reading));
    for (const line of measured.filter((_, index) => index % INSERTED_EVERY === 0)) {
      for (const question of insert(line.question, word)) {
        const { fields } = compileQuestion({ ...inputOf(line), question });
        expect([question, fields.type]).toEqual([question, 'attested']);
      }
    }
  },
);
