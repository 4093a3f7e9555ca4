// From a question to a condition: deterministic, without network, clock or language model. An
// ambiguous question is attested, so that no condition says something else than its question.
import { formatInstant } from '@tote/domain';
import type { ConditionInput, Launchpad } from '../condition-input.ts';
import type { Fields } from '../field-reader.ts';
import { findFeed, findFeedByMint, type PriceFeed } from '../oracles/price-feeds.ts';
import { type Fit, fitOf, type Moment } from './moment.ts';
import { ADDRESS_WORD, normaliseQuestion } from './normalise-question.ts';
import type { OtherToken } from './read-other.ts';
import { readStatement } from './read-statement.ts';
import { type Refusal, Refused } from './refused.ts';
import { scanQuestion } from './scan-question.ts';
import type { Happened, Measured, Statement, Subject } from './statement.ts';
import { isOwnTicker, namePattern, tickerOf } from './token-names.ts';

type QuestionInput = Pick<
  ConditionInput,
  'question' | 'tokenAddress' | 'expiresAt' | 'now' | 'token' | 'otherToken'
>;

const ADDRESS_MISSING = 'it is about a token, and tokenAddress is missing';

interface CompiledQuestion {
  /** A structured condition; with `times` instead of a threshold if it is about a change. */
  readonly fields: Fields;
  readonly warnings: readonly string[];
}

export function compileQuestion(input: QuestionInput): CompiledQuestion {
  const { question, tokenAddress, expiresAt, now, token } = input;
  const { text, addresses } = normaliseQuestion(question);
  const name = namePattern(token?.names);
  const pieces = scanQuestion(text, { expiresAt, now, name, addresses, tokenAddress });
  try {
    if (addresses.length > 0 && tokenAddress === null) throw new Refused(ADDRESS_MISSING);
    const placeholders = pieces.filter(({ text: word }) => word === ADDRESS_WORD);
    if (placeholders.length !== addresses.length)
      throw new Refused('it is not clear what it names');
    const statement = readStatement(pieces, now);
    const { fields, warnings } = compileStatement(statement, input);
    return { fields, warnings: [...checkMoments(statement, input), ...warnings] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { fields: { type: 'attested' }, warnings: explain(error.refusal) };
  }
}

function explain({ why, isNear }: Refusal): string[] {
  if (!isNear) return [];
  return [`Nothing measures this by itself (${why}), so the market’s oracle attests it.`];
}

/** Throws `Refused` if the market ends at another time than the question says. */
function checkMoments({ moments }: Statement, { expiresAt }: QuestionInput): string[] {
  const expiry = formatInstant(expiresAt);
  const says = (fit: Fit) => moments.filter((moment) => fitOf(moment, expiresAt) === fit);
  const [other] = says('other');
  if (other) throw new Refused(`it says "${other.text}", and the market ends at ${expiry}`);
  const measured = `but it is measured until the expiry at ${expiry}.`;
  return [
    ...says('sooner').map(({ text }) => `The question says "${text}", ${measured}`),
    ...moments.flatMap(warnOfZone),
  ];
}

const warnOfZone = ({ text, assumesUtc }: Moment): string[] =>
  assumesUtc ? [`The question names no time zone ("${text}"): UTC is taken.`] : [];

interface Compiled {
  readonly fields: Fields;
  readonly warnings: readonly string[];
}

function compileStatement(statement: Statement, input: QuestionInput): Compiled {
  const { says } = statement;
  const feed = findFeedOf(statement, input);
  if (says.kind === 'happened') {
    if (feed && input.tokenAddress === null) requireNamedToken(feed);
    return compileHappened(statement, says, input);
  }
  if (says.amount.kind === 'token') return compileRatio(statement, says, says.amount, input);
  if (feed && (says.metric === null || says.metric === 'price')) {
    return compileFeed(statement, says, feed);
  }
  if (feed && input.tokenAddress === null) requireNamedToken(feed);
  return compileToken(statement, says, input);
}

/** Assets with a feed but without a mint are no tokens here: nobody counts holders of Bitcoin. */
function requireNamedToken({ symbol, mint }: PriceFeed): never {
  if (mint && symbol !== 'SOL') throw new Refused(ADDRESS_MISSING);
  throw new Refused(`no source measures that of ${symbol}`);
}

/** The feed that the question is about; it may be named with a $ or by the mint's address. */
function findFeedOf(
  { subject }: Statement,
  { tokenAddress, token }: QuestionInput,
): PriceFeed | undefined {
  const ticker = subject.kind === 'ticker' ? findFeed(subject.ticker) : undefined;
  const named = subject.kind === 'feed' ? subject.feed : ticker;
  if (tokenAddress === null) {
    const isElsewhere = subject.kind === 'ticker' && subject.isToken;
    return isElsewhere ? undefined : named;
  }
  const ofMint = findFeedByMint(tokenAddress);
  if (!named || named === ofMint) return ofMint;
  const isUnambiguous = !named.mint || named.symbol === 'SOL';
  const isOwn = token?.names && isOwnTicker(named.symbol, token.names);
  if (isUnambiguous || !isOwn)
    throw new Refused(`it is about ${named.symbol}, tokenAddress is another token`);
  return undefined;
}

/** A larger number is not meant as the price of one coin. */
const COIN_PRICE_DIGITS_MAX = 7;

function compileFeed({ timing }: Statement, says: Measured, feed: PriceFeed): Compiled {
  const { amount, comparator } = says;
  const base = { type: 'price_feed', feed: feed.symbol, comparator, unit: 'USD', timing };
  if (amount.kind === 'present') return { fields: { ...base, times: amount.times }, warnings: [] };
  if (amount.kind === 'token') throw new Refused('it is about more than one thing');
  if (amount.kind === 'feed') {
    const { symbol: other } = amount.feed;
    const ratio = { type: 'price_ratio', feed: feed.symbol, other, comparator, timing };
    return { fields: ratio, warnings: [] };
  }
  const [whole = ''] = amount.value.split('.');
  if (amount.unit === 'SOL') throw new Refused('its price feed is in USD');
  if (whole.length > COIN_PRICE_DIGITS_MAX)
    throw new Refused('the number is too large for a price');
  return { fields: { ...base, threshold: amount.value }, warnings: [] };
}

const TYPES = {
  price: 'token_price',
  market_cap: 'market_cap',
  holders: 'holder_count',
  supply: 'token_supply',
} as const;

function compileToken(statement: Statement, says: Measured, input: QuestionInput): Compiled {
  const metric = says.metric ?? guessPrice(statement, says);
  checkSubject(statement.subject, input);
  const { comparator, amount, minimumBalance } = says;
  const { timing } = statement;
  if (amount.kind === 'present') {
    const isMoney = metric === 'price' || metric === 'market_cap';
    const unit = isMoney ? { unit: 'USD' } : {};
    const { times } = amount;
    return { fields: { type: TYPES[metric], comparator, times, timing, ...unit }, warnings: [] };
  }
  if (amount.kind !== 'level') throw new Refused('it is about more than one thing');
  const base = { type: TYPES[metric], comparator, threshold: amount.value, timing };
  if (metric === 'holders' || metric === 'supply') {
    if (amount.unit !== null) throw new Refused('it counts in a currency');
    if (metric === 'supply') return { fields: { ...base, unit: 'tokens' }, warnings: [] };
    if (amount.value.includes('.')) throw new Refused('the number of holders must be whole');
    const minimum = minimumBalance === null ? {} : { minimumBalance };
    return { fields: { ...base, unit: 'holders', ...minimum }, warnings: [] };
  }
  const unit = amount.unit ?? 'USD';
  const assumed = amount.unit === null ? ['The question names no currency; USD is taken.'] : [];
  return { fields: { ...base, unit }, warnings: assumed };
}

/** Both tokens must be named beyond doubt: anybody can make a token with any symbol. */
function compileRatio(
  { subject, timing }: Statement,
  { metric, comparator }: Measured,
  { address: other, ticker }: OtherToken,
  input: QuestionInput,
): Compiled {
  checkSubject(subject, input);
  const { token, otherToken } = input;
  const names = otherToken?.address === other ? otherToken.hints.names : undefined;
  if (metric !== 'price' && metric !== 'market_cap') throw new Refused('no source compares that');
  if (subject.kind === 'none') throw new Refused('it does not say which token is compared');
  if (subject.kind === 'ticker' && !token?.names) {
    throw new Refused(`it is not known whether tokenAddress is $${subject.ticker}`);
  }
  if (ticker !== null && !(names && isOwnTicker(ticker, names))) {
    throw new Refused(`it is not known whether ${other} is $${ticker}`);
  }
  const symbol = names?.symbol ?? findFeedByMint(other)?.symbol;
  if (symbol !== undefined && token?.names && isOwnTicker(tickerOf(symbol), token.names)) {
    throw new Refused('both tokens have the same symbol');
  }
  return { fields: { type: 'token_ratio', metric, other, comparator, timing }, warnings: [] };
}

/** Without "price" or "market cap" a large number is ambiguous. */
function guessPrice({ subject }: Statement, { amount }: Measured): 'price' {
  if (subject.kind === 'none') throw new Refused('it does not say whose price');
  if (amount.kind !== 'level') return 'price';
  if (amount.unit === null) throw new Refused('it names neither what is measured nor a currency');
  const [whole = ''] = amount.value.split('.');
  if (amount.isRound || whole.length > 3) throw new Refused('say "price" or "market cap"');
  // 85 SOL is what a bonding curve collects, not the price of one token.
  if (amount.unit === 'SOL' && whole !== '0') throw new Refused('say "price" or "market cap"');
  return 'price';
}

/** A question about a token needs its address, and may name no other token. */
function checkSubject(subject: Subject, { tokenAddress, token }: QuestionInput): void {
  if (tokenAddress === null) throw new Refused(ADDRESS_MISSING);
  if (subject.kind !== 'ticker' || !token?.names) return;
  if (isOwnTicker(subject.ticker, token.names)) return;
  throw new Refused(`it is about $${subject.ticker}, tokenAddress is another token`);
}

function compileHappened(
  { subject, timing }: Statement,
  says: Happened,
  input: QuestionInput,
): Compiled {
  checkSubject(subject, input);
  const launchpad = chooseLaunchpad(says.launchpad, input);
  const fields = { type: 'token_event', event: says.event, launchpad, timing };
  return { fields, warnings: [] };
}

/** The launchpad that the question names, that the chain shows, or that the address ends with. */
function chooseLaunchpad(
  said: Launchpad | null,
  { tokenAddress, token }: QuestionInput,
): Launchpad {
  if (token?.launchpad === null) throw new Refused('no bonding curve of the token is known');
  const suffix = /pump$/.test(tokenAddress ?? '') ? 'pump' : undefined;
  const known = token?.launchpad ?? (/bonk$/.test(tokenAddress ?? '') ? 'launchlab' : suffix);
  if (said && known && said !== known) throw new Refused('the token is not sold there');
  return said ?? known ?? 'pump';
}
