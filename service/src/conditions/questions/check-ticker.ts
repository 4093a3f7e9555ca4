/** What to say when a question names a $TICKER that is not the symbol of its mint. */
export function checkTicker(ticker: string | null, symbol: string | null): string | undefined {
  if (ticker === null || symbol === null) return undefined;
  const known = symbol.replace(/^\$/, '').trim().toUpperCase();
  if (known === ticker.toUpperCase()) return undefined;
  return `The question names $${ticker}, but the symbol of the token is ${known}.`;
}
