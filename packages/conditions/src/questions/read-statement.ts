// From the pieces of a question to its statement. Each part may occur once. An ambiguous question
// is refused, so that it becomes an attested one.
import type { UnixSeconds } from '@tote/domain';
import type { Timing } from '../threshold.ts';
import { readHappened } from './read-happened.ts';
import { readMeasured } from './read-measured.ts';
import { readSubject } from './read-subject.ts';
import { readTiming } from './read-timing.ts';
import { Refused } from './refused.ts';
import type { Piece } from './scan-question.ts';
import type { Measured, Statement } from './statement.ts';
import { count, has, type Of, type Parts } from './statement-parts.ts';

export function readStatement(pieces: readonly Piece[], now: UnixSeconds | undefined): Statement {
  const parts: Parts = {
    pieces,
    terms: pieces.flatMap((piece) => (piece.kind === 'term' ? [piece.term] : [])),
    amounts: pieces.flatMap((piece) => (piece.kind === 'amount' ? [piece.amount] : [])),
    moments: pieces.flatMap((piece) => (piece.kind === 'moment' ? [piece.moment] : [])),
  };
  const isNear = parts.amounts.length > 0 || has(parts, 'metric') || has(parts, 'event');
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
  const subject = readSubject(parts);
  if (count(parts, 'lead') > 1 || count(parts, 'not') > 1)
    throw new Refused('it says more than one thing');
  const happened = readHappened(parts);
  const says = happened ?? readMeasured(parts);
  const isMoving = happened !== undefined || has(parts, 'move');
  const isEnding = happened === undefined && has(parts, 'end');
  const timing = readTiming(parts, { isMoving, isEnding, now });
  const { moments } = parts;
  if (!has(parts, 'not')) return { subject, moments, timing, says };
  return { subject, moments, timing, says: negate(says, timing, isMoving) };
}

const OPPOSITES = { gte: 'lt', gt: 'lte', lte: 'gt', lt: 'gte' } as const;

/** "not above 250 at expiry" is "at most 250 at expiry"; "not reach" has no such opposite. */
function negate(says: Statement['says'], timing: Timing, isMoving: boolean): Measured {
  if (says.kind !== 'measured' || isMoving || timing !== 'at_expiry') {
    throw new Refused('it asks whether something does not happen');
  }
  return { ...says, comparator: OPPOSITES[says.comparator] };
}
