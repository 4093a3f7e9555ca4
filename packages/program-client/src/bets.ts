import type { Address } from '@solana/kit';
import type { BetArgs, Outcome } from './generated/types';

/** One bet in a `place_bets`. */
export interface BetInput {
  /** The address of the Bettor account. */
  bettor: Address;
  outcome: Outcome;
  amount: bigint;
  /** Hint: the slot of the position. A wrong hint only costs compute units. */
  slot?: number;
  /** The delegate's epoch and the id that makes the bet unique. A wallet's own bet has none. */
  delegated?: { epoch: bigint; betId: number };
}

/** The bettors without duplicates, and the bets that refer to them by index. */
export function encodeBets(bets: readonly BetInput[]): { bettors: Address[]; bets: BetArgs[] } {
  const indexes = new Map<Address, number>();
  const encoded = bets.map(({ bettor, outcome, amount, slot = 0, delegated }) => {
    const index = indexes.get(bettor) ?? indexes.size;
    indexes.set(bettor, index);
    const { epoch, betId } = delegated ?? { epoch: 0n, betId: 0 };
    return { amount, epoch, betId, slot, bettor: index, outcome };
  });
  return { bettors: [...indexes.keys()], bets: encoded };
}
