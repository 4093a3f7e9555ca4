// Reads what a question is about.
import type { PriceFeed } from '@tote/oracles/price-feeds';
import { Refused } from './refused.ts';
import type { Subject } from './statement.ts';
import { has, type Parts, terms } from './statement-parts.ts';

const QUOTED_MAX = 5;

function quote(words: readonly string[]): string {
  const shown = words.slice(0, QUOTED_MAX).map((word) => `"${word}"`);
  return [...shown, ...(words.length > QUOTED_MAX ? ['more'] : [])].join(', ');
}

/** `other` is what it is compared with. */
export function readSubject(parts: Parts, other?: PriceFeed): Subject {
  const unknown = parts.pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  if (unknown.length > 0) throw new Refused(`it says ${quote(unknown)}, which is not understood`);
  const named = parts.pieces.flatMap((piece): Subject[] => {
    if (piece.kind === 'feed') {
      return piece.feed === other ? [] : [{ kind: 'feed', feed: piece.feed }];
    }
    if (piece.kind === 'ticker') return [{ kind: 'ticker', ticker: piece.ticker, isToken: false }];
    if (piece.kind === 'name') return [{ kind: 'name', name: piece.text }];
    return [];
  });
  const [subject, another] = named;
  const pronouns = terms(parts, 'pronoun');
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
