// Questions that would be measured and are close to one that is not. They are made from the parts
// that were understood, and each is compiled before it is suggested.
import type { Fields } from '../field-reader.ts';
import { compileQuestion } from './compile-question.ts';
import type { EventWord, Metric, Term } from './lexicon.ts';
import { fitOf } from './moment.ts';
import { normaliseQuestion } from './normalise-question.ts';
import type { Amount } from './read-amount.ts';
import { type Piece, scanQuestion } from './scan-question.ts';
import { namePattern } from './token-names.ts';

interface Suggestion {
  readonly question: string;
  /** As a structured condition of a request. */
  readonly condition: Fields;
}

type Asked = Parameters<typeof compileQuestion>[0];

const SUGGESTIONS_MAX = 3;

/** None if the question is measured as it stands, or nothing of it can be. */
export function suggestQuestions(input: Asked): Suggestion[] {
  if (compileQuestion(input).fields.type !== 'attested') return [];
  const { text } = normaliseQuestion(input.question);
  const { expiresAt, now, token } = input;
  const pieces = scanQuestion(text, { expiresAt, now, name: namePattern(token?.names) });
  const suggestions: Suggestion[] = [];
  for (const question of new Set(rephrase(pieces, input))) {
    const { fields } = compileQuestion({ ...input, question });
    if (fields.type === 'attested' || suggestions.length === SUGGESTIONS_MAX) continue;
    suggestions.push({ question, condition: fields });
  }
  return suggestions;
}

function rephrase(pieces: readonly Piece[], input: Asked): string[] {
  const subject = nameSubject(pieces, input);
  if (subject === undefined) return [];
  const whens = listWhens(pieces, input);
  return listStatements(pieces).flatMap((statement) =>
    whens.map((when) => `Will ${subject}${statement} ${when}?`),
  );
}

function nameSubject(pieces: readonly Piece[], { tokenAddress, token }: Asked): string | undefined {
  for (const piece of pieces) {
    if (piece.kind === 'feed') return piece.feed.symbol;
    if (piece.kind === 'ticker') return `$${piece.ticker}`;
    if (piece.kind === 'name') return token?.names?.symbol ?? piece.text;
  }
  return tokenAddress === null ? undefined : 'this token';
}

/** The time of the question if the market ends then, otherwise the expiry. */
function listWhens(pieces: readonly Piece[], { expiresAt }: Asked): string[] {
  const fitting = pieces.flatMap((piece) => {
    if (piece.kind !== 'moment' || piece.moment.problem !== undefined) return [];
    return fitOf(piece.moment, expiresAt) === 'same' ? [piece.text] : [];
  });
  return [...fitting, 'at any time before expiry', 'at expiry'];
}

const termsOf = (pieces: readonly Piece[]): Term[] =>
  pieces.flatMap((piece) => (piece.kind === 'term' ? [piece.term] : []));

const EVENTS: Record<EventWord, string> = {
  curve_complete: ' complete its bonding curve',
  migrated: ' migrate',
};

function listStatements(pieces: readonly Piece[]): string[] {
  const terms = termsOf(pieces);
  const amounts = pieces.flatMap((piece) => (piece.kind === 'amount' ? [piece.amount] : []));
  const [amount] = amounts;
  const events = terms.flatMap((term) => (term.kind === 'event' ? [EVENTS[term.event]] : []));
  const curve = terms.some(({ kind }) => kind === 'curve') ? [EVENTS.curve_complete] : [];
  const happened = [...events, ...curve];
  if (happened.length > 0 || !amount) return happened;
  const compared = compare(terms);
  return listMetrics(terms, amount).flatMap((metric) => describe(metric, compared, amount));
}

const WORDS = { gt: 'above', gte: 'at least', lt: 'below', lte: 'at most' } as const;

/** What the verbs and comparisons of the question say; at least, if they say nothing. */
function compare(terms: readonly Term[]): (typeof WORDS)[keyof typeof WORDS] {
  for (const term of terms) {
    if (term.kind === 'comparator' || term.kind === 'or_more') return WORDS[term.comparator];
  }
  const move = terms.find((term) => term.kind === 'move');
  if (move?.kind !== 'move') return WORDS.gte;
  return WORDS[move.comparator ?? (move.direction === 'down' ? 'lte' : 'gte')];
}

/** A number without a metric may be a price or a market capitalisation. */
function listMetrics(terms: readonly Term[], { unit }: Amount): Metric[] {
  const named = terms.flatMap((term) => (term.kind === 'metric' ? [term.metric] : []));
  if (named.length > 0) return named;
  return unit === null ? ['price', 'market_cap', 'holders'] : ['price', 'market_cap'];
}

function describe(metric: Metric, compared: string, amount: Amount): string[] {
  const { value, unit } = amount;
  if (value === undefined || amount.isForeign || amount.relative !== undefined) return [];
  const money = unit === 'SOL' ? `${value} SOL` : `$${value}`;
  switch (metric) {
    case 'price':
      return [`'s price be ${compared} ${money}`];
    case 'market_cap':
      return [`'s market cap be ${compared} ${money}`];
    case 'holders':
      return [` have ${compared} ${value} holders`];
    case 'supply':
      return [`'s supply be ${compared} ${value}`];
  }
}
