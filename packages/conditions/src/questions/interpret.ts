// From the meaning of a sentence to a structured condition. A meaning that no source measures, or
// that could be meant in two ways, is refused.
import type { UnixSeconds } from '@tote/domain';
import type { Fields } from '../field-reader.ts';
import { PAST_START_SECONDS_MAX } from '../kinds/change/evaluate.ts';
import type { Comparator, Timing } from '../kinds/shared/threshold.ts';
import { findFeed } from '../oracles/price-feeds.ts';
import {
  add,
  formatExactly,
  formatRational,
  rational,
  rationalOfDecimal,
} from '../oracles/rational.ts';
import { namesPeriod, refuseDoubts, refuseEarlier } from './doubts.ts';
import { countLaunches, creatorOf, happened } from './interpret-event.ts';
import { DAY, endsAt, fitOf, isAtEnd, type Moment } from './moment.ts';
import { readTiming } from './read-timing.ts';
import { type Amount, type Metric, type QuestionInput, Refused, type Said } from './said.ts';
import { resolveOther, resolveSubject, type Subject } from './subject.ts';

export interface Interpreted {
  readonly fields: Fields;
  readonly warnings: readonly string[];
}

const OPPOSITES = { gte: 'lt', gt: 'lte', lte: 'gt', lt: 'gte' } as const;

export function interpret(said: Said, input: QuestionInput): Interpreted {
  if (said.launches) return { fields: countLaunches(said, input), warnings: [] };
  const moments = said.when ?? [];
  const subject = asToken(resolveSubject(said, input), said);
  const timing = timeOf(said, moments, input);
  const isNever = timing === 'any_time_before' && said.not !== undefined;
  const mustLast = isNever || timing === 'never_before';
  checkMoments(moments, input.expiresAt, { mustLast, isEnding: said.does === 'ends' });
  if (said.does === 'happens') {
    return { fields: happened(said, subject, timing, input), warnings: [] };
  }
  const isOfPeople = said.who !== undefined && said.who !== 'holders';
  if (said.authority || isOfPeople !== (said.share !== undefined))
    throw new Refused('nothing measures that of them');
  if (said.kind === 'counted' && said.metric === undefined)
    throw new Refused('it does not say what is measured');
  if (said.range && timing !== 'at_expiry') throw new Refused('it is not clear when it must be so');
  const measured = isOfPeople ? measureShare(said, input) : measure(said, subject, input);
  const { side, ...compared } = compareBy(said, timing);
  const isRatio = 'other' in measured;
  const moved = side === undefined || isRatio ? {} : { side };
  const fields = countFrom({ ...measured, ...compared, ...moved }, startOf(said, subject, input));
  const amounts = [said.amount, said.low?.amount, said.high?.amount].filter((each) => !!each);
  const namesNone = amounts.length > 0 && amounts.every(({ unit }) => unit === null);
  const assumesUsd = subject.kind === 'token' && measured.unit === 'USD' && namesNone;
  return { fields, warnings: assumesUsd ? [NO_CURRENCY] : [] };
}

const NO_CURRENCY = 'The question names no currency; USD is taken.';

const MOVING: ReadonlySet<unknown> = new Set([
  ...['moves', 'reaches', 'crosses', 'gets', 'flips', 'happens'],
]);

/** When it must be so, before a negation is applied. */
function timeOf(said: Said, moments: readonly Moment[], { now }: QuestionInput): Timing {
  const { does, change } = said;
  refuseDoubts(said, moments);
  if (namesPeriod(said)) return 'at_expiry';
  // "Up within a week" is from now until then.
  const isWithin = moments.length > 0 && moments.every(({ relation }) => relation === 'within');
  if (change !== undefined && does === 'is' && isWithin) return 'at_expiry';
  // "Exceed 100 on Friday" is about that day, "exceed 100 by Friday" about any time before.
  const isExceeding = does === 'exceeds' && !moments.some(({ relation }) => relation === 'at');
  const isMoving = isExceeding || MOVING.has(does) || said.not === 'never';
  const manner = { isMoving, isLasting: does === 'stays', isEnding: does === 'ends', now };
  const timing = readTiming(moments, manner);
  // "Be above 100 again" is about some time, "still be above 100" about the last moment.
  const isUnclear =
    timing === 'at_expiry' ? said.again && moments.length === 0 : said.still && does !== 'stays';
  if (isUnclear) throw new Refused('it is not clear when it must be so');
  return timing;
}

/** The moment from which a change is counted; undefined: from the creation of the market. */
function startOf(said: Said, subject: Subject, { now, expiresAt }: QuestionInput) {
  if (!namesPeriod(said)) return undefined;
  const [moment, ...others] = said.when ?? [];
  const period = moment?.expiries?.find((each) => endsAt(each, expiresAt));
  const start = moment?.startsAt ?? period?.from;
  const isPeriod =
    (moment?.relation === 'at' && moment.isDate) ||
    moment?.relation === 'during' ||
    moment?.relation === 'later' ||
    (moment?.relation === 'within' && moment.startsAt !== undefined);
  const isLong = period !== undefined && period.to - period.from >= DAY;
  if (!isPeriod || !isLong || start === undefined || now === undefined || others.length > 0) {
    throw new Refused('it is not clear from where the change is counted');
  }
  const isKnown = subject.kind === 'feed' && start > now - PAST_START_SECONDS_MAX;
  if (start <= now && !isKnown) refuseEarlier(said);
  return start;
}

function countFrom(fields: Fields, start: number | undefined): Fields {
  if (start === undefined) return fields;
  const { type: of, ...rest } = fields;
  return { type: 'change', of, ...rest, from: start };
}

/** An asset has a price only, unless it is the market's token. */
function asToken(subject: Subject, { metric, does }: Said): Subject {
  const isPrice = does !== 'happens' && does !== 'flips' && (metric ?? 'price') === 'price';
  return subject.kind === 'feed' && subject.isToken && !isPrice ? { kind: 'token' } : subject;
}

/** The comparison and the time, with what "not" makes of them. */
function compareBy(said: Said, timing: Timing): Fields {
  const { does, not } = said;
  const cmp = comparatorOf(said);
  const comparison = comparisonOf(said, cmp);
  if (does === 'stays') {
    if (not !== undefined || cmp === undefined) throw new Refused('it asks for something to last');
    return { comparator: OPPOSITES[cmp], timing };
  }
  if (not === undefined) return { ...comparison, timing };
  if (timing === 'any_time_before') return { ...comparison, timing: 'never_before' };
  if (not === 'never') throw new Refused('it says "never" of one moment');
  if (said.range) {
    return { ...comparison, within: said.range === 'inside' ? 'outside' : 'inside', timing };
  }
  if (
    cmp === undefined ||
    (does !== 'is' && does !== 'ends' && does !== 'has' && does !== 'exceeds')
  ) {
    throw new Refused('it asks whether something does not happen');
  }
  return { comparator: OPPOSITES[cmp], timing };
}

function comparisonOf({ range, does, from }: Said, comparator: Comparator | undefined): Fields {
  if (range) return {};
  if (comparator === undefined) return { direction: does };
  return { comparator, ...(from && { side: from }) };
}

function comparatorOf(said: Said): Comparator | undefined {
  const { cmp, change, does } = said;
  if (said.range) return undefined;
  if (change !== undefined) {
    const by = cmp ?? 'gte';
    if (by === 'lt' || by === 'lte') throw new Refused('it is not clear which change is meant');
    if (change === 'up') return by;
    return by === 'gt' ? 'lt' : 'lte';
  }
  if (cmp !== undefined) return cmp;
  // "Have ten thousand holders" means at least that many.
  if (does === 'has' || does === 'gets') return 'gte';
  if (does === 'flips') return 'gt';
  if (does === 'reaches' || does === 'crosses') return undefined;
  throw new Refused('it does not say above or below');
}

const TYPES = {
  price: 'token_price',
  market_cap: 'market_cap',
  liquidity: 'liquidity',
  pool: 'liquidity',
  holders: 'holder_count',
  supply: 'token_supply',
} as const;

/** What is measured, and what it is compared with. */
function measure(said: Said, subject: Subject, input: QuestionInput): Fields {
  if (said.counts && said.metric !== 'supply')
    throw new Refused('it does not say what is measured');
  if (said.other || countsInAsset(said, subject)) return measureRatio(said, subject, input);
  const isFeed = subject.kind === 'feed' && (said.metric === undefined || said.metric === 'price');
  const isPriced = said.metric !== 'holders' && said.metric !== 'supply';
  if (subject.kind === 'token' && subject.like && isPriced) {
    throw new Refused(`tokenAddress is not the token that is known as ${subject.like}`);
  }
  if (subject.kind === 'feed' && !isFeed)
    throw new Refused(`no source measures that of ${subject.symbol}`);
  if (said.change !== undefined && said.amount === undefined) return measureChange(said, subject);
  const { values, unit, ...bare } = amountsOf(said, subject);
  if (said.change !== undefined) checkChange(said, values);
  const base =
    subject.kind === 'feed'
      ? { type: 'price_feed', feed: subject.symbol, unit }
      : { type: TYPES[metricOf(said)], unit, ...minimumOf(said) };
  const [value = '', high] = values;
  if (said.range) {
    const { type: of, ...rest } = base;
    return { type: 'range', of, ...rest, within: said.range, low: value, high, ...bare };
  }
  if (said.change !== undefined)
    return { ...base, plus: said.change === 'up' ? value : `-${value}` };
  return { ...base, threshold: value, ...bare };
}

/** A share of the supply. */
function measureShare(said: Said, input: QuestionInput): Fields {
  const of =
    said.who === 'top' ? { type: 'top_holders' } : { type: 'holding', wallet: creatorOf(input) };
  if (said.who === 'team') throw new Refused('it is not known which wallets are theirs');
  return { ...of, unit: 'percent', threshold: said.percent };
}

function metricOf({ metric }: Said): Metric {
  return metric ?? 'price';
}

const countsInAsset = ({ amount }: Said, subject: Subject) =>
  subject.kind === 'feed' && amount !== undefined && amount.unit !== null && amount.unit !== 'USD';

function measureChange(said: Said, subject: Subject): Fields {
  const { percent, multiple, change } = said;
  const factor = multiple ?? factorOf(percent ?? '', change === 'up');
  const times = percent === '0' ? '1' : factor;
  // The threshold has as many digits as are shown.
  if (formatRational(rationalOfDecimal(times) ?? rational(0n)) !== times)
    throw new Refused('it has too many digits');
  if (subject.kind === 'feed') {
    return { type: 'price_feed', feed: subject.symbol, unit: 'USD', times };
  }
  const metric = metricOf(said);
  if (metric === 'holders' || metric === 'supply') return { type: TYPES[metric], times };
  return { type: TYPES[metric], unit: metric === 'pool' ? 'SOL' : 'USD', times };
}

function factorOf(percent: string, isUp: boolean): string {
  const number = rationalOfDecimal(percent);
  if (!number) throw new Refused('it is not clear which change is meant');
  const part = rational(isUp ? number.numerator : -number.numerator, number.denominator * 100n);
  const factor = add(rational(1n), part);
  if (factor.numerator <= 0n) throw new Refused('it cannot fall by so much');
  return formatExactly(factor);
}

/** "Rise by 2030" is no change, and "rise 250" may be one. */
function checkChange({ amount, metric }: Said, [value = '']: readonly string[]): void {
  const isCounted = metric === 'holders' || metric === 'supply';
  if (amount?.unit === null && (!isCounted || /^20[2-9]\d$/.test(value))) {
    throw new Refused('it is not clear whether a change is meant');
  }
}

/** A larger number is not meant as the price of one coin. */
const COIN_PRICE_DIGITS_MAX = 7;

function amountsOf(said: Said, subject: Subject) {
  const amounts = said.range ? [said.low?.amount, said.high?.amount] : [said.amount];
  const found = amounts.map((amount) => {
    if (!amount) throw new Refused('it has no number');
    return amount;
  });
  const [first] = found as [Amount];
  const units = new Set(found.map(({ unit }) => unit).filter((unit) => unit !== null));
  if (units.size > 1) throw new Refused('it has two units');
  const unit = found.find((amount) => amount.unit !== null)?.unit ?? null;
  const values = found.map(({ value }) => value);
  if (found.length > 1 && !isRange(found as [Amount, Amount]))
    throw new Refused('it is not clear which range is meant');
  if (values.some((value) => Number(value) === 0)) throw new Refused('it says zero');
  if (subject.kind === 'feed') {
    if (values.some((value) => (value.split('.')[0] ?? '').length > COIN_PRICE_DIGITS_MAX))
      throw new Refused('the number is too large for a price');
    return { values, unit: 'USD', ...bareIf(found) };
  }
  const metric = said.metric;
  if (metric === 'holders' || metric === 'supply') {
    if (unit !== null) throw new Refused('it counts in a currency');
    if (metric === 'holders' && values.some((value) => value.includes('.')))
      throw new Refused('the number of holders must be whole');
    return { values, unit: metric === 'holders' ? 'holders' : 'tokens' };
  }
  if (unit !== null && unit !== 'USD' && unit !== 'SOL') throw new Refused(`it counts in ${unit}`);
  // Liquidity counts both sides of a pool; the pool itself is asked for its SOL.
  if ((metric === 'liquidity' && unit === 'SOL') || (metric === 'pool' && unit !== 'SOL'))
    throw new Refused('say how much "liquidity" in dollars, or how many SOL the "pool" has');
  if (metric === undefined) checkPrice(first, unit, said);
  return { values, unit: unit ?? 'USD', ...bareIf(found) };
}

/** "BTC above 100" may leave thousands out: the present value tells. */
function bareIf(amounts: readonly Amount[]): { readonly bare?: true } {
  const isBare = amounts.every(({ unit, isRound }) => unit === null && !isRound);
  return isBare ? { bare: true } : {};
}

/** "Between 100 and 150k" begins at a hundred thousand, or at a hundred. */
function isRange([low, high]: readonly [Amount, Amount]): boolean {
  return low.isRound === high.isRound && Number(low.value) < Number(high.value);
}

/** Without "price" or "market cap" a large number is ambiguous. */
function checkPrice(amount: Amount, unit: string | null, said: Said): void {
  if (!said.subject && !said.pronoun) throw new Refused('it does not say whose price');
  const others = (['price', 'market_cap'] as const).map((metric) => ({ ...said, metric }));
  if (unit === null) throw new Refused('it names neither what is measured nor a currency');
  const [whole = ''] = amount.value.split('.');
  const isCurve = unit === 'SOL' && whole !== '0';
  if (amount.isRound || whole.length > 3 || isCurve) {
    throw new Refused('say "price" or "market cap"', others);
  }
}

function minimumOf({ minimum, metric }: Said): Fields {
  if (minimum === undefined) return {};
  if (metric !== 'holders' || minimum.amount.unit !== null) throw new Refused('it has two amounts');
  return { minimumBalance: minimum.amount.value };
}

function measureRatio(said: Said, subject: Subject, input: QuestionInput): Fields {
  const { amount, multiple, metric } = said;
  if (said.change !== undefined) throw new Refused('no source measures the change of a ratio');
  // "Jupiter holds 100 BTC" is about what it owns.
  if (said.does === 'stays' && amount) throw new Refused('it is not clear what is compared');
  const threshold = amount?.value ?? multiple;
  const given = threshold === undefined || threshold === '1' ? {} : { threshold };
  if (subject.kind === 'feed') {
    if (said.does === 'flips' || (metric !== undefined && metric !== 'price'))
      throw new Refused('no source compares that');
    if (amount && amount.unit !== null && said.other) throw new Refused('it compares twice');
    const other = amount?.unit ?? otherFeed(said, input);
    if (other === subject.symbol) throw new Refused('it compares a thing with itself');
    const isMetal = [subject.symbol, other].some((name) => findFeed(name)?.group === 'metal');
    if (isMetal) throw new Refused('it does not say how much of the metal is compared');
    const bare = amount ? { bare: true } : {};
    return { type: 'price_ratio', feed: subject.symbol, other, ...given, ...bare };
  }
  const compared = metric ?? (said.does === 'flips' ? 'market_cap' : undefined);
  if (compared !== 'price' && compared !== 'market_cap')
    throw new Refused('say "price" or "market cap"');
  const ticker = said.subject?.find(({ by }) => by === 'ticker');
  // Anybody can make a token with any symbol.
  if (ticker && !input.token?.names) {
    throw new Refused(`it is not known whether tokenAddress is $${ticker.name}`);
  }
  const other = resolveOther(said.other?.subject ?? [], input);
  return { type: 'token_ratio', metric: compared, other, ...given };
}

function otherFeed({ other }: Said, input: QuestionInput): string {
  const subject = resolveSubject(other ?? {}, { ...input, tokenAddress: null });
  if (subject.kind !== 'feed') throw new Refused('no source compares that');
  return subject.symbol;
}

interface Manner {
  /** It must hold until the time that is named. */
  readonly mustLast: boolean;
  readonly isEnding: boolean;
}

/** Throws `Refused` if the market ends at another time than the question says. */
function checkMoments(
  moments: readonly Moment[],
  expiresAt: UnixSeconds,
  { mustLast, isEnding }: Manner,
): void {
  const named = moments.filter(({ expiries }) => expiries !== undefined);
  if (named.length > 1) throw new Refused('it names more than one time');
  const namesEnd = moments.some(({ isEnd, relation }) => isEnd && relation === 'at');
  for (const moment of moments) {
    const fit = fitOf(moment, expiresAt);
    // What has not happened until the expiry may still happen before the deadline.
    const isLast = mustLast || isEnding || namesEnd;
    const isEarly = isLast && !isAtEnd(moment, expiresAt);
    if (fit === 'other' || isEarly) {
      throw new Refused('it names another time than the end of the market');
    }
  }
}
