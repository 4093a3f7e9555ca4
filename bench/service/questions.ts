// How long it takes to read a question, whatever its text, at two lengths. The API takes at most
// 300 characters; the compiler must stay linear all the same.
import { compileQuestion } from '@tote/conditions/questions/compile-question';
import { unixSeconds } from '@tote/domain';
import { progress } from './progress.ts';

export interface QuestionsMeasured {
  readonly text: string;
  readonly bytes: readonly [number, number];
  /** Median milliseconds at each length. */
  readonly ms: readonly [number, number];
}

const NOW = unixSeconds(1_800_000_000);
const EXPIRY = unixSeconds(1_800_086_400);
const NAMES = { symbol: 'OAK', name: 'Mighty Oak' };
const READS = 21;

/** Texts that make slow parsers slow. */
const TEXTS: readonly (readonly [name: string, piece: string])[] = [
  ['one word', 'a'],
  ['unknown words', 'blorp '],
  ['a question, again and again', 'Will SOL be above $250 at expiry? '],
  ['numbers', '1,234.5 '],
  ['digits', '9'],
  ['dates', 'by December 31 at 5pm ET '],
  ['number words', 'two hundred thousand '],
  ['opening quotes', '"('],
  ['addresses', '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr '],
  ['names of the token', 'mighty oak '],
  ['spaces', ' '],
  ['letters of other scripts', 'Сколько будет стоить '],
];

export async function measureQuestions(
  bytes: readonly [number, number],
  runs: number,
): Promise<QuestionsMeasured[][]> {
  progress(`questions of ${bytes.join(' and ')} bytes`);
  return Array.from({ length: runs }, () =>
    TEXTS.map(([text, piece]) => {
      const [short, long] = bytes.map((length) => medianMs(fill(piece, length)));
      return { text, bytes, ms: [short ?? Number.NaN, long ?? Number.NaN] as const };
    }),
  );
}

function fill(piece: string, bytes: number): string {
  return piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)));
}

function medianMs(question: string): number {
  const about = { tokenAddress: null, expiresAt: EXPIRY, now: NOW, token: { names: NAMES } };
  const times = Array.from({ length: READS }, () => {
    const from = performance.now();
    compileQuestion({ question, ...about });
    return performance.now() - from;
  });
  return times.sort((a, b) => a - b)[Math.floor(READS / 2)] ?? Number.NaN;
}
