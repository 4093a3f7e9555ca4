// From the pieces of a question to its statement. Each part may occur once. An ambiguous question
// is refused, so that it becomes an attested one.
import type { UnixSeconds } from '@tote/domain';
import { readHappened } from './read-happened.ts';
import { readMeasured } from './read-measured.ts';
import { type Other, readOther } from './read-other.ts';
import { readSubject } from './read-subject.ts';
import { readTiming } from './read-timing.ts';
import { Refused } from './refused.ts';
import type { Piece } from './scan-question.ts';
import type { Measured, Statement, Subject } from './statement.ts';
import { count, has, kindsOf, type Of, type Parts, partsOf, terms } from './statement-parts.ts';

export function readStatement(pieces: readonly Piece[], now: UnixSeconds | undefined): Statement {
  const parts = partsOf(pieces);
  const isStated = (['metric', 'event', 'flip'] as const).some((kind) => has(parts, kind));
  const isNear = parts.amounts.length > 0 || isStated;
  try {
    return assemble(parts, now);
  } catch (error) {
    // A question without any number or metric was not meant to be measured, so no warning is due.
    if (error instanceof Refused && !isNear) throw new Refused(error.refusal.why, false);
    throw error;
  }
}

function assemble(parts: Parts, now: UnixSeconds | undefined): Statement {
  const problem = parts.moments.find(({ problem }) => problem !== undefined)?.problem;
  if (problem !== undefined) throw new Refused(problem);
  const beyond = parts.terms.find((term): term is Of<'beyond'> => term.kind === 'beyond');
  if (beyond) throw new Refused(beyond.why);
  const other = readOther(parts);
  const subject = readSubjectBeside(parts, other);
  if (count(parts, 'lead') > 1 || count(parts, 'not') > 1)
    throw new Refused('it says more than one thing');
  checkNegation(parts);
  const happened = other ? undefined : readHappened(parts);
  const says = happened ?? readMeasured(parts, other);
  const isNever = terms(parts, 'not').some((term) => term.isNever);
  const isMoving = happened !== undefined || hasMove(parts) || isNever;
  const isLasting = has(parts, 'stay');
  const isEnding = happened === undefined && has(parts, 'end');
  const timing = readTiming(parts, { isMoving, isLasting, isEnding, now });
  const { moments } = parts;
  const statement = { subject, moments, timing, says };
  if (isLasting) return last(statement, has(parts, 'not'));
  return has(parts, 'not') ? negate(statement, isMoving) : statement;
}

/** What it is compared with is named behind its own name. */
function readSubjectBeside(parts: Parts, other: Other | undefined): Subject {
  if (!other) return readSubject(parts);
  const isOther = (piece: Piece) => other.pieces.includes(piece);
  const from = parts.pieces.findIndex(isOther);
  const names = (piece: Piece) =>
    piece.kind === 'term' ? piece.term.kind === 'pronoun' : NAMES.includes(piece.kind);
  if (parts.pieces.slice(from).some((piece) => names(piece) && !isOther(piece))) {
    throw new Refused('its word order is not understood');
  }
  return readSubject(partsOf(parts.pieces.filter((piece) => !isOther(piece))));
}

const NAMES = ['feed', 'ticker', 'name'];

const VERBS = [
  'move',
  'flip',
  'state',
  'have',
  'end',
  'event',
  'complete',
  'change',
  'trend',
  'comparator',
];

/** "Not reach" is about the verb, "not before Friday" about the time. */
function checkNegation(parts: Parts): void {
  const kinds = kindsOf(parts);
  const place = kinds.indexOf('not');
  const isOfVerb = kinds[place - 1] === 'lead' || VERBS.includes(kinds[place + 1] ?? '');
  if (place >= 0 && !isOfVerb) throw new Refused('it is not clear what does not happen');
}

/** "Double" and "2x" move as "reach" does. */
function hasMove(parts: Parts): boolean {
  const isMultiple = parts.amounts.some(({ relative }) => relative === 'multiple');
  const moves = (['move', 'change', 'flip'] as const).some((kind) => has(parts, kind));
  return moves || isMultiple || isGaining(parts);
}

/** "Gain 20 %" happens at some time, "be up 20 %" is a state. */
function isGaining(parts: Parts): boolean {
  return has(parts, 'trend') && !has(parts, 'state') && !has(parts, 'end');
}

/** "Stays above 250" says that it is never at most 250. */
function last(statement: Statement, isNegated: boolean): Statement {
  const { says } = statement;
  if (isNegated || says.kind !== 'measured') throw new Refused('it asks for something to last');
  return { ...statement, says: opposite(says) };
}

const OPPOSITES = { gte: 'lt', gt: 'lte', lte: 'gt', lt: 'gte' } as const;

const opposite = (says: Measured): Measured => ({
  ...says,
  comparator: OPPOSITES[says.comparator],
});

/** "Not above 250 at expiry" is at most 250 then; "not reach 250" is that it never does. */
function negate(statement: Statement, isMoving: boolean): Statement {
  const { says, timing } = statement;
  if (timing === 'any_time_before') return { ...statement, timing: 'never_before' };
  if (says.kind !== 'measured' || isMoving) {
    throw new Refused('it asks whether something does not happen');
  }
  return { ...statement, says: opposite(says) };
}
