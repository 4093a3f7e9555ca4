// Reads a change from the present value: double, 2x, rise by 20 %, be up 20 %.

import type { Comparator } from '../kinds/shared/threshold.ts';
import { add, formatRational, type Rational, rationalOfDecimal } from '../oracles/rational.ts';
import type { Amount } from './read-amount.ts';
import { Refused } from './refused.ts';
import { count, has, kindsOf, type Parts, readComparison, terms } from './statement-parts.ts';

interface Change {
  /** What the present value is multiplied by: exact decimal text. */
  readonly times: string;
  readonly comparator: Comparator;
}

const ONE: Rational = { numerator: 1n, denominator: 1n };

/** Undefined if the question states a level. */
export function readChange(parts: Parts): Change | undefined {
  const amounts = parts.amounts.filter(({ relative }) => relative !== undefined);
  const verbs = terms(parts, 'change');
  if (amounts.length === 0 && verbs.length === 0) {
    if (has(parts, 'trend')) throw new Refused('it does not say by how much');
    return undefined;
  }
  const [amount] = parts.amounts;
  if (parts.amounts.length + verbs.length > 1) throw new Refused('it has more than one number');
  for (const kind of ['have', 'stay', 'to', 'minimum', 'tokens'] as const) {
    if (has(parts, kind)) throw new Refused('it is not clear from where the change is counted');
  }
  if (parts.moments.some(({ beginsEarlier }) => beginsEarlier)) {
    throw new Refused('it counts a change from an earlier time than now');
  }
  checkOrder(parts);
  const factor = amount ? factorOf(parts, amount) : rationalOfDecimal(verbs[0]?.times ?? '');
  if (!factor || factor.numerator <= 0n) throw new Refused('it cannot fall by so much');
  if (!amount && count(parts, 'move') + count(parts, 'state') + count(parts, 'trend') > 0) {
    throw new Refused('it says more than one thing');
  }
  const isUp = factor.numerator > factor.denominator;
  return { times: formatRational(factor), comparator: compareBy(parts, amount, isUp) };
}

/** "20 %" needs a direction, "2x" is always up. */
function factorOf(parts: Parts, { relative, value }: Amount): Rational {
  const [move, another] = [...terms(parts, 'move'), ...terms(parts, 'trend')];
  const number = rationalOfDecimal(value ?? '');
  if (another || !number || number.numerator === 0n) {
    throw new Refused('it is not clear which change is meant');
  }
  const direction = move?.direction;
  // "Reach 2x" may be from any price.
  if (move && 'comparator' in move) throw new Refused('it is not clear which change is meant');
  if (relative === 'multiple') {
    if (direction === 'down' || number.numerator <= number.denominator) {
      throw new Refused('it is not clear which change is meant');
    }
    return number;
  }
  if (!direction) throw new Refused('it does not say up or down');
  const part = { ...number, denominator: number.denominator * 100n };
  return add(ONE, direction === 'up' ? part : { ...part, numerator: -part.numerator });
}

/** First what it is about, then what it does, then by how much. */
function checkOrder(parts: Parts): void {
  const kinds = kindsOf(parts);
  const amount = kinds.indexOf('amount');
  const verb = kinds.findIndex((kind) => ['move', 'trend', 'change'].includes(kind));
  const named = kinds.findIndex((kind) => ['feed', 'ticker', 'name'].includes(kind));
  const end = verb < 0 ? amount : verb;
  const isInOrder = amount < 0 || verb < amount;
  if (named > end || !isInOrder) throw new Refused('its word order is not understood');
}

/** "By more than 20 %" up is above, down is below. */
function compareBy(parts: Parts, amount: Amount | undefined, isUp: boolean): Comparator {
  const comparators = terms(parts, 'comparator');
  const { said, open } = readComparison(parts, amount);
  const isClear = comparators.every(({ comparator, isThan }) => isThan || comparator === 'gte');
  const by = said ?? open ?? 'gte';
  if (!isClear || (said && open) || by === 'lt' || by === 'lte') {
    throw new Refused('it is not clear which change is meant');
  }
  if (isUp) return by;
  return by === 'gt' ? 'lt' : 'lte';
}
