// The id of a market in the API is its address on chain with a prefix.
import { type Address, address, isAddress } from '@solana/kit';

const PREFIX = 'market_';

export function marketIdOf(market: Address): string {
  return `${PREFIX}${market}`;
}

/** From an id or a plain address; undefined if the text is neither. */
export function parseMarket(text: string): Address | undefined {
  const rest = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  return isAddress(rest) ? address(rest) : undefined;
}
