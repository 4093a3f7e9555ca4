// Reads metric, comparison and number from the parts of a question.
import type { Comparator } from '../kinds/shared/threshold.ts';
import type { Metric } from './lexicon.ts';
import { readChange } from './read-change.ts';
import type { Other } from './read-other.ts';
import { Refused } from './refused.ts';
import type { Level, Measured } from './statement.ts';
import {
  count,
  has,
  kindsOf,
  type Of,
  only,
  type Parts,
  readComparison,
  terms,
} from './statement-parts.ts';

/** `other` is what it is compared with, if that is no number. */
export function readMeasured(parts: Parts, other?: Other): Measured {
  for (const kind of ['venue', 'launchpad', 'complete'] as const) {
    if (has(parts, kind)) throw new Refused('it says something that is not measured');
  }
  const change = other ? undefined : readChange(parts);
  const metric = only(
    terms(parts, 'metric').map((term): Metric => term.metric),
    'thing to measure',
  );
  if (change) {
    const amount = { kind: 'present', times: change.times } as const;
    const { comparator } = change;
    return { kind: 'measured', metric: metric ?? null, comparator, amount, minimumBalance: null };
  }
  if (other) return compareWith(parts, other, metric);
  if (has(parts, 'flip')) throw new Refused('it compares with another moment or thing');
  const { threshold, minimumBalance } = readAmounts(parts);
  if (minimumBalance !== null && metric !== 'holders') throw new Refused('it has two amounts');
  if (has(parts, 'tokens') && metric !== 'supply' && minimumBalance === null) {
    throw new Refused('it counts tokens');
  }
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

function compareWith(parts: Parts, other: Other, metric: Metric | undefined): Measured {
  const base = { kind: 'measured', minimumBalance: null } as const;
  const comparator = has(parts, 'flip')
    ? readFlip(parts)
    : readComparator(parts, undefined, metric);
  if (other.kind === 'feed') return { ...base, metric: 'price', comparator, amount: other };
  const compared = metric ?? (has(parts, 'flip') ? 'market_cap' : null);
  if (compared === null) throw new Refused('say "price" or "market cap"');
  return { ...base, metric: compared, comparator, amount: other };
}

/** "Flip" is the whole comparison. */
function readFlip(parts: Parts): Comparator {
  const verbs = ['move', 'end', 'have', 'stay', 'state', 'comparator', 'or_more'] as const;
  if (count(parts, 'flip') > 1 || verbs.some((kind) => has(parts, kind))) {
    throw new Refused('it says more than one thing');
  }
  return 'gt';
}

/** What may stand between the comparison and its number. */
const BETWEEN = ['filler', 'to', 'of', 'metric', 'comparator', 'state', 'noun', 'amount'];

/** "SOL above $10" is not "$10 above SOL": first the subject, then the comparison, the number. */
function checkOrder(parts: Parts): void {
  const kinds = kindsOf(parts);
  const amount = kinds.indexOf('amount');
  const comparison = kinds.findIndex((kind) => kind === 'move' || kind === 'comparator');
  const isFollowed = comparison > amount && kinds[comparison - 1] !== 'minimum';
  const between = comparison < 0 ? [] : kinds.slice(comparison + 1, amount);
  const named = kinds.findIndex((kind) => ['feed', 'ticker', 'name'].includes(kind));
  const isNamedLate = named > amount && kinds[named - 1] !== 'of';
  if (isFollowed || isNamedLate || between.some((kind) => !BETWEEN.includes(kind))) {
    throw new Refused('its word order is not understood');
  }
}

function readAmounts(parts: Parts): { threshold: Level; minimumBalance: string | null } {
  const amounts = parts.amounts.map((amount): Level => {
    if (amount.isForeign) throw new Refused('it is in another currency than USD and SOL');
    const { value } = amount;
    if (value === undefined) throw new Refused('it is not clear which number is meant');
    return { ...amount, kind: 'level', value };
  });
  const [first, second, ...more] = amounts;
  if (!first) throw new Refused('it has no number');
  if (more.length > 0) throw new Refused('it has more than one number');
  if (!second) {
    if (has(parts, 'minimum')) throw new Refused('it is not clear what must be held');
    return { threshold: first, minimumBalance: null };
  }
  // "10k holders with at least 100 tokens": the second number must follow "with at least".
  const kinds = kindsOf(parts);
  const isMinimum = kinds[kinds.lastIndexOf('amount') - 1] === 'minimum';
  if (!isMinimum || second.unit !== null) throw new Refused('it has more than one number');
  return { threshold: first, minimumBalance: second.value };
}

function readComparator(
  parts: Parts,
  amount: Level | undefined,
  metric: Metric | undefined,
): Comparator {
  const verbs = (['move', 'end', 'have', 'stay'] as const).flatMap((kind) => terms(parts, kind));
  const states = count(parts, 'state');
  if (verbs.length > 1 || states > 2 || (states > 0 && has(parts, 'move'))) {
    throw new Refused('it says more than one thing');
  }
  const [move] = terms(parts, 'move');
  const comparators = terms(parts, 'comparator');
  const { said, open } = readComparison(parts, amount);
  if (said && open) throw new Refused('it compares twice');
  const explicit = said ?? open;
  if (move) {
    checkChange(move, comparators, metric);
    if (move.needsUnit && (amount?.unit ?? null) === null)
      throw new Refused('it may be about a rank');
    return compareByMove(parts, move, explicit);
  }
  if (explicit) return explicit;
  // "Have ten thousand holders" means at least that many, as "ten thousand holders by Friday" does.
  const isCounted = has(parts, 'have') || (verbs.length === 0 && states === 0);
  if (isCounted && metric === 'holders') return 'gte';
  throw new Refused('it does not say above or below');
}

/** "Rise more than $10" is a change, "rise above $10" a level. */
function checkChange(
  { comparator, direction }: Of<'move'>,
  comparators: readonly Of<'comparator'>[],
  metric: Metric | undefined,
): void {
  if (comparators.some(({ isLimit }) => isLimit)) {
    throw new Refused('it asks whether something does not happen');
  }
  const isCount = metric === 'holders' && direction === undefined;
  if (comparator === undefined && !isCount && comparators.some(({ isThan }) => isThan)) {
    throw new Refused('it is not clear whether a change or a level is meant');
  }
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
