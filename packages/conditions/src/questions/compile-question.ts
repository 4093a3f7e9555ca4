// From a question to a condition: deterministic, without network, clock or language model. An
// ambiguous question is attested, so that no condition says something else than its question.
import { DomainError, formatInstant } from '@tote/domain';
import { findFeed, findFeedByMint, type PriceFeed } from '@tote/oracles/price-feeds';
import type { ConditionInput, Launchpad } from '../condition-kind.ts';
import type { Fields } from '../field-reader.ts';
import { agrees } from './moment.ts';
import { normaliseQuestion } from './normalise-question.ts';
import { readStatement } from './read-statement.ts';
import { scanQuestion } from './scan-question.ts';
import type { Happened, Measured, Refusal, Statement, Subject } from './statement.ts';
import { Refused } from './statement-parts.ts';

type QuestionInput = Pick<
  ConditionInput,
  'question' | 'tokenAddress' | 'expiresAt' | 'now' | 'token'
>;

interface CompiledQuestion {
  /** A structured condition. */
  readonly fields: Fields;
  readonly warnings: readonly string[];
  /** The $TICKER of the question, to be compared with the symbol of the mint. */
  readonly ticker: string | null;
}

/** Throws `token_address_missing` if the question is about a token and there is no address. */
export function compileQuestion(input: QuestionInput): CompiledQuestion {
  const { question, tokenAddress, expiresAt, now } = input;
  const { text, addresses } = normaliseQuestion(question);
  const pieces = scanQuestion(text, { expiresAt, now });
  const ticker = pieces.find((piece) => piece.kind === 'ticker')?.ticker ?? null;
  try {
    if (addresses.some((address) => address !== tokenAddress)) {
      if (tokenAddress === null) throw new DomainError('token_address_missing');
      throw new Refused('it names another address than tokenAddress');
    }
    const statement = readStatement(pieces, now);
    const { fields, warnings } = compileStatement(statement, input);
    return { fields, warnings: [...checkMoments(statement, input), ...warnings], ticker };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { fields: { type: 'attested' }, warnings: explain(error.refusal), ticker };
  }
}

function explain({ why, isNear }: Refusal): string[] {
  if (!isNear) return [];
  return [`Nothing measures this by itself (${why}), so the market’s oracle attests it.`];
}

function checkMoments({ moments }: Statement, { expiresAt }: QuestionInput): string[] {
  return moments
    .filter((moment) => !agrees(moment, expiresAt))
    .map(({ text }) => {
      const moment = formatInstant(expiresAt);
      return `The question says "${text}", but what counts is the expiry at ${moment}.`;
    });
}

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
  if (feed && (says.metric === null || says.metric === 'price')) {
    return compileFeed(statement, says, feed);
  }
  if (feed && input.tokenAddress === null) requireNamedToken(feed);
  return compileToken(statement, says, input);
}

/** Assets with a feed but without a mint are no tokens here: nobody counts holders of Bitcoin. */
function requireNamedToken({ symbol, mint }: PriceFeed): never {
  if (mint && symbol !== 'SOL') throw new DomainError('token_address_missing');
  throw new Refused(`no source measures that of ${symbol}`);
}

/** The feed that the question is about; it may be named with a $ or by the mint's address. */
function findFeedOf(
  { subject }: Statement,
  { tokenAddress }: QuestionInput,
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
  if (isUnambiguous)
    throw new Refused(`it is about ${named.symbol}, tokenAddress is another token`);
  return undefined;
}

/** A larger number is not meant as the price of one coin. */
const COIN_PRICE_DIGITS_MAX = 7;

function compileFeed({ timing }: Statement, says: Measured, feed: PriceFeed): Compiled {
  const { amount, comparator } = says;
  const [whole = ''] = amount.value.split('.');
  if (amount.unit === 'SOL') throw new Refused('its price feed is in USD');
  if (whole.length > COIN_PRICE_DIGITS_MAX)
    throw new Refused('the number is too large for a price');
  const fields = {
    type: 'price_feed',
    feed: feed.symbol,
    comparator,
    threshold: amount.value,
    unit: 'USD',
    timing,
  };
  return { fields, warnings: [] };
}

const TYPES = {
  price: 'token_price',
  market_cap: 'market_cap',
  holders: 'holder_count',
  supply: 'token_supply',
} as const;

function compileToken(statement: Statement, says: Measured, input: QuestionInput): Compiled {
  const metric = says.metric ?? guessPrice(statement, says);
  checkSubject(statement.subject, metric === 'holders', input);
  const { comparator, amount, minimumBalance } = says;
  const base = {
    type: TYPES[metric],
    comparator,
    threshold: amount.value,
    timing: statement.timing,
  };
  const warnings = warnOfName(statement.subject, input);
  if (metric === 'holders' || metric === 'supply') {
    if (amount.unit !== null) throw new Refused('it counts in a currency');
    if (metric === 'supply') return { fields: { ...base, unit: 'tokens' }, warnings };
    if (amount.value.includes('.')) throw new Refused('the number of holders must be whole');
    const minimum = minimumBalance === null ? {} : { minimumBalance };
    return { fields: { ...base, unit: 'holders', ...minimum }, warnings };
  }
  const unit = amount.unit ?? 'USD';
  const assumed = amount.unit === null ? ['The question names no currency; USD is taken.'] : [];
  return { fields: { ...base, unit }, warnings: [...warnings, ...assumed] };
}

/** Without "price" or "market cap" a large number is ambiguous. */
function guessPrice({ subject }: Statement, { amount }: Measured): 'price' {
  if (amount.unit === null) throw new Refused('it names neither what is measured nor a currency');
  const [whole = ''] = amount.value.split('.');
  if (amount.isRound || whole.length > 3) throw new Refused('say "price" or "market cap"');
  if (subject.kind === 'none') throw new Refused('it does not say whose price');
  checkName(subject);
  return 'price';
}

/** A question about a token needs its address; one about anything else cannot be measured. */
function checkSubject(
  subject: Subject,
  isOfTokens: boolean,
  { tokenAddress }: QuestionInput,
): void {
  if (tokenAddress !== null) return;
  if (subject.kind === 'name' && !isOfTokens) throw new Refused('it names something unknown');
  throw new DomainError('token_address_missing');
}

/** Names have no article: "the dev" is a person, not the token. */
function checkName(subject: Subject): void {
  if (subject.kind === 'name' && subject.hasArticle) throw new Refused('it names somebody else');
}

function warnOfName(subject: Subject, { tokenAddress }: QuestionInput): string[] {
  const about = `the condition is about the token ${tokenAddress}`;
  if (subject.kind === 'name') return [`"${subject.name}" is not checked: ${about}.`];
  const known = subject.kind === 'ticker' ? findFeed(subject.ticker) : undefined;
  const feed = subject.kind === 'feed' ? subject.feed : known;
  if (!feed?.mint || feed.mint === tokenAddress) return [];
  return [`${feed.symbol} is usually the token ${feed.mint}, but ${about}.`];
}

function compileHappened(
  { subject, timing }: Statement,
  says: Happened,
  input: QuestionInput,
): Compiled {
  checkSubject(subject, false, input);
  checkName(subject);
  const launchpad = chooseLaunchpad(says.launchpad, input);
  const fields = { type: 'token_event', event: says.event, launchpad, timing };
  return { fields, warnings: warnOfName(subject, input) };
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
