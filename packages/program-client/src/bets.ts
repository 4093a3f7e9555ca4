import type { Address } from '@solana/kit';
import type { BetArgs, Outcome } from './generated/types';

export interface BetInput {
  bettor: Address;
  outcome: Outcome;
  amount: bigint;
  /** Hint: the slot of the position. A wrong hint only costs compute units. */
  slot?: number;
  /** The delegate's epoch and the id that makes the bet unique. A wallet's own bet has none. */
  delegated?: { epoch: bigint; betId: number };
  /** The lowest payout ratio, in basis points, at which the bet is taken. */
  minRatioBps?: number;
}

/** The bettors without duplicates, and the bets that refer to them by index. */
export function encodeBets(bets: readonly BetInput[]): { bettors: Address[]; bets: BetArgs[] } {
  const indexes = new Map<Address, number>();
  const encoded = bets.map((bet) => {
    const { bettor, outcome, amount, slot = 0, delegated, minRatioBps = 0 } = bet;
    const index = indexes.get(bettor) ?? indexes.size;
    indexes.set(bettor, index);
    const { epoch, betId } = delegated ?? { epoch: 0n, betId: 0 };
    // Epochs are slots: their lower half tells them apart for decades.
    const lowEpoch = Number(BigInt.asUintN(32, epoch));
    return { amount, epoch: lowEpoch, minRatioBps, betId, slot, bettor: index, outcome };
  });
  return { bettors: [...indexes.keys()], bets: encoded };
}
