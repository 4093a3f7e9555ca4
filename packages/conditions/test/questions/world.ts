// The world in which the questions of the corpus are asked, as questions/README.md has it.
import type { Address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import type { Fields } from '../../src/field-reader.ts';
import { asksForEvent } from '../../src/questions/asks-for-event.ts';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { proposeExpiry } from '../../src/questions/find-moments.ts';
import type { QuestionInput } from '../../src/questions/said.ts';

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);
const NOW = at('2026-11-17T10:30Z');
const EXPIRY = at('2026-12-01T00:00Z');

const PRICES: Readonly<Record<string, number>> = {
  ...{ SOL: 212, BTC: 95_000, ETH: 2_900, BNB: 600, XRP: 2.1, DOGE: 0.2, ADA: 0.6, AVAX: 20 },
  ...{ LINK: 15, SUI: 2, LTC: 90, JUP: 0.5, JTO: 2, PYTH: 0.1, WIF: 1, BONK: 0.00002 },
  ...{ XAU: 4_100, XAG: 50, EUR: 1.16, FARTCOIN: 0.3, PEPE: 0.000005 },
  ...{ GBP: 1.31, AUD: 0.65, BCH: 500, DOT: 3, UNI: 7 },
};

const TOKENS = {
  OAK: {
    tokenAddress: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr',
    token: {
      ...{ names: { symbol: 'OAK', name: 'Oak' }, launchpad: 'pump' as const },
      creator: 'CreatorOfOak1111111111111111111111111111111' as Address,
    },
    values: {
      ...{ token_price: 0.00012, market_cap: 120_000, holder_count: 340, token_supply: 1e9 },
      liquidity: 40_000,
    },
  },
  SPROUT: {
    tokenAddress: 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump',
    token: { names: { symbol: 'SPROUT', name: 'Sprout' }, launchpad: 'pump' as const },
    values: {
      ...{ token_price: 0.00001, market_cap: 10_000, holder_count: 25, token_supply: 1e9 },
      liquidity: 4_000,
    },
  },
} as const;

/** The token that OAK may be compared with: its names are known. */
const COMPARED = {
  otherToken: { address: TOKENS.SPROUT.tokenAddress, hints: TOKENS.SPROUT.token },
};

type TokenName = keyof typeof TOKENS;

/** A line of the corpus, or a question that somebody types. */
export interface Asked {
  readonly question: string;
  /** `-`: no tokenAddress. */
  readonly token: TokenName | '-';
  /** `-`: what the question itself names. */
  readonly expiry: string;
  /** When it is asked; left out: on that Tuesday. */
  readonly now?: string;
}

export function inputOf({ question, token, expiry, ...asked }: Asked): QuestionInput {
  const { values, ...known } = token === '-' ? { tokenAddress: null } : TOKENS[token];
  const now = asked.now === undefined ? NOW : at(asked.now);
  const named = expiry === '-' ? (proposeExpiry(question, now) ?? EXPIRY) : at(expiry);
  return { question, expiresAt: named, now, ...known, ...(token === 'OAK' && COMPARED) };
}

/** How the question is read, in the notation of the corpus. */
export function readingOf(asked: Asked): string {
  const input = inputOf(asked);
  const { fields } = compileQuestion(input);
  const reading = describe(fields, asked.token);
  if (reading !== undefined) return reading;
  return asksForEvent(input) ? 'A:e' : 'A:v';
}

const TIMES = { at_expiry: 'at', any_time_before: 'any', never_before: 'never' } as const;
const CLOSE = 0.01;
const FAR = 20;

/** Undefined if it is attested, also because of the present value. */
export function describe(fields: Fields, token: Asked['token']): string | undefined {
  const { timing, unit } = fields;
  const type = measuredOf(fields);
  if (type === 'attested') return undefined;
  const time = TIMES[timing as keyof typeof TIMES];
  if (type === 'holding' && fields.times) return `D sold ${time}`;
  if (type === 'launchpad_count') {
    const { launchpad, event, comparator, threshold, from } = fields;
    return `N ${launchpad} ${event} ${comparator} ${threshold} from ${formatMinute(Number(from))}`;
  }
  if (type === 'authority') return `U ${fields.authority} ${time}`;
  // A market about what has happened is refused when it is created.
  if (type === 'token_event') return token === 'OAK' ? 'X' : `E ${fields.event} ${time}`;
  const isPriced = type === 'token_price' || type === 'market_cap' || type === 'liquidity';
  const currency = isPriced ? ` ${unit}` : '';
  if (fields.within !== undefined) {
    if (comparatorOf({ ...fields, comparator: 'gte' }, presentOf(fields, token)) === undefined)
      return undefined;
    const side = fields.within === 'inside' ? 'in' : 'out';
    return `${subjectOf(fields)} ${side} ${fields.low}..${fields.high}${currency} ${time}`;
  }
  const comparator = comparatorOf(fields, presentOf(fields, token));
  if (comparator === undefined) return undefined;
  const minimum = fields.minimumBalance === undefined ? '' : ` min=${fields.minimumBalance}`;
  const amount = `${amountOf(fields)}${currency}${minimum}`;
  const text = `${subjectOf(fields)} ${comparator} ${amount} ${time}`;
  if (fields.type === 'change') return `${text} from ${formatMinute(Number(fields.from))}`;
  return type === 'token_ratio' ? `${text} ${fields.other}` : text;
}

/** A range and a change are of what another kind measures. */
const measuredOf = ({ type, of }: Fields) => of ?? type;

const formatMinute = (at: number) => `${new Date(at * 1_000).toISOString().slice(0, 16)}Z`;

const LETTERS = {
  ...{ token_price: 'P', market_cap: 'M', holder_count: 'H', token_supply: 'S' },
  ...{ holding: 'C', top_holders: 'K', liquidity: 'L' },
} as const;

function subjectOf(fields: Fields): string {
  const { feed, other, metric } = fields;
  const type = measuredOf(fields);
  if (type === 'price_feed') return `F ${feed}`;
  if (type === 'price_ratio') return `R ${feed} ${other}`;
  return type === 'token_ratio' ? `T ${metric}` : LETTERS[type as keyof typeof LETTERS];
}

function amountOf({ threshold = '1', times, plus }: Fields): string {
  if (times !== undefined) return `~${times}`;
  if (plus === undefined) return String(threshold);
  return String(plus).startsWith('-') ? String(plus) : `+${plus}`;
}

function presentOf(fields: Fields, token: Asked['token']): number {
  const { feed, other, unit } = fields;
  const type = measuredOf(fields);
  const price = PRICES[String(feed)] ?? Number.NaN;
  if (type === 'price_feed') return price;
  if (type === 'price_ratio') return price / (PRICES[String(other)] ?? Number.NaN);
  if (token === '-' || type === 'token_ratio') return Number.NaN;
  const value = TOKENS[token].values[type as 'market_cap'];
  return unit === 'SOL' ? value / (PRICES.SOL ?? Number.NaN) : value;
}

/** As compile-condition.ts does it with the value that it measures. */
function comparatorOf(fields: Fields, present: number): unknown {
  const { direction, side, comparator, plus } = fields;
  const threshold = Number(fields.threshold ?? fields.low ?? 1);
  const isFar = present > FAR * threshold || threshold > FAR * present;
  if (fields.bare && isFar) return undefined;
  const isBelow = present < threshold;
  if (side !== undefined && isBelow !== (side === 'below')) return undefined;
  if (plus !== undefined && present + Number(plus) <= 0) return undefined;
  if (direction === undefined) return comparator;
  if (Math.abs(threshold - present) <= CLOSE * threshold) return undefined;
  if (direction === 'crosses') return isBelow ? 'gt' : 'lt';
  return isBelow ? 'gte' : 'lte';
}
