// Public ids. All of them can be told from the chain alone, so that a rebuild gives the same ones.
import { type Address, address, isAddress } from '@solana/kit';

export type MarketId = `market_${string}`;

const MARKET_PREFIX = 'market_';

export function marketIdOf(market: Address): MarketId {
  return `${MARKET_PREFIX}${market}`;
}

/** Undefined when the text is not the id of any market. */
export function parseMarketId(text: string): Address | undefined {
  if (!text.startsWith(MARKET_PREFIX)) return undefined;
  const rest = text.slice(MARKET_PREFIX.length);
  return isAddress(rest) ? address(rest) : undefined;
}

/** A bet that the delegate placed: its epoch and id make it happen once. */
export function delegatedBetId(bettor: Address, epoch: bigint, id: bigint | number): string {
  return `bet_${bettor}_${epoch}_${id}`;
}

/** A bet that the wallet signed itself: known by its place in the transaction. */
export function ownBetId(signature: string, instruction: number, position: number): string {
  return `bet_${signature}_${instruction}_${position}`;
}
