import type { Address } from '@solana/kit';
import type { BetArgs, Outcome } from './generated/types';

/** One bet in a `place_bets`. */
export interface BetInput {
  /** The address of the Bettor account. */
  bettor: Address;
  outcome: Outcome;
  amount: bigint;
  /** Where the position probably is. A wrong hint costs compute units, nothing else. */
  slot?: number;
  /** The delegate's epoch, and the id by which the bet happens once. A wallet's own has none. */
  delegated?: { epoch: bigint; betId: number };
}

/** The bettors, each once, and the bets that point to them by index. */
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
