// Compares the $TICKERs of a question with the symbol of its token.
import { normaliseQuestion } from './normalise-question.ts';
import { isOwnTicker, tickerOf } from './token-names.ts';

const TICKERS = /\$([a-z][a-z0-9]{0,14})(?![a-z0-9])/g;
const SHOWN_MAX = 20;

/** The $TICKERs of a question, in upper case. */
function findTickers(question: string): readonly string[] {
  const { text } = normaliseQuestion(question);
  return [...text.matchAll(TICKERS)].map(([, ticker = '']) => ticker.toUpperCase());
}

/** A warning if the $TICKER is not the symbol of the mint. */
function checkTicker(ticker: string | null, symbol: string | null): string | undefined {
  if (ticker === null || symbol === null) return undefined;
  if (isOwnTicker(ticker, { symbol })) return undefined;
  const shown = [...tickerOf(symbol)].slice(0, SHOWN_MAX).join('');
  return `The question names $${ticker}, but the symbol of the token is ${shown}.`;
}

/** One of the tickers must be the token's; the token may be compared with the others. */
export function checkTickers(
  question: string,
  symbol: string | null,
  tokenAddress: string,
): string | undefined {
  const tickers = findTickers(question);
  const [first] = tickers;
  if (first === undefined) return undefined;
  if (symbol === null) {
    return `The question names $${first}, but the token ${tokenAddress} says no symbol of its own.`;
  }
  const warnings = tickers.map((ticker) => checkTicker(ticker, symbol));
  return warnings.includes(undefined) ? undefined : warnings[0];
}
