// Helpers for reading the parts of a question.
import type { Comparator } from '../kinds/shared/threshold.ts';
import type { Term } from './lexicon.ts';
import type { Moment } from './moment.ts';
import type { Amount } from './read-amount.ts';
import { Refused } from './refused.ts';
import type { Piece } from './scan-question.ts';

export type Of<Kind extends Term['kind']> = Extract<Term, { kind: Kind }>;

/** The parts of a question by kind; `pieces` has them in order. */
export interface Parts {
  readonly pieces: readonly Piece[];
  readonly terms: readonly Term[];
  readonly amounts: readonly Amount[];
  readonly moments: readonly Moment[];
}

export function partsOf(pieces: readonly Piece[]): Parts {
  return {
    pieces,
    terms: pieces.flatMap((piece) => (piece.kind === 'term' ? [piece.term] : [])),
    amounts: pieces.flatMap((piece) => (piece.kind === 'amount' ? [piece.amount] : [])),
    moments: pieces.flatMap((piece) => (piece.kind === 'moment' ? [piece.moment] : [])),
  };
}

export function terms<Kind extends Term['kind']>(parts: Parts, kind: Kind): Of<Kind>[] {
  return parts.terms.filter((term): term is Of<Kind> => term.kind === kind);
}

export function count(parts: Parts, kind: Term['kind']): number {
  return terms(parts, kind).length;
}

export function has(parts: Parts, kind: Term['kind']): boolean {
  return count(parts, kind) > 0;
}

/** What the pieces are, in order. */
export function kindsOf({ pieces }: Parts): (Term['kind'] | Piece['kind'])[] {
  return pieces.map((piece) => (piece.kind === 'term' ? piece.term.kind : piece.kind));
}

/** "Above" before the number, and "or more" or "+" behind it. */
export function readComparison(
  parts: Parts,
  amount: Pick<Amount, 'isOpenEnded'> | undefined,
): { said: Comparator | undefined; open: Comparator | undefined } {
  const comparisonOf = (kind: 'comparator' | 'or_more') =>
    only(
      terms(parts, kind).map(({ comparator }) => comparator),
      'comparison',
    );
  const [said, behind] = [comparisonOf('comparator'), comparisonOf('or_more')];
  return { said, open: amount?.isOpenEnded ? 'gte' : behind };
}

export function only<T>(values: readonly T[], what: string): T | undefined {
  if (new Set(values).size > 1) throw new Refused(`it names more than one ${what}`);
  return values[0];
}
