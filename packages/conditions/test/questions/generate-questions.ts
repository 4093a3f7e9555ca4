// Makes questions from pieces whose meaning is known, so that each comes with the reading that is
// right. It shares nothing with the compiler.
import { createRandom } from '../../../chain/test/faults.ts';
import {
  ADVERBS,
  CHANGES,
  CHANGING,
  COMPARING,
  COUNTS,
  DOUBTFUL,
  LARGE,
  MONEY,
  OTHER,
  OTHERS,
  QUALIFIERS,
  RANGES,
  RATIO_NUMBERS,
  RATIOS,
  STRANGERS,
  SUBJECTS,
  type Subject,
  VERBS,
  type Verb,
  WHENS,
  type When,
} from './question-pieces.ts';

export interface Generated {
  readonly question: string;
  readonly isAboutToken: boolean;
  readonly expireAt: string;
  /** Undefined: only the oracle can say. */
  readonly right: Reading | undefined;
}

export interface Reading {
  readonly type: string;
  /** What a range is of. */
  readonly of?: string;
  readonly feed?: string;
  /** What is compared, and with which other token. */
  readonly metric?: string;
  readonly other?: string;
  readonly comparator?: string;
  readonly threshold?: string;
  readonly direction?: string;
  /** What the present value is multiplied by, or what is added to it. */
  readonly times?: string;
  readonly plus?: string;
  readonly within?: string;
  readonly low?: string;
  readonly high?: string;
  readonly unit?: string;
  readonly event?: string;
  readonly timing: string;
}

type Pick = <T>(from: readonly T[]) => T;

export function generateQuestions(count: number, seed: number): Generated[] {
  const random = createRandom(seed);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as never;
  return Array.from({ length: count }, () => generate(pick, random));
}

function generate(pick: Pick, random: () => number): Generated {
  const isSpoilt = random() < 0.4;
  const made = make(pick, pick(MADE));
  return isSpoilt ? spoil(made, pick) : finish(made);
}

const MADE = [
  ...(['price', 'price', 'cap', 'holders', 'event', 'change', 'ratio'] as const),
  ...(['range', 'assets'] as const),
] as const;

function make(pick: Pick, kind: (typeof MADE)[number]): Made {
  const makers: Partial<Record<typeof kind, (pick: Pick) => Made>> = {
    ...{ range: makeRange, assets: makeAssets, event: makeEvent },
    ...{ change: makeChange, ratio: makeRatio },
  };
  return makers[kind]?.(pick) ?? makeMeasured(pick, kind as never);
}

/** A question in parts: lead, subject, what it says, when. */
interface Made {
  readonly subject: Subject;
  /** Between the subject and the verb: "'s market cap". */
  readonly metric: string;
  readonly verb: string;
  readonly object: string;
  readonly when: When;
  readonly isMoving: boolean;
  readonly right: Reading | undefined;
}

function timingOf(
  { relation, text }: When,
  { isMoving, isLasting = false }: Omit<Verb, 'text' | 'comparator'>,
): string | undefined {
  if (relation === 'other') return undefined;
  if (isLasting) {
    const isUntil = relation === 'lasting' || (relation === 'until' && /before/.test(text));
    return isUntil ? 'never_before' : undefined;
  }
  if (relation === 'lasting') return undefined;
  // "Hit $250 on Friday" is about that day alone.
  if (relation === 'at') return isMoving && text !== 'at expiry' ? undefined : 'at_expiry';
  return 'any_time_before';
}

function makeMeasured(pick: Pick, kind: 'price' | 'cap' | 'holders'): Made {
  const isToken = kind !== 'price';
  const subject = pick(
    SUBJECTS.filter(({ feed }) => (feed === undefined) === isToken || kind === 'price'),
  );
  const { text: verb, comparator, direction, ...manner } = pick(VERBS);
  const side = comparator ? { comparator } : direction ? { direction } : {};
  const { isMoving } = manner;
  const when = pick(WHENS);
  const timing = timingOf(when, manner);
  const base = { subject, verb, when, isMoving };
  const reading = (fields: Omit<Reading, 'timing'>) => timing && { ...fields, timing };
  if (kind === 'holders') {
    const amount = pick(COUNTS);
    const right = reading({ type: 'holder_count', ...side, threshold: amount.value });
    return {
      ...base,
      metric: '',
      object: `${amount.text} holders`,
      right: right || undefined,
      ...wordHolders(verb),
    };
  }
  if (kind === 'cap') {
    const amount = pick(LARGE);
    const threshold = amount.value;
    const right = reading({ type: 'market_cap', ...side, threshold, unit: 'USD' });
    return { ...base, metric: "'s market cap", object: amount.text, right: right || undefined };
  }
  const amount = pick(MONEY);
  const threshold = amount.value;
  const right = subject.feed
    ? reading({ type: 'price_feed', feed: subject.feed, ...side, threshold })
    : reading({ type: 'token_price', ...side, threshold, unit: 'USD' });
  return { ...base, metric: '', object: amount.text, right: right || undefined };
}

/** "Be above 500 holders" is no English: it has them. */
function wordHolders(verb: string): Partial<Made> {
  return verb.startsWith('be ') || verb.startsWith('trade ')
    ? { verb: `have ${verb.replace(/^(be|trade) /, '')}` }
    : {};
}

function makeChange(pick: Pick): Made {
  const subject = pick(SUBJECTS);
  const { text: verb, ...change } = pick(CHANGING);
  const when = pick(WHENS);
  const timing = timingOf(when, { isMoving: true });
  const isCap = subject.feed === undefined && pick([true, false]);
  const metric = isCap ? "'s market cap" : '';
  const type = isCap ? 'market_cap' : subject.feed ? 'price_feed' : 'token_price';
  const about = subject.feed ? { feed: subject.feed } : {};
  const right = timing && { type, ...about, ...change, timing };
  return { subject, metric, verb, object: '', when, isMoving: true, right: right || undefined };
}

/** Between two values, or outside of them, at one moment. */
function makeRange(pick: Pick): Made {
  const subject = pick(SUBJECTS.filter(({ feed }) => feed !== undefined));
  const { text: verb, range: within, ...ends } = pick(RANGES);
  const when = pick(WHENS);
  const isAt = timingOf(when, { isMoving: false }) === 'at_expiry';
  const right = { type: 'range', of: 'price_feed', within, ...ends, timing: 'at_expiry' };
  const made = { subject, metric: '', verb, object: '', when, isMoving: false };
  return { ...made, right: isAt ? right : undefined };
}

/** One asset counted in another: "SOL/ETH". */
function makeAssets(pick: Pick): Made {
  const { text, feed, other } = pick(RATIOS);
  const { text: verb, comparator, ...manner } = pick(VERBS.filter((each) => each.comparator));
  const threshold = pick(RATIO_NUMBERS);
  const when = pick(WHENS);
  const timing = timingOf(when, manner);
  const right = timing && { type: 'price_ratio', feed, other, comparator, threshold, timing };
  const made = { subject: { text, feed }, metric: '', verb, object: threshold, when };
  return { ...made, isMoving: manner.isMoving, right: right || undefined };
}

/** One token against another: "flip", or a comparison of what both have. */
function makeRatio(pick: Pick): Made {
  const subject = pick(SUBJECTS.filter(({ feed }) => feed === undefined));
  const isFlip = pick([true, false, false]);
  const [metric, words] = pick([
    ['market_cap', 'market cap'],
    ['price', 'price'],
    ['price', 'token price'],
  ] as const);
  const flip: Verb = { text: 'flip', comparator: 'gt', isMoving: true };
  const { text: verb, comparator, ...manner } = isFlip ? flip : pick(COMPARING);
  const isDoubtful = pick([true, false, false, false]);
  const other = pick(isDoubtful ? DOUBTFUL : OTHERS);
  const objects = [`that of ${other}`, `the ${words} of ${other}`, `${other}'s ${words}`];
  const when = pick(WHENS);
  const timing = timingOf(when, manner);
  const reading = { type: 'token_ratio', comparator, other: OTHER.address };
  const asked = isFlip ? 'market_cap' : metric;
  const right = timing && !isDoubtful ? { ...reading, metric: asked, timing } : undefined;
  return {
    ...{ subject, verb, when, isMoving: manner.isMoving, right },
    metric: isFlip ? '' : `'s ${words}`,
    object: isFlip ? other : pick(objects),
  };
}

function makeEvent(pick: Pick): Made {
  const subject = pick(SUBJECTS.filter(({ feed }) => feed === undefined));
  const [verb, event] = pick([
    ['graduate', 'curve_complete'],
    ['bond', 'curve_complete'],
    ['complete its bonding curve', 'curve_complete'],
    ['migrate', 'migrated'],
    ['migrate to PumpSwap', 'migrated'],
  ] as const);
  const when = pick(WHENS);
  const timing = timingOf(when, { isMoving: true });
  const right = timing && { type: 'token_event', event, timing };
  return { subject, metric: '', verb, object: '', when, isMoving: true, right: right || undefined };
}

/** Changes one piece so that it cannot be measured any more. */
function spoil(made: Made, pick: Pick): Generated {
  const how = pick(['adverb', 'stranger', 'qualifier', 'change', 'not', 'never'] as const);
  switch (how) {
    case 'adverb':
      return finish({ ...made, verb: `${pick(ADVERBS)} ${made.verb}`, right: undefined });
    case 'stranger':
      return finish({ ...made, subject: { text: pick(STRANGERS) }, right: undefined });
    case 'qualifier':
      return finish({
        ...made,
        metric: `'s ${pick(QUALIFIERS)}${made.metric.replace("'s", '')}`,
        right: undefined,
      });
    case 'change':
      return finish({ ...made, object: pick(CHANGES), right: undefined });
    case 'not':
      return finish({ ...made, verb: `not ${made.verb}`, right: negate(made) });
    case 'never':
      return finish({ ...made, verb: `never ${made.verb}`, right: never(made) });
  }
}

const OPPOSITES: Readonly<Record<string, string>> = { gte: 'lt', gt: 'lte', lte: 'gt', lt: 'gte' };

/** A state at one moment has an opposite; what may happen at any time must never. */
function negate(made: Made): Reading | undefined {
  const { right, isMoving } = made;
  if (right?.timing !== 'at_expiry') return never(made);
  if (isMoving) return undefined;
  if (right.within) return { ...right, within: right.within === 'inside' ? 'outside' : 'inside' };
  if (!right.comparator) return undefined;
  return { ...right, comparator: OPPOSITES[right.comparator] };
}

function never({ right }: Made): Reading | undefined {
  return right?.timing === 'any_time_before' ? { ...right, timing: 'never_before' } : undefined;
}

function finish({ subject, metric, verb, object, when, right }: Made): Generated {
  const question = `Will ${subject.text}${metric} ${verb} ${object} ${when.text}?`.replace(
    /\s+/g,
    ' ',
  );
  return { question, isAboutToken: subject.feed === undefined, expireAt: when.expireAt, right };
}
