// The changes of our own transaction, for the indexer: made from the bets that we signed, so that
// it need not decode the instructions and the logs again.
import type { Address } from '@solana/kit';
import { expectedEvent, marketOf } from '@tote/chain/history/market-of';
import type { BetsPlacedChange, PlacedBet } from '@tote/chain/history/program-change';
import type { LandedTransaction } from '@tote/chain/landed';
import { poolsOf } from '@tote/domain';
import type { BetResult } from '@tote/program-client';
import type { DecidedMarket } from './decide.ts';

/** Undefined if the transaction has other instructions: then it has to be decoded. */
export function listChanges(
  markets: readonly DecidedMarket[],
  { instructions }: LandedTransaction,
): BetsPlacedChange[] | undefined {
  const changes: BetsPlacedChange[] = [];
  for (const [instruction, source] of instructions.entries()) {
    if (source.accounts.length === 0) continue;
    const market = markets[changes.length];
    const isOurs = expectedEvent(source) === 'BetsPlaced';
    if (!market || !isOurs || marketOf(source) !== market.market.address) return undefined;
    const authority = source.accounts[0] as Address;
    const { event } = market;
    changes.push({ name: 'BetsPlaced', instruction, event, authority, bets: toPlaced(market) });
  }
  return changes.length === markets.length ? changes : undefined;
}

function toPlaced({ bets, event }: DecidedMarket): PlacedBet[] {
  return bets.map(({ row }, position) => {
    const { poolYes, poolNo, verdict } = event.bets[position] as BetResult;
    return {
      position,
      betId: row.bet_id,
      bettor: row.bettor as Address,
      outcome: Number(row.outcome),
      amount: row.amount,
      verdict,
      pools: poolsOf(poolYes, poolNo),
    };
  });
}
