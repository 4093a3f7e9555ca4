// Reads what a question is about.
import type { Piece } from './scan-question.ts';
import type { Subject } from './statement.ts';
import { has, type Parts, Refused, terms } from './statement-parts.ts';

const NAME_WORDS_MAX = 3;

/** Adverbs and pronouns, which cannot be a name. */
const MANNERS = new Set(
  (
    'about actually almost apparently approximately around barely best briefly consistently ' +
    'directly easily even eventually exactly ever hardly immediately just less likely ' +
    'mainly more most mostly nearly only perhaps permanently possibly probably quickly ' +
    'quite rarely really roughly seriously simply slightly soon still suddenly supposedly ' +
    'temporarily truly usually virtually we you they i he she people someone anyone ' +
    'everyone nobody'
  ).split(' '),
);

export function readSubject(parts: Parts): Subject {
  const named = parts.pieces.flatMap((piece): Subject[] => {
    if (piece.kind === 'feed') return [{ kind: 'feed', feed: piece.feed }];
    if (piece.kind === 'ticker') return [{ kind: 'ticker', ticker: piece.ticker, isToken: false }];
    return [];
  });
  const name = readName(parts);
  if (name) named.push(name);
  const [subject, other] = named;
  const pronouns = terms(parts, 'pronoun');
  // "this token in SOL" is not about SOL, "this token ($WIF)" is about both.
  const isTorn = subject?.kind === 'feed' && pronouns.length > 0;
  if (other || isTorn) throw new Refused('it is about more than one thing');
  if (subject?.kind === 'ticker') return { ...subject, isToken: pronouns.length > 0 };
  if (subject) return subject;
  if (pronouns.length > 0) {
    return { kind: 'pronoun', isToken: pronouns.some(({ isToken }) => isToken) };
  }
  return has(parts, 'noun') ? { kind: 'pronoun', isToken: true } : { kind: 'none' };
}

/** Unknown words are a name where a name can be: before everything else, or after "of". */
function readName({ pieces }: Parts): Extract<Subject, { kind: 'name' }> | undefined {
  const words = pieces.flatMap((piece, index) => (piece.kind === 'word' ? [index] : []));
  const [first] = words;
  if (first === undefined) return undefined;
  const last = words.at(-1) ?? first;
  const isRun = last - first + 1 === words.length && words.length <= NAME_WORDS_MAX;
  const before = pieces[first - 1];
  const isBehindOf = before?.kind === 'term' && before.term.kind === 'of';
  const isInFront = pieces.slice(0, first).every(isOpening);
  const name = pieces.slice(first, last + 1).map(({ text }) => text);
  const isName = name.every((word) => /^[\p{L}\p{N}]/u.test(word) && !MANNERS.has(word));
  // "it almost reaches": a question with a subject needs no name, except "this cat token".
  const after = pieces[last + 1];
  const isNoun = after?.kind === 'term' && after.term.kind === 'noun';
  const hasSubject = pieces.some((piece) => piece.kind === 'term' && piece.term.kind === 'pronoun');
  if (!isRun || !isName || !(isBehindOf || isInFront) || (hasSubject && !isNoun)) {
    throw new Refused(`it says "${pieces[first]?.text}", which is not understood`);
  }
  const hasArticle = before?.kind === 'term' && before.term.kind === 'filler';
  return { kind: 'name', name: name.join(' '), hasArticle };
}

function isOpening(piece: Piece): boolean {
  if (piece.kind === 'moment') return true;
  return piece.kind === 'term' && ['lead', 'filler', 'pronoun', 'noun'].includes(piece.term.kind);
}
