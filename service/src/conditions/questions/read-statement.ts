// From the pieces of a question to what it says. Each part may be said once; whatever is doubtful
// is refused, and the question becomes one that the oracle answers.
import type { UnixSeconds } from '@tote/domain';
import type { Comparator, Timing } from '../threshold.ts';
import type { EventWord, Metric, Term } from './lexicon.ts';
import type { Moment } from './moment.ts';
import type { Amount } from './read-amount.ts';
import type { Piece } from './scan-question.ts';
import type { Happened, Measured, Refusal, Statement, Subject } from './statement.ts';

const NAME_WORDS_MAX = 3;

export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(why: string, isNear = true) {
    super(why);
    this.refusal = { why, isNear };
  }
}

type Of<Kind extends Term['kind']> = Extract<Term, { kind: Kind }>;

/** The parts that were found; the order in which they were said matters only where it is noted. */
interface Parts {
  readonly pieces: readonly Piece[];
  readonly terms: readonly Term[];
  readonly amounts: readonly Amount[];
  readonly moments: readonly Moment[];
}

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
    // A question without any number or metric was never about one: nothing to tell its author.
    if (error instanceof Refused && !isNear) throw new Refused(error.refusal.why, false);
    throw error;
  }
}

function assemble(parts: Parts, now: UnixSeconds | undefined): Statement {
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

function terms<Kind extends Term['kind']>(parts: Parts, kind: Kind): Of<Kind>[] {
  return parts.terms.filter((term): term is Of<Kind> => term.kind === kind);
}

function count(parts: Parts, kind: Term['kind']): number {
  return terms(parts, kind).length;
}

function has(parts: Parts, kind: Term['kind']): boolean {
  return count(parts, kind) > 0;
}

function only<T>(values: readonly T[], what: string): T | undefined {
  if (new Set(values).size > 1) throw new Refused(`it names more than one ${what}`);
  return values[0];
}

// Subject

function readSubject(parts: Parts): Subject {
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

/** Unknown words are a name where a name stands: in front of everything, or behind "of". */
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
  const isName = name.every((word) => /^[\p{L}\p{N}]/u.test(word));
  if (!isRun || !isName || !(isBehindOf || isInFront)) {
    throw new Refused(`it says "${pieces[first]?.text}", which is not understood`);
  }
  const hasArticle = before?.kind === 'term' && before.term.kind === 'filler';
  return { kind: 'name', name: name.join(' '), hasArticle };
}

function isOpening(piece: Piece): boolean {
  if (piece.kind === 'moment') return true;
  return piece.kind === 'term' && ['lead', 'filler', 'pronoun', 'noun'].includes(piece.term.kind);
}

// What happens

function readHappened(parts: Parts): Happened | undefined {
  const hasCurve = has(parts, 'curve');
  const events = terms(parts, 'event').map(({ event }) => event);
  if (!hasCurve && events.length === 0) return undefined;
  if (parts.amounts.length > 0 || has(parts, 'metric') || has(parts, 'comparator')) {
    throw new Refused('it says more than one thing');
  }
  if (has(parts, 'move')) throw new Refused('it does not say plainly what happens');
  const isCompleted = has(parts, 'complete') || has(parts, 'end');
  if (hasCurve && !isCompleted) throw new Refused('it does not say what the curve does');
  const said: EventWord[] = hasCurve ? [...events, 'curve_complete'] : events;
  const event = only(said, 'thing that happens') ?? 'curve_complete';
  const venues = terms(parts, 'venue').map(({ launchpad }) => launchpad);
  const launchpads = terms(parts, 'launchpad').map(({ launchpad }) => launchpad);
  const launchpad = only([...venues, ...launchpads], 'place') ?? null;
  // Moving to a pool is more than a full curve, whatever it is called.
  const isMoved = venues.length > 0;
  return { kind: 'happened', event: isMoved ? 'migrated' : event, launchpad };
}

// What is measured

function readMeasured(parts: Parts): Measured {
  for (const kind of ['venue', 'launchpad', 'complete'] as const) {
    if (has(parts, kind)) throw new Refused('it says something that is not measured');
  }
  const { threshold, minimumBalance } = readAmounts(parts);
  const metric = only(
    terms(parts, 'metric').map((term): Metric => term.metric),
    'thing to measure',
  );
  if (minimumBalance !== null && metric !== 'holders') throw new Refused('it has two amounts');
  if (has(parts, 'have') && !metric) throw new Refused('it does not say what is measured');
  checkOrder(parts);
  const comparator = readComparator(parts, threshold, metric);
  return {
    kind: 'measured',
    metric: metric ?? null,
    comparator,
    amount: threshold,
    minimumBalance,
  };
}

/** What stands between the comparison and its number, and still leaves them together. */
const BETWEEN = ['filler', 'to', 'of', 'metric', 'comparator', 'state', 'noun', 'amount'];

/** "SOL above $10" is not "$10 above SOL": the thing, the comparison, then the number. */
function checkOrder({ pieces }: Parts): void {
  const kinds = pieces.map((piece) => (piece.kind === 'term' ? piece.term.kind : piece.kind));
  const amount = kinds.indexOf('amount');
  const comparison = kinds.findIndex((kind) => kind === 'move' || kind === 'comparator');
  const isFollowed = comparison > amount && kinds[comparison - 1] !== 'minimum';
  const between = comparison < 0 ? [] : kinds.slice(comparison + 1, amount);
  const named = kinds.findIndex((kind) => ['feed', 'ticker', 'word'].includes(kind));
  const isNamedLate = named > amount && kinds[named - 1] !== 'of';
  if (isFollowed || isNamedLate || between.some((kind) => !BETWEEN.includes(kind))) {
    throw new Refused('its words stand in an order that is not understood');
  }
}

type Exact = Amount & { readonly value: string };

function readAmounts(parts: Parts): { threshold: Exact; minimumBalance: string | null } {
  const amounts = parts.amounts.map((amount): Exact => {
    if (amount.isRelative) throw new Refused('percentages, multiples and other currencies');
    const { value } = amount;
    if (value === undefined) throw new Refused('it is not clear which number is meant');
    return { ...amount, value };
  });
  const [first, second, ...more] = amounts;
  if (!first) throw new Refused('it has no number');
  if (more.length > 0) throw new Refused('it has more than one number');
  if (!second) {
    if (has(parts, 'minimum')) throw new Refused('it is not clear what must be held');
    return { threshold: first, minimumBalance: null };
  }
  // "10k holders with at least 100 tokens": the second number must follow "with at least".
  const kinds = parts.pieces.map((piece) => (piece.kind === 'term' ? piece.term.kind : piece.kind));
  const isMinimum = kinds[kinds.lastIndexOf('amount') - 1] === 'minimum';
  if (!isMinimum || second.unit !== null) throw new Refused('it has more than one number');
  return { threshold: first, minimumBalance: second.value };
}

function readComparator(parts: Parts, amount: Exact, metric: Metric | undefined): Comparator {
  const verbs = [...terms(parts, 'move'), ...terms(parts, 'end'), ...terms(parts, 'have')];
  const states = count(parts, 'state');
  if (verbs.length > 1 || states > 2 || (states > 0 && has(parts, 'move'))) {
    throw new Refused('it says more than one thing');
  }
  const [move] = terms(parts, 'move');
  const said = only(
    terms(parts, 'comparator').map(({ comparator }) => comparator),
    'comparison',
  );
  const behind = only(
    terms(parts, 'or_more').map(({ comparator }) => comparator),
    'comparison',
  );
  const open = amount.isOpenEnded ? 'gte' : behind;
  if (said && open) throw new Refused('it compares twice');
  const explicit = said ?? open;
  if (move) return compareByMove(parts, move, explicit);
  if (explicit) return explicit;
  // To have ten thousand holders is to have at least so many.
  if (has(parts, 'have') && metric === 'holders') return 'gte';
  throw new Refused('it does not say above or below');
}

function compareByMove(
  parts: Parts,
  { direction, comparator }: Of<'move'>,
  explicit: Comparator | undefined,
): Comparator {
  const isTo = parts.pieces.some((piece, index) => {
    const before = parts.pieces[index - 1];
    const isMove = before?.kind === 'term' && before.term.kind === 'move';
    return isMove && piece.kind === 'term' && piece.term.kind === 'to';
  });
  const implied = isTo && direction ? (direction === 'up' ? 'gte' : 'lte') : comparator;
  const result = explicit ?? implied;
  if (!result) throw new Refused('it does not say above or below');
  const isUp = result === 'gt' || result === 'gte';
  if (direction && isUp !== (direction === 'up')) throw new Refused('it contradicts itself');
  return result;
}

// When

interface Manner {
  /** Something is reached or happens, in contrast to being so. */
  readonly isMoving: boolean;
  /** It closes, ends or finishes so. */
  readonly isEnding: boolean;
  readonly now: UnixSeconds | undefined;
}

function readTiming(parts: Parts, manner: Manner): Timing {
  const timings = parts.moments.map((moment) => timingOf(moment, manner));
  const timing = only(timings, 'moment');
  return timing ?? (manner.isMoving ? 'any_time_before' : 'at_expiry');
}

function timingOf(
  { relation, startsAt, span }: Moment,
  { isMoving, isEnding, now }: Manner,
): Timing {
  switch (relation) {
    case 'before':
      return isEnding ? 'at_expiry' : 'any_time_before';
    case 'at':
      // "hit 250 on Friday" is not "hit 250 before": only the expiry itself can be meant.
      if (isMoving && span)
        throw new Refused('it speaks of a day, and the market counts earlier too');
      return 'at_expiry';
    case 'in':
      return isMoving ? 'any_time_before' : 'at_expiry';
    case 'within':
      if (isEnding) return 'at_expiry';
      if (!isMoving) throw new Refused('it is not clear whether any moment or the last one counts');
      return 'any_time_before';
    case 'during': {
      const hasBegun = now !== undefined && startsAt !== undefined && now >= startsAt;
      if (isEnding) return 'at_expiry';
      if (!isMoving || !hasBegun) throw new Refused('it speaks of a time that begins later');
      return 'any_time_before';
    }
    case 'later':
      if (isMoving) throw new Refused('it speaks of a time that begins later');
      return 'at_expiry';
  }
}

const OPPOSITES = { gte: 'lt', gt: 'lte', lte: 'gt', lt: 'gte' } as const;

/** "not above 250 at expiry" is "at most 250 at expiry"; "not reach" has no such opposite. */
function negate(says: Statement['says'], timing: Timing, isMoving: boolean): Measured {
  if (says.kind !== 'measured' || isMoving || timing !== 'at_expiry') {
    throw new Refused('it asks whether something does not happen');
  }
  return { ...says, comparator: OPPOSITES[says.comparator] };
}
