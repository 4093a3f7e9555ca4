// Reads what a question is about.
import { ADDRESS_WORD } from './normalise-question.ts';
import { Refused } from './refused.ts';
import type { Subject } from './statement.ts';
import { has, kindsOf, type Parts, terms } from './statement-parts.ts';

const QUOTED_MAX = 5;

function quote(words: readonly string[]): string {
  const shown = words.slice(0, QUOTED_MAX).map((word) => `"${word}"`);
  return [...shown, ...(words.length > QUOTED_MAX ? ['more'] : [])].join(', ');
}

/** Of the parts that do not name what it is compared with. */
export function readSubject(parts: Parts): Subject {
  const unknown = parts.pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  if (unknown.length > 0) throw new Refused(`it says ${quote(unknown)}, which is not understood`);
  const named = parts.pieces.flatMap((piece): Subject[] => {
    if (piece.kind === 'feed') return [{ kind: 'feed', feed: piece.feed }];
    if (piece.kind === 'ticker') return [{ kind: 'ticker', ticker: piece.ticker, isToken: false }];
    if (piece.kind === 'name') return [{ kind: 'name', name: piece.text }];
    return [];
  });
  checkNames(parts);
  const [subject, another] = named;
  const pronouns = terms(parts, 'pronoun');
  if (pronouns.some((pronoun) => pronoun.other !== undefined)) {
    throw new Refused('it names another address than tokenAddress');
  }
  // "this token in SOL" is not about SOL, "this token ($WIF)" is about both.
  const isTorn = subject?.kind === 'feed' && pronouns.length > 0;
  if (another || isTorn) throw new Refused('it is about more than one thing');
  if (subject?.kind === 'ticker') return { ...subject, isToken: pronouns.length > 0 };
  if (subject) return subject;
  if (pronouns.length > 0) {
    return { kind: 'pronoun', isToken: pronouns.some(({ isToken }) => isToken) };
  }
  return has(parts, 'noun') ? { kind: 'pronoun', isToken: true } : { kind: 'none' };
}

/** What may stand before a name. "The price hardly rises" is not about a token called Hardly. */
const BEFORE_NAME = ['lead', 'of', 'filler', 'noun', 'pronoun', 'ticker'];

function checkNames(parts: Parts): void {
  const { pieces } = parts;
  const kinds = kindsOf(parts);
  // "This token hardly rises" neither. With its own address it may have its name.
  const isNamed = pieces.some(
    ({ text }, index) => kinds[index] === 'pronoun' && text !== ADDRESS_WORD,
  );
  for (const [index, kind] of kinds.entries()) {
    if (kind !== 'name') continue;
    const isClear = index === 0 || BEFORE_NAME.includes(kinds[index - 1] ?? '');
    if (isNamed || !isClear) throw new Refused('its word order is not understood');
  }
}
