// Writes a rule as the plainest question that means it.
import { formatInstant, unixSeconds } from '@tote/domain';
import type { Launchpad } from '../condition-input.ts';
import type { Fields } from '../field-reader.ts';
import { groupDigits } from '../kinds/shared/threshold.ts';
import { type CountedPad, PAD_NAMES } from '../launches/launchpads.ts';
import {
  formatExactly,
  multiply,
  rational,
  rationalOfDecimal,
  subtract,
} from '../oracles/rational.ts';
import { DAY } from './moment.ts';
import type { QuestionInput } from './said.ts';
import { tickerOf } from './token-names.ts';

const COMPARISONS = { gt: 'above', gte: 'at least', lt: 'below', lte: 'at most' } as const;
const TIMES = {
  at_expiry: 'at expiry',
  any_time_before: 'at any time before expiry',
  never_before: 'at any time before expiry',
} as const;
const METRICS = {
  price_feed: 'price',
  token_price: 'price',
  market_cap: 'market cap',
  token_supply: 'supply',
  liquidity: 'liquidity',
} as const;
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];
const EVENTS = {
  curve_complete: {
    ...{ pump: 'graduate from pump.fun', launchlab: 'graduate from LaunchLab' },
    meteora: 'graduate',
  },
  migrated: {
    ...{ pump: 'migrate to PumpSwap', launchlab: 'migrate to Raydium' },
    meteora: 'migrate',
  },
} as const;

/** `fields` as `compileQuestion` gives them. */
export function writeQuestion(fields: Fields, input: QuestionInput): string {
  if (fields.type === 'launchpad_count') return writeLaunches(fields, input);
  const timing = fields.timing as keyof typeof TIMES;
  const not = timing === 'never_before' ? 'never ' : '';
  const when = fields.type === 'change' ? periodOf(fields, input) : TIMES[timing];
  return `Will ${subjectOf(fields, input)} ${not}${verbOf(fields, timing)} ${when}?`;
}

function writeLaunches(fields: Fields, input: QuestionInput): string {
  const { comparator, threshold, launchpad, event, from } = fields;
  const number = `${COUNTS[comparator as 'gt']} ${groupDigits(String(threshold))}`;
  const launched = event === 'created' ? 'be created on' : 'migrate from';
  const when = from === input.now ? 'before expiry' : periodOf(fields, input);
  return `Will ${number} tokens ${launched} ${PAD_NAMES[launchpad as CountedPad]} ${when}?`;
}

/** The day, the week or the month that begins at the start of a change. */
function periodOf({ from }: Fields, { expiresAt }: QuestionInput): string {
  const start = formatInstant(unixSeconds(Number(from)));
  if (expiresAt <= Number(from) + DAY) return `on ${start.slice(0, 10)}`;
  return expiresAt <= Number(from) + 7 * DAY
    ? 'this week'
    : `in ${MONTHS[Number(start.slice(5, 7)) - 1]} ${start.slice(0, 4)}`;
}

function subjectOf(fields: Fields, { token }: QuestionInput): string {
  const symbol = token?.names ? tickerOf(token.names.symbol) : undefined;
  const isTicker = symbol !== undefined && /^[A-Z][A-Z0-9]{0,14}$/.test(symbol);
  const type = fields.of ?? fields.type;
  const name = String(fields.feed ?? (isTicker ? `$${symbol}` : 'this token'));
  if (fields.type === 'top_holders') return `the top 10 holders of ${name}`;
  if (fields.type === 'holding') return `the creator of ${name}`;
  if (fields.type === 'authority') return `${name}'s ${fields.authority} authority`;
  if (fields.type === 'token_event' || isCounted(fields)) return name;
  if (type === 'holder_count') return `${name}'s holder count`;
  if (fields.type === 'price_ratio') return `${name}'s price`;
  if (fields.type === 'token_ratio') {
    return `${name}'s ${fields.metric === 'price' ? 'price' : 'market cap'}`;
  }
  if (type === 'liquidity' && fields.unit === 'SOL') return `${name}'s pool`;
  return `${name}'s ${METRICS[type as keyof typeof METRICS]}`;
}

/** "Have 10,000 holders": not what changes, or is in a range. */
const isCounted = ({ type, threshold }: Fields) =>
  type === 'holder_count' && threshold !== undefined;

const COUNTS = { gt: 'more than', gte: 'at least', lt: 'fewer than', lte: 'at most' } as const;

function countOf(fields: Fields): string {
  const { direction, comparator, side, threshold, minimumBalance } = fields;
  const minimum = minimumBalance === undefined ? '' : ` with at least ${minimumBalance} tokens`;
  const verb =
    direction === undefined
      ? side === undefined
        ? `have ${COUNTS[comparator as keyof typeof COUNTS]}`
        : moveOf(fields)
      : DIRECTIONS[direction as 'reaches'];
  return `${verb} ${groupDigits(String(threshold))} holders${minimum}`;
}

function verbOf(fields: Fields, timing: keyof typeof TIMES): string {
  const { comparator, threshold = '1', unit } = fields;
  const compared = COMPARISONS[comparator as keyof typeof COMPARISONS];
  if (fields.type === 'token_event') {
    return EVENTS[fields.event as keyof typeof EVENTS][fields.launchpad as Launchpad];
  }
  if (fields.type === 'authority') return 'be revoked';
  if (fields.type === 'holding' || fields.type === 'top_holders') {
    if (fields.times !== undefined) return 'sell';
    return `hold ${COUNTS[comparator as keyof typeof COUNTS]} ${threshold}% of the supply`;
  }
  if (fields.type === 'price_ratio') {
    if (fields.direction)
      return `${DIRECTIONS[fields.direction as 'reaches']} ${threshold} ${fields.other}`;
    if (fields.bare) return `be ${compared} ${threshold} ${fields.other}`;
    return threshold === '1'
      ? `be ${compared} ${fields.other}'s price`
      : `be ${compared} ${threshold}x ${fields.other}`;
  }
  if (fields.type === 'token_ratio') {
    const metric = fields.metric === 'price' ? 'price' : 'market cap';
    return `be ${compared} ${fields.other} ${metric}`;
  }
  if (isCounted(fields)) return countOf(fields);
  const amount = (value: unknown) => {
    const digits = groupDigits(String(value));
    if (fields.bare) return digits;
    return unit === 'USD' ? `$${digits}` : unit === 'SOL' ? `${digits} SOL` : digits;
  };
  if (fields.within !== undefined) {
    const word = fields.within === 'inside' ? 'between' : 'outside';
    return `be ${word} ${amount(fields.low)} and ${amount(fields.high)}`;
  }
  if (fields.times !== undefined || fields.plus !== undefined) {
    return changeOf(fields, amount, timing);
  }
  if (fields.direction !== undefined) {
    return `${DIRECTIONS[fields.direction as 'reaches']} ${amount(threshold)}`;
  }
  if (fields.side !== undefined) return `${moveOf(fields)} ${amount(threshold)}`;
  return `be ${compared} ${amount(threshold)}`;
}

const MOVES = { gte: 'rise to', gt: 'rise above', lte: 'fall to', lt: 'fall below' } as const;
const moveOf = ({ comparator }: Fields) => MOVES[comparator as keyof typeof MOVES];

const DIRECTIONS = { reaches: 'reach', crosses: 'cross' } as const;

function changeOf(fields: Fields, amount: (value: unknown) => string, timing: string): string {
  const { comparator, times, plus } = fields;
  const isUp = comparator === 'gt' || comparator === 'gte';
  const more = comparator === 'gt' || comparator === 'lt' ? 'more than' : 'at least';
  const size =
    plus === undefined ? `${percentOf(String(times))}%` : amount(String(plus).replace('-', ''));
  if (fields.type === 'change') return `be ${isUp ? 'up' : 'down'}`;
  if (times === '1') return `be ${isUp ? 'higher' : 'lower'} than now`;
  if (timing === 'at_expiry') return `be ${isUp ? 'up' : 'down'} ${more} ${size}`;
  return `${isUp ? 'rise' : 'fall'} by ${more} ${size}`;
}

function percentOf(times: string): string {
  const factor = rationalOfDecimal(times) ?? rational(1n);
  const part = multiply(subtract(factor, rational(1n)), rational(100n));
  return formatExactly(part).replace('-', '');
}
