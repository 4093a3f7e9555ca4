// The names by which a question can mean its token: what the mint's metadata says. Anybody can
// choose any name, so none may be a word that means something else.
import type { TokenNames } from '../condition-input.ts';
import { findFeedByName } from '../oracles/price-feeds.ts';
import { normaliseQuestion } from './normalise-question.ts';
import { readAmount } from './read-amount.ts';
import { couldBeCommon, isCommonWord, isTimeWord } from './words.ts';

const WORDS_MAX = 3;

/** In lower case, as in a normalised question. */
function namesOf({ symbol, name }: TokenNames, words: ReadonlySet<string>): string[] {
  const isName = (text: string) => {
    const parts = text.split(' ');
    if (parts.length > WORDS_MAX || !parts.every((part) => isOwn(part, words))) return false;
    return parts.length === 1 || !parts.some(couldBeCommon);
  };
  return [symbol, name].map((text) => text.replace(/^\$/, '').toLowerCase()).filter(isName);
}

function isOwn(word: string, words: ReadonlySet<string>): boolean {
  if (!/^[a-z0-9]{2,}$/.test(word) || isCommonWord(word)) return false;
  const means = words.has(word) || isTimeWord(word) || readAmount(word, 0);
  return !means && !findFeedByName(word) && !findFeedByName(unfold(word));
}

/** What it looks like. */
const unfold = (word: string) =>
  word.replace(/0/g, 'o').replace(/1/g, 'l').replace(/5/g, 's').replace(/rn/g, 'm');

/** Matches a name; undefined if the token has none that can be meant. */
export function namePattern(
  names: TokenNames | null | undefined,
  words: ReadonlySet<string>,
): RegExp | undefined {
  const known = names ? namesOf(names, words) : [];
  if (known.length === 0) return undefined;
  const longestFirst = known.toSorted((a, b) => b.length - a.length);
  return new RegExp(`(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'uy');
}

/** A symbol as the ticker of a question: some carry a $ of their own. */
export function tickerOf(symbol: string): string {
  return symbol.replace(/^\$/, '').trim().toUpperCase();
}

/** Whether a $TICKER is the token's own. */
export function isOwnTicker(ticker: string, { symbol }: Pick<TokenNames, 'symbol'>): boolean {
  return tickerOf(symbol) === ticker.toUpperCase();
}

const TICKERS = /\$([a-z][a-z0-9]{0,14})(?![a-z0-9])/g;
const SHOWN_MAX = 20;

/** A warning unless one of the $TICKERs is the token's; it may be compared with the others. */
export function checkTickers(
  question: string,
  symbol: string | null,
  tokenAddress: string,
): string | undefined {
  const { text } = normaliseQuestion(question);
  const tickers = [...text.matchAll(TICKERS)].map(([, ticker = '']) => ticker.toUpperCase());
  const [first] = tickers;
  if (first === undefined) return undefined;
  if (symbol === null) {
    return `The question names $${first}, but the token ${tokenAddress} says no symbol of its own.`;
  }
  if (tickers.some((ticker) => isOwnTicker(ticker, { symbol }))) return undefined;
  const shown = [...tickerOf(symbol)].slice(0, SHOWN_MAX).join('');
  return `The question names $${first}, but the symbol of the token is ${shown}.`;
}
