// Reads what a question is about.
import { Refused } from './refused.ts';
import type { Subject } from './statement.ts';
import { has, type Parts, terms } from './statement-parts.ts';

export function readSubject(parts: Parts): Subject {
  const unknown = parts.pieces.find(({ kind }) => kind === 'word');
  if (unknown) throw new Refused(`it says "${unknown.text}", which is not understood`);
  const named = parts.pieces.flatMap((piece): Subject[] => {
    if (piece.kind === 'feed') return [{ kind: 'feed', feed: piece.feed }];
    if (piece.kind === 'ticker') return [{ kind: 'ticker', ticker: piece.ticker, isToken: false }];
    if (piece.kind === 'name') return [{ kind: 'name', name: piece.text }];
    return [];
  });
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
