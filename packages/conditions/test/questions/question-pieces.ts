// Pieces of questions, with what each means.

/** A Sunday. */
export const NOW = '2026-11-15T16:30:00Z';
export const NAMES = { symbol: 'OAK', name: 'Mighty Oak' };
/** The token that OAK may be compared with. */
export const OTHER = {
  address: 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump',
  hints: { names: { symbol: 'PINE', name: 'Quiet Pine' } },
};

export interface Subject {
  readonly text: string;
  readonly feed?: string;
}

export const SUBJECTS: readonly Subject[] = [
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
export const STRANGERS = [
  'PINE',
  '$PINE',
  'the dev',
  'eggs',
  'whales',
  'OAK holders club',
  'wrapped OAK',
];

interface Spelling {
  readonly text: string;
  readonly value: string;
}

export const MONEY: readonly Spelling[] = [
  { text: '$250', value: '250' },
  { text: '250 dollars', value: '250' },
  { text: 'US$250', value: '250' },
  { text: '$0.05', value: '0.05' },
  { text: '$.005', value: '0.005' },
  { text: '$99.50', value: '99.5' },
  { text: 'two hundred dollars', value: '200' },
  { text: 'USD 120', value: '120' },
];
export const LARGE: readonly Spelling[] = [
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
export const COUNTS: readonly Spelling[] = [
  { text: '1000', value: '1000' },
  { text: '10k', value: '10000' },
  { text: '2,500', value: '2500' },
  { text: 'five hundred', value: '500' },
  { text: 'a thousand', value: '1000' },
  { text: '1e4', value: '10000' },
];
/** Amounts that are no level in USD. */
export const CHANGES = ['A$250', '€250', '250 CAD', 'by $50', 'below 10%', 'at most 2x'];

export interface Verb {
  readonly text: string;
  /** Left out: the present value says from which side. */
  readonly comparator?: string;
  readonly direction?: 'reaches' | 'crosses';
  readonly isMoving: boolean;
  /** The comparator is of what must not happen. */
  readonly isLasting?: boolean;
}

export const VERBS: readonly Verb[] = [
  { text: 'reach', direction: 'reaches', isMoving: true },
  { text: 'hit', direction: 'reaches', isMoving: true },
  { text: 'touch', direction: 'reaches', isMoving: true },
  { text: 'get to', direction: 'reaches', isMoving: true },
  { text: 'see', direction: 'reaches', isMoving: true },
  { text: 'return to', direction: 'reaches', isMoving: true },
  { text: 'break', direction: 'crosses', isMoving: true },
  { text: 'cross', direction: 'crosses', isMoving: true },
  { text: 'reclaim', comparator: 'gte', isMoving: true },
  { text: 'go above', comparator: 'gt', isMoving: true },
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
export const CHANGING = [
  { text: 'double', times: '2', comparator: 'gte' },
  { text: 'triple', times: '3', comparator: 'gte' },
  { text: 'halve', times: '0.5', comparator: 'lte' },
  { text: '2x', times: '2', comparator: 'gte' },
  { text: 'rise by 20%', times: '1.2', comparator: 'gte' },
  { text: 'gain 50%', times: '1.5', comparator: 'gte' },
  { text: 'drop by more than 10%', times: '0.9', comparator: 'lt' },
  { text: 'lose 12.5 percent', times: '0.875', comparator: 'lte' },
  { text: 'do a 3x', times: '3', comparator: 'gte' },
  { text: 'rise at least $50', plus: '50', comparator: 'gte' },
  { text: 'go up by $0.5', plus: '0.5', comparator: 'gte' },
  { text: 'drop more than $10', plus: '-10', comparator: 'lt' },
];

/** Two values. The first is measured where a price is: "between $1 and $2". */
export const RANGES = [
  { text: 'be between $200 and $250', range: 'inside', low: '200', high: '250' },
  { text: 'trade between $0.5 and $1.5', range: 'inside', low: '0.5', high: '1.5' },
  { text: 'be outside of $99.50 and $120', range: 'outside', low: '99.5', high: '120' },
] as const;

/** Asset against asset. */
export const RATIOS = [
  { text: 'SOL/ETH', feed: 'SOL', other: 'ETH' },
  { text: 'BTC/SOL', feed: 'BTC', other: 'SOL' },
] as const;
export const RATIO_NUMBERS = ['0.05', '30', '450'];

/** The other token, beyond doubt. */
export const OTHERS = [
  OTHER.address,
  `PINE (${OTHER.address})`,
  `$PINE (${OTHER.address})`,
  `${OTHER.address} ($PINE)`,
];
/** Or not. */
export const DOUBTFUL = [
  ...['$PINE', 'PINE', `$ELM (${OTHER.address})`, '$OAK', 'SOL'],
  ...[`half of ${OTHER.address}`, `twice ${OTHER.address}`, `2x ${OTHER.address}`],
  ...[`${OTHER.address} and $ELM`, `the rival of ${OTHER.address}`, `$1 of ${OTHER.address}`],
];
export const COMPARING: readonly Verb[] = [
  { text: 'exceed', comparator: 'gt', isMoving: true },
  { text: 'overtake', comparator: 'gt', isMoving: true },
  { text: 'reach', comparator: 'gte', isMoving: true },
  { text: 'rise above', comparator: 'gt', isMoving: true },
  { text: 'fall below', comparator: 'lt', isMoving: true },
  { text: 'be above', comparator: 'gt', isMoving: false },
  { text: 'be higher than', comparator: 'gt', isMoving: false },
  { text: 'be at least', comparator: 'gte', isMoving: false },
  { text: 'be lower than', comparator: 'lt', isMoving: false },
  { text: 'stay above', comparator: 'lte', isMoving: true, isLasting: true },
  { text: 'remain below', comparator: 'gte', isMoving: true, isLasting: true },
];

type Relation = 'until' | 'lasting' | 'at' | 'other';

export interface When {
  readonly text: string;
  readonly expireAt: string;
  /** Whether the market ends when the question says. */
  readonly relation: Relation;
}

const until = (text: string, expireAt: string): When => ({ text, expireAt, relation: 'until' });
const lasting = (text: string, expireAt: string): When => ({ text, expireAt, relation: 'lasting' });
const exactly = (text: string, expireAt: string): When => ({ text, expireAt, relation: 'at' });
const other = (text: string, expireAt: string): When => ({ text, expireAt, relation: 'other' });

export const WHENS: readonly When[] = [
  until('before Dec 1', '2026-12-01T00:00:00Z'),
  until('before December 1st, 2026', '2026-12-01T00:00:00Z'),
  until('by Dec 1', '2026-12-02T00:00:00Z'),
  until('by 2026-12-01', '2026-12-02T00:00:00Z'),
  until('by the end of the year', '2026-12-31T23:59:59Z'),
  until('by Friday', '2026-11-21T00:00:00Z'),
  until('by December 24 at 5pm ET', '2026-12-24T22:00:00Z'),
  until('before 2027', '2027-01-01T00:00:00Z'),
  until('at any time before expiry', '2026-12-05T07:00:00Z'),
  lasting('until Dec 1', '2026-12-01T00:00:00Z'),
  lasting('through Friday', '2026-11-21T00:00:00Z'),
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
export const ADVERBS = [
  ...['always', 'constantly', 'almost', 'barely', 'twice', 'first', 'only', 'again'],
  ...['no longer', 'briefly', 'consistently', 'avoid', 'either'],
];
/** Before the thing that is measured. */
export const QUALIFIERS = [
  'lowest',
  'average',
  'NFT floor',
  'presale',
  'locked',
  'peak',
  'fair',
  'former',
];
