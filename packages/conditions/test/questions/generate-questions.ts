// Makes questions from pieces whose meaning is known, so that each comes with the reading that is
// right. It shares nothing with the compiler.
import { createRandom } from '../../../chain/test/faults.ts';

export interface Generated {
  readonly question: string;
  readonly isAboutToken: boolean;
  readonly expireAt: string;
  /** Undefined: only the oracle can say. */
  readonly right: Reading | undefined;
}

export interface Reading {
  readonly type: string;
  readonly feed?: string;
  readonly comparator?: string;
  readonly threshold?: string;
  /** Of a change: what the present value is multiplied by. */
  readonly times?: string;
  readonly unit?: string;
  readonly event?: string;
  readonly timing: string;
}

type Pick = <T>(from: readonly T[]) => T;

/** A Sunday. */
export const NOW = '2026-11-15T16:30:00Z';
export const NAMES = { symbol: 'OAK', name: 'Mighty Oak' };

interface Subject {
  readonly text: string;
  readonly feed?: string;
}

const SUBJECTS: readonly Subject[] = [
  { text: 'SOL', feed: 'SOL' },
  { text: 'Solana', feed: 'SOL' },
  { text: '$SOL', feed: 'SOL' },
  { text: 'BTC', feed: 'BTC' },
  { text: 'bitcoin', feed: 'BTC' },
  { text: 'ETH', feed: 'ETH' },
  { text: 'OAK' },
  { text: '$OAK' },
  { text: 'oak' },
  { text: 'Mighty Oak' },
  { text: 'this token' },
];

/** Names of something else, which nothing here measures. */
const STRANGERS = ['PINE', '$PINE', 'the dev', 'eggs', 'whales', 'OAK holders club', 'wrapped OAK'];

interface Spelling {
  readonly text: string;
  readonly value: string;
}

const MONEY: readonly Spelling[] = [
  { text: '$250', value: '250' },
  { text: '250 dollars', value: '250' },
  { text: 'US$250', value: '250' },
  { text: '$0.05', value: '0.05' },
  { text: '$.005', value: '0.005' },
  { text: '$99.50', value: '99.5' },
  { text: 'two hundred dollars', value: '200' },
  { text: 'USD 120', value: '120' },
];
const LARGE: readonly Spelling[] = [
  { text: '$1M', value: '1000000' },
  { text: '$1.5m', value: '1500000' },
  { text: '$250k', value: '250000' },
  { text: '$2,500,000', value: '2500000' },
  { text: 'half a million dollars', value: '500000' },
  { text: 'a quarter million dollars', value: '250000' },
  { text: '$1e6', value: '1000000' },
  { text: 'two million USD', value: '2000000' },
  { text: '$1 billion', value: '1000000000' },
];
const COUNTS: readonly Spelling[] = [
  { text: '1000', value: '1000' },
  { text: '10k', value: '10000' },
  { text: '2,500', value: '2500' },
  { text: 'five hundred', value: '500' },
  { text: 'a thousand', value: '1000' },
  { text: '1e4', value: '10000' },
];
/** Amounts that are no level in USD. */
const CHANGES = ['A$250', '€250', '250 CAD', 'by $50', 'below 10%', 'at most 2x'];

interface Verb {
  readonly text: string;
  readonly comparator: string;
  readonly isMoving: boolean;
  /** The comparator is of what must not happen. */
  readonly isLasting?: boolean;
}

const VERBS: readonly Verb[] = [
  { text: 'reach', comparator: 'gte', isMoving: true },
  { text: 'hit', comparator: 'gte', isMoving: true },
  { text: 'touch', comparator: 'gte', isMoving: true },
  { text: 'exceed', comparator: 'gt', isMoving: true },
  { text: 'break', comparator: 'gt', isMoving: true },
  { text: 'rise above', comparator: 'gt', isMoving: true },
  { text: 'climb to', comparator: 'gte', isMoving: true },
  { text: 'drop below', comparator: 'lt', isMoving: true },
  { text: 'fall to', comparator: 'lte', isMoving: true },
  { text: 'be above', comparator: 'gt', isMoving: false },
  { text: 'be over', comparator: 'gt', isMoving: false },
  { text: 'be at least', comparator: 'gte', isMoving: false },
  { text: 'be below', comparator: 'lt', isMoving: false },
  { text: 'be less than', comparator: 'lt', isMoving: false },
  { text: 'trade under', comparator: 'lt', isMoving: false },
  { text: 'stay above', comparator: 'lte', isMoving: true, isLasting: true },
  { text: 'remain under', comparator: 'gte', isMoving: true, isLasting: true },
  { text: 'keep below', comparator: 'gte', isMoving: true, isLasting: true },
];

/** Changes from the value at creation. */
const CHANGING = [
  { text: 'double', times: '2', comparator: 'gte' },
  { text: 'triple', times: '3', comparator: 'gte' },
  { text: 'halve', times: '0.5', comparator: 'lte' },
  { text: '2x', times: '2', comparator: 'gte' },
  { text: 'rise by 20%', times: '1.2', comparator: 'gte' },
  { text: 'gain 50%', times: '1.5', comparator: 'gte' },
  { text: 'drop by more than 10%', times: '0.9', comparator: 'lt' },
  { text: 'lose 12.5 percent', times: '0.875', comparator: 'lte' },
];

type Relation = 'until' | 'lasting' | 'at' | 'other';

interface When {
  readonly text: string;
  readonly expireAt: string;
  /** Whether the market ends when the question says. */
  readonly relation: Relation;
}

const until = (text: string, expireAt: string): When => ({ text, expireAt, relation: 'until' });
const lasting = (text: string, expireAt: string): When => ({ text, expireAt, relation: 'lasting' });
const exactly = (text: string, expireAt: string): When => ({ text, expireAt, relation: 'at' });
const other = (text: string, expireAt: string): When => ({ text, expireAt, relation: 'other' });

const WHENS: readonly When[] = [
  until('before Dec 1', '2026-12-01T00:00:00Z'),
  until('before December 1st, 2026', '2026-12-01T00:00:00Z'),
  until('by Dec 1', '2026-12-01T12:00:00Z'),
  until('by 2026-12-01', '2026-12-02T00:00:00Z'),
  until('by the end of the year', '2026-12-31T23:59:59Z'),
  until('by Friday', '2026-11-20T20:00:00Z'),
  until('by December 24 at 5pm ET', '2026-12-24T22:00:00Z'),
  until('before 2027', '2027-01-01T00:00:00Z'),
  until('at any time before expiry', '2026-12-05T07:00:00Z'),
  lasting('until Dec 1', '2026-12-01T00:00:00Z'),
  lasting('through Friday', '2026-11-20T20:00:00Z'),
  lasting('for the next 24 hours', '2026-11-16T16:30:00Z'),
  exactly('on Dec 1', '2026-12-01T09:00:00Z'),
  exactly('on December 1', '2026-12-02T00:00:00Z'),
  exactly('on 1 December 2026', '2026-12-01T00:00:00Z'),
  exactly('on December 24 at 17:00 CET', '2026-12-24T16:00:00Z'),
  exactly('on July 1 at noon PT', '2027-07-01T19:00:00Z'),
  exactly('at expiry', '2026-12-05T07:00:00Z'),
  other('on Dec 1', '2026-12-03T00:00:00Z'),
  other('on Nov 31', '2026-12-01T00:00:00Z'),
  other('by Dec 1', '2026-12-20T00:00:00Z'),
  other('on December 24 at 17:00 ET', '2026-12-24T17:00:00Z'),
  other('within 24 hours', '2026-12-01T00:00:00Z'),
  other('by tonight', '2026-12-01T00:00:00Z'),
  other('by May', '2026-12-01T00:00:00Z'),
  other('on Monday', '2026-12-01T00:00:00Z'),
];

/** Any of them makes it another question. They are put before the verb. */
const ADVERBS = [
  ...['always', 'constantly', 'almost', 'barely', 'twice', 'first', 'only', 'again'],
  ...['no longer', 'fail to', 'briefly', 'consistently', 'avoid', 'either'],
];
/** Before the thing that is measured. */
const QUALIFIERS = [
  'lowest',
  'average',
  'NFT floor',
  'presale',
  'locked',
  'peak',
  'fair',
  'former',
];

export function generateQuestions(count: number, seed: number): Generated[] {
  const random = createRandom(seed);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as never;
  return Array.from({ length: count }, () => generate(pick, random));
}

function generate(pick: Pick, random: () => number): Generated {
  const isSpoilt = random() < 0.4;
  const kind = pick(['price', 'price', 'cap', 'holders', 'event', 'change'] as const);
  const made =
    kind === 'event'
      ? makeEvent(pick)
      : kind === 'change'
        ? makeChange(pick)
        : makeMeasured(pick, kind);
  return isSpoilt ? spoil(made, pick) : finish(made);
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
  const { text: verb, comparator, ...manner } = pick(VERBS);
  const { isMoving } = manner;
  const when = pick(WHENS);
  const timing = timingOf(when, manner);
  const base = { subject, verb, when, isMoving };
  const reading = (fields: Omit<Reading, 'timing'>) => timing && { ...fields, timing };
  if (kind === 'holders') {
    const amount = pick(COUNTS);
    const right = reading({ type: 'holder_count', comparator, threshold: amount.value });
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
    const right = reading({ type: 'market_cap', comparator, threshold, unit: 'USD' });
    return { ...base, metric: "'s market cap", object: amount.text, right: right || undefined };
  }
  const amount = pick(MONEY);
  const threshold = amount.value;
  const right = subject.feed
    ? reading({ type: 'price_feed', feed: subject.feed, comparator, threshold })
    : reading({ type: 'token_price', comparator, threshold, unit: 'USD' });
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
  const { text: verb, times, comparator } = pick(CHANGING);
  const when = pick(WHENS);
  const timing = timingOf(when, { isMoving: true });
  const isCap = subject.feed === undefined && pick([true, false]);
  const metric = isCap ? "'s market cap" : '';
  const type = isCap ? 'market_cap' : subject.feed ? 'price_feed' : 'token_price';
  const about = subject.feed ? { feed: subject.feed } : {};
  const right = timing && { type, ...about, comparator, times, timing };
  return { subject, metric, verb, object: '', when, isMoving: true, right: right || undefined };
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
  if (isMoving || !right.comparator) return undefined;
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
