// Public ids. All are derived from the chain, so that a rebuild gives the same ones.
import type { Address } from '@solana/kit';
import { decodeBase58Exactly } from './lib/base58.ts';

export type MarketId = `market_${string}`;

const MARKET_PREFIX = 'market_';
const ADDRESS_BYTES = 32;

export function marketIdOf(market: Address): MarketId {
  return `${MARKET_PREFIX}${market}`;
}

export function parseMarketId(text: string): Address | undefined {
  if (!text.startsWith(MARKET_PREFIX)) return undefined;
  const rest = text.slice(MARKET_PREFIX.length);
  return decodeBase58Exactly(rest, ADDRESS_BYTES) ? (rest as Address) : undefined;
}

/** A bet placed by the delegate. Its epoch and id make it unique. */
export function delegatedBetId(bettor: Address, epoch: bigint, id: bigint | number): string {
  // Transactions contain only the lower half of the epoch.
  return `bet_${bettor}_${BigInt.asUintN(32, epoch)}_${id}`;
}

/** A bet signed by the wallet itself, identified by its position in the transaction. */
export function ownBetId(signature: string, instruction: number, position: number): string {
  return `bet_${signature}_${instruction}_${position}`;
}

interface IdentifiedBet {
  readonly bettor: Address | undefined;
  readonly epoch: bigint;
  readonly betId: number;
}

/** The id of any bet in a transaction. The program ignores the id of a wallet's own bet. */
export function placedBetId(
  { bettor, epoch, betId }: IdentifiedBet,
  ownBettor: Address | undefined,
  at: { signature: string; instruction: number; position: number },
): string {
  const isOwn = bettor === undefined || bettor === ownBettor;
  if (isOwn) return ownBetId(at.signature, at.instruction, at.position);
  return delegatedBetId(bettor, epoch, betId);
}
